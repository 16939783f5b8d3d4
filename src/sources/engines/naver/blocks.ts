// Finds the blocks of a Naver page in page order and determines their types.

import { all, attribute, closest, type Node, one } from '../../page/html.ts';
import type { Element } from '../../page/tree/page-tree.ts';

export type BlockKind = 'results' | 'news' | 'images' | 'videos' | 'ads' | 'other';

export interface Block {
  readonly kind: BlockKind;
  readonly element: Element;
}

/** Current blocks have the name of their template and area, older ones only a class such as `sp_nnews`. */
const BLOCKS = '[data-block-id], [data-meta-area], [data-slog-container], .sc_new, .ad_section, #place-app-root, [class*="sp_n"], .section';

/** The first match decides. */
const KINDS: readonly (readonly [BlockKind, RegExp])[] = [
  ['ads', /\bad_section\b|_pl_section|powercontents|[Pp]ower_?[Ll]ink|\bug[A-Z]_ad|\bbrand_?search|\bpwl_/],
  ['other', /\bqra\b|\bkw[A-Z]_|\bab[A-Z]_|\bsh[ps]_|place-app-root|\bloc_|\bnmb_|related|\bopt\b|shopping|sp_nshop/],
  ['news', /\bnews\b|\bnws|sp_nnews|sp_news/],
  ['images', /\bimage\b|\bimg|sp_nimage|sp_image/],
  ['videos', /\bvideo\b|\bvid|sp_nvideo|sp_video/],
  [
    'results',
    /\bweb\b|\bweb_|\bugc\b|\bug[A-Z]_|intentblock|\breview|\bblog|\bcafe|\bkin|\bview\b|sp_(?:nweb|nreview|ntotal|nblog|ncafe|nkin|website)|sp_total/,
  ],
];

const NAMES = ['data-block-id', 'data-meta-area', 'data-meta-ssuid', 'data-slog-container', 'id', 'class'];

function kindOf(element: Element): BlockKind {
  const words = NAMES.map((name) => attribute(element, name) ?? '').join(' ');
  for (const [kind, marker] of KINDS) if (marker.test(words)) return kind;
  return 'other';
}

/** Returns the results column, on desktop and mobile pages. */
export const mainColumn = (document: Node): Element | null =>
  one('#main_pack', document) ??
  one('#ct, #content, #container', document) ??
  // Without the column, the areas that Naver marks are enough.
  (one('[data-meta-area], [data-block-id]', document) ? one('body', document) : null);

export function blocksIn(column: Element): Block[] {
  const found = new Set(all(BLOCKS, column).filter((element) => attribute(element, 'id') !== 'snb'));
  const outer = [...found].filter((element) => !element.parent || closest(element.parent, (ancestor) => found.has(ancestor)) === null);
  return outer.map((element) => ({ kind: kindOf(element), element }));
}
