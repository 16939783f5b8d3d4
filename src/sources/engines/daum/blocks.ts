// Finds the collections of a Daum page in page order and determines their types.

import { all, attribute, closest, type Node, one, textOf } from '../../page/html.ts';
import type { Element } from '../../page/tree/page-tree.ts';
import { fold } from '../../text.ts';

export type BlockKind = 'results' | 'news' | 'images' | 'videos' | 'ads' | 'other';

export interface Block {
  readonly kind: BlockKind;
  readonly element: Element;
}

/**
 * Every collection has one of these attributes. Its code changes with the query, so the heading and the name decide.
 */
const BLOCKS = '[disp-attr], [id$="Coll"]';

const HEADINGS: readonly (readonly [BlockKind, RegExp])[] = [
  ['ads', /링크$|광고|AD$/],
  ['news', /^뉴스/],
  ['images', /^(?:이미지|사진)/],
  ['videos', /^동영상/],
  ['results', /^(?:웹문서|통합웹|웹|블로그|카페|사이트|티스토리|바로가기)/],
];
const NAMES: readonly (readonly [BlockKind, RegExp])[] = [
  ['ads', /\bad_sch\b|link_?coll\b/i],
  ['news', /\bnewscoll/i],
  ['images', /\b(?:img|image)coll/i],
  ['videos', /\bvclipcoll|\bvideocoll/i],
  ['results', /\b(?:webdoc|web|twc|twa|blog|cafe|site|dns|tstory)coll/i],
];

const fitting = (list: readonly (readonly [BlockKind, RegExp])[], text: string): BlockKind | null =>
  text === '' ? null : (list.find(([, marker]) => marker.test(text))?.[0] ?? null);

function kindOf(block: Element): BlockKind {
  const names = [block, ...all('[id$="Coll"], .ad_sch', block)]
    .map((part) => `${part.attribute('id') ?? ''} ${part.attribute('class') ?? ''}`)
    .join(' ');
  const named = fitting(NAMES, names);
  if (named) return named;
  const heading = fold(attribute(one('[data-title]', block), 'data-title') ?? '') || textOf(one('h2, h3', block));
  return fitting(HEADINGS, heading) ?? 'other';
}

export const mainColumn = (document: Node): Element | null =>
  one('#mArticle', document) ??
  one('#cMain, #daumContent, main', document) ??
  // Without the column, the collections that Daum marks are enough.
  (one('[disp-attr]', document) ? one('body', document) : null);

export function blocksIn(column: Element): Block[] {
  const found = new Set(all(BLOCKS, column));
  const outer = [...found].filter((element) => !element.parent || closest(element.parent, (ancestor) => found.has(ancestor)) === null);
  return outer.map((element) => ({ kind: kindOf(element), element }));
}
