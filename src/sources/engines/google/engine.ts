// Queries Google and parses its result pages: desktop, mobile and without scripts.
import type { Engine } from '../../serp.ts';
import { RESULTS_PER_PAGE, readResultPage } from './page.ts';
import { pageAt } from './request.ts';

const LOCKED = ['q', 'start'];

export const google: Engine = {
  name: 'google',
  traits: {
    pageSize: RESULTS_PER_PAGE,
    maxResults: 100,
    region: 'place',
    mobile: true,
    lockedParameters: LOCKED,
    paging: { parameter: 'start', step: RESULTS_PER_PAGE, atOnce: 2 },
    ratePerMinute: 6,
    cooldownSecondsAfterBlock: 900,
  },
  start: (query) => pageAt(0, query, LOCKED),
  parse: (page, query) => readResultPage(page, query, LOCKED),
};
