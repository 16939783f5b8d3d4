// What a Google page without any result is: an honest "nothing found", a wall, or a page that nobody knows.
import type { Page } from '../../adapter.ts';
import { unreadable } from '../../adapter.ts';
import type { SerpPage } from '../../serp.ts';
import type { Node } from '../kit.ts';
import { serpPage } from '../kit.ts';
import { statsOf } from './stats.ts';
import type { Survey } from './survey.ts';
import { refuseWall, saysNothingFound } from './walls.ts';

/**
 * The empty page where Google's own sign proves it; throws `blocked` or `unreadable` otherwise.
 * With the survey of a tab it tells results of another kind from a wall: both ask for scripts, but a wall shows nothing.
 */
export function nothingOn(page: Page, root: Node, survey?: Survey): { readonly found: SerpPage } {
  if (saysNothingFound(root, statsOf(root))) return { found: serpPage({}, 0, true) };
  if (survey?.links.some(({ url, zone }) => url !== null && zone === null)) throw unreadable('results of another kind came back');
  refuseWall(page, root);
  throw unreadable('no results, no wall and no sign that nothing was found');
}
