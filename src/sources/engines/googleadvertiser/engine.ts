// Google's advertisers: the ordinary result page, asked for the ads on it.
import type { Engine } from '../../serp.ts';
import { RESULTS_PER_PAGE, readResultPage } from '../google/page.ts';
import { pageAt } from '../google/request.ts';

/** The tabs carry other advertisements or none, so a customer cannot turn to one. */
const LOCKED = ['q', 'start', 'udm', 'tbm'];

/** Google has no page of advertisements alone. Results without any advertisement are an answer too: nobody advertised. */
export const googleadvertiser: Engine = {
  name: 'googleadvertiser',
  traits: {
    pageSize: RESULTS_PER_PAGE,
    maxResults: 100,
    region: 'place',
    mobile: true,
    lockedParameters: LOCKED,
    pacePerMinute: 6,
    cooldownSecondsAfterBlock: 900,
  },
  start: (ask) => pageAt(0, ask, LOCKED),
  parse: (page, ask) => readResultPage(page, ask, LOCKED),
};
