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
    pacePerMinute: 6,
    cooldownSecondsAfterBlock: 900,
  },
  start: (ask) => pageAt(0, ask, LOCKED),
  parse: (page, ask) => readResultPage(page, ask, LOCKED),
};
