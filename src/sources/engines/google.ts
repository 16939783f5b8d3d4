// Google's list of results: how it is asked and how its pages are read, on desktop, on phones and without scripts.
import { unreadable } from '../adapter.ts';
import type { Engine } from '../serp.ts';
import { pageAt, startOf } from './google/address.ts';
import { itemsOf } from './google/items.ts';
import { statsOf, totalIn } from './google/stats.ts';
import { surveyOf } from './google/survey.ts';
import { refuseWall, refuseWalledAddress, saysNothingFound } from './google/walls.ts';
import { readHtml, serpPage } from './kit.ts';

const LOCKED = ['q', 'start'];
const PAGE_SIZE = 10;

export const google: Engine = {
  name: 'google',
  traits: {
    pageSize: PAGE_SIZE,
    maxResults: 100,
    region: 'place',
    mobile: true,
    lockedParameters: LOCKED,
    pacePerMinute: 6,
    restSecondsAfterBlock: 900,
  },

  start: (ask) => pageAt(0, ask, LOCKED),

  parse(page, ask) {
    refuseWalledAddress(page);
    const root = readHtml(page.body);
    const survey = surveyOf(root);
    const items = itemsOf(survey);
    const stats = statsOf(root);
    if (items.organic.length === 0) {
      if (saysNothingFound(root, stats)) return { found: serpPage({}, 0, true) };
      refuseWall(page, root);
      throw unreadable('no results, no wall and no sign that nothing was found');
    }
    const start = startOf(page.request.url);
    const further = survey.furthestStart === null ? items.organic.length >= PAGE_SIZE : survey.furthestStart > start;
    const found = serpPage(items, stats === null ? null : totalIn(stats));
    return further ? { found, next: pageAt(start + PAGE_SIZE, ask, LOCKED) } : { found };
  },
};
