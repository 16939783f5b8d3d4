// Google's advertisers: the ads of the ordinary result page.
import type { Engine } from '../../serp.ts';
import { RESULTS_PER_PAGE, readResultPage } from '../google/page.ts';
import { pageAt } from '../google/request.ts';

/** The tabs have other ads or none, so a customer cannot select one. */
const LOCKED = ['q', 'start', 'udm', 'tbm'];

/** Google has no page with ads only. A page with results but without ads is a valid result. */
export const googleadvertiser: Engine = {
  name: 'googleadvertiser',
  traits: {
    pageSize: RESULTS_PER_PAGE,
    maxResults: 100,
    region: 'place',
    mobile: true,
    lockedParameters: LOCKED,
    ratePerMinute: 6,
    cooldownSecondsAfterBlock: 900,
  },
  start: (query) => pageAt(0, query, LOCKED),
  parse: (page, query) => readResultPage(page, query, LOCKED),
};
