// Reads the signs of a parsed page.
import type { Page, PageSigns } from '../adapter.ts';
import { all, attribute, textOf, treeOf } from './html.ts';
import { sketchPage } from './sketch.ts';

/** Names that search boxes have in the engines' pages. */
const SEARCH_BOXES = ['q', 'query', 'text', 'p', 'wd', 'word', 'search_query', 'keyword'];
const END_BYTES = 4000;

/** Call it after the page was parsed. Returns null for a page that is not HTML. */
export function signsOf(page: Page): PageSigns | null {
  const tree = treeOf(page);
  if (!tree) return null;
  const boxes = all('input[name], textarea[name]', tree.document).filter((box) => SEARCH_BOXES.includes(attribute(box, 'name') ?? ''));
  const stated = boxes.map((box) => (box.name === 'textarea' ? textOf(box) : (attribute(box, 'value') ?? '')).trim()).find(Boolean);
  const end = tree.bytes.toString('latin1', Math.max(0, tree.bytes.length - END_BYTES));
  return { sketches: sketchPage(tree), statedQuery: stated ?? null, isComplete: /<\/(?:html|body)\s*>/i.test(end) };
}
