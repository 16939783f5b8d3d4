// What a Google page without any result is: an honest "nothing found", a wall, or a page that nobody knows.
import type { Page } from '../../adapter.ts';
import { unreadable } from '../../adapter.ts';
import type { SerpPage } from '../../serp.ts';
import type { Node } from '../kit.ts';
import { serpPage } from '../kit.ts';
import { statsOf } from './stats.ts';
import { refuseWall, saysNothingFound } from './walls.ts';

/** The empty page where Google's own sign proves it; throws `blocked` or `unreadable` otherwise. */
export function nothingOn(page: Page, root: Node): { readonly found: SerpPage } {
  if (saysNothingFound(root, statsOf(root))) return { found: serpPage({}, 0, true) };
  refuseWall(page, root);
  throw unreadable('no results, no wall and no sign that nothing was found');
}
