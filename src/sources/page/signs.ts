// Reads the signs of a parsed page.
import type { Page, PageSigns } from '../adapter.ts';
import { textOf, treeOf } from './html.ts';
import { sketchPage } from './sketch.ts';
import type { Element, PageTree } from './tree/page-tree.ts';

/** Names that search boxes have in the engines' pages. */
const SEARCH_BOXES = new Set(['q', 'query', 'text', 'p', 'wd', 'word', 'search_query', 'keyword']);
const END_BYTES = 4000;
/** Longer than any search box shows. A page decides what it states, and it is compared on the main thread. */
const STATED_LENGTH_MAX = 1000;
const HTML_END = Buffer.from('</html>');

/** Call it after the page was parsed. Returns null for a page that is not HTML. */
export function signsOf(page: Page): PageSigns | null {
  const tree = treeOf(page);
  if (!tree) return null;
  return { sketches: sketchPage(tree), statedQuery: statedQueryIn(tree), isComplete: hasEnd(tree.bytes) };
}

function hasEnd(bytes: Buffer): boolean {
  const from = Math.max(0, bytes.length - END_BYTES);
  return bytes.indexOf(HTML_END, from) >= 0 || /<\/(?:html|body)\s*>/i.test(bytes.toString('latin1', from));
}

/** Returns the text in the search box of the page. Compares numbers of names, because a page has thousands of elements and few inputs. */
export function statedQueryIn(tree: PageTree): string | null {
  const { columns, names } = tree;
  const [input, textarea] = [names.codeNameId('input'), names.codeNameId('textarea')];
  const [name, value] = [names.codeNameId('name'), names.codeNameId('value')];
  for (let node = 1; node < columns.count; node++) {
    const kind = columns.name[node];
    if (kind !== input && kind !== textarea) continue;
    if (!SEARCH_BOXES.has(tree.attribute(node, name) ?? '')) continue;
    const text = (kind === textarea ? textOf(tree.node(node) as Element) : (tree.attribute(node, value) ?? '')).trim();
    if (text !== '') return text.slice(0, STATED_LENGTH_MAX);
  }
  return null;
}

/** Returns the signs of a page that could not be parsed. Null when it has no structure that can be read. */
export function signsOrNull(page: Page): PageSigns | null {
  try {
    return signsOf(page);
  } catch {
    return null;
  }
}
