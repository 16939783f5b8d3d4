// Classifies a Google page without results: empty, a block page, or unknown.
import type { Page } from '../../adapter.ts';
import { unreadable } from '../../adapter.ts';
import { serpPage } from '../../items.ts';
import type { Node } from '../../page/html.ts';
import type { SerpPage } from '../../serp.ts';
import { hasNoResultsMarker, rejectBlockPage } from './block-page.ts';
import type { PageScan } from './page-scan.ts';
import { statsOf } from './stats.ts';

/**
 * Returns the empty page when Google's marker proves it. Otherwise throws `blocked` or `unreadable`. The scan of a tab
 * distinguishes results of another kind from a block page: both ask for scripts, but a block page has no results.
 */
export function emptyPageOf(page: Page, root: Node, scan?: PageScan): { readonly found: SerpPage } {
  if (hasNoResultsMarker(root, statsOf(root))) return { found: serpPage({}, 0, true) };
  if (scan?.links.some(({ url, zone }) => url !== null && zone === null)) throw unreadable('results of another kind were returned');
  rejectBlockPage(page, root);
  throw unreadable('no results, no block page and no marker for no results');
}
