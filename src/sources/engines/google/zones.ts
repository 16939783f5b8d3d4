// Recognises the elements of a Google page that open a zone: advertisements, questions, cards and the like.

import { bitsOf } from '../../page/tree/name-table.ts';
import type { Element } from '../../page/tree/page-tree.ts';
import { classTest } from '../../page/tree/selectors.ts';

/** Parts of a page that are not the list of results. */
export type Zone = 'ads' | 'question' | 'side' | 'cards' | 'overview';

/** Questions that were recognised by structure, by the index of their row. */
export type Rows = ReadonlyMap<number, string>;

const CARDS = new Set(['g-scrolling-carousel', 'g-snapping-carousel', 'g-inner-card', 'g-section-with-header']);
const AD_IDS = new Set(['tads', 'tadsb', 'bottomads', 'mbEnd', 'tvcap']);
const isAdClass = classTest((value) => /(?:^|\s)(?:ads-ad|pla-unit|commercial-unit-\S+|cu-container)(?:\s|$)/.test(value));
const isQuestionClass = classTest((value) => value.includes('related-question-pair'));

const ATTRIBUTES = bitsOf('id', 'role', 'data-text-ad', 'data-q', 'data-subtree', 'data-mcpr');

export function zoneOpenedBy(element: Element, rows: Rows): Zone | null {
  const { tree, index } = element;
  if (rows.size > 0 && rows.has(index)) return 'question';
  if ((tree.columns.bits[index]! & ATTRIBUTES) === 0) {
    if (isAdClass(tree, index)) return 'ads';
    if (isQuestionClass(tree, index)) return 'question';
    return CARDS.has(element.name) ? 'cards' : null;
  }
  const id = element.attribute('id');
  if (element.has('data-text-ad') || (id && AD_IDS.has(id)) || isAdClass(tree, index)) return 'ads';
  if (isQuestionClass(tree, index) || (element.attribute('data-q') && element.has('data-lk'))) return 'question';
  const role = element.attribute('role');
  if (id === 'rhs' || role === 'complementary') return 'side';
  if (element.attribute('data-subtree') === 'mfc' || element.has('data-mcpr')) return 'overview';
  if (CARDS.has(element.name) || role === 'listitem') return 'cards';
  return null;
}
