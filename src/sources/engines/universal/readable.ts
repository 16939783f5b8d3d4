// Converts a page to Markdown and plain text: headings, paragraphs, lists, quotes, code and tables.

import { all, attribute, closest, one, textOf } from '../../page/html.ts';
import { type AnyNode, Document, Element, Text } from '../../page/tree/page-tree.ts';
import { inlineOf, isHidden, sourceOf, type Writing } from './inline.ts';

const CHARACTERS_MAX = 500_000;
/** Deeper lists and quotes are written at this depth. */
const NESTING_MAX = 8;
const BLOCKS = new Set(
  'address article aside blockquote center dd details dialog div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr legend li main menu nav ol p pre search section summary table tbody td tfoot th thead tr ul body html'.split(
    ' ',
  ),
);

interface Walk {
  readonly writing: Writing;
  /** Blocks, and elements that contain blocks. */
  readonly blocks: ReadonlySet<AnyNode>;
  readonly depth: number;
  /** Inside the name of a description list, which is written in bold. */
  readonly inTerm: boolean;
}

/** Returns every block and its ancestors. An inline element that contains blocks is not part of a line. */
function blocksIn(document: Document): Set<AnyNode> {
  const blocks = new Set<AnyNode>();
  const pending: AnyNode[] = [document];
  for (let current = pending.pop(); current; current = pending.pop()) {
    if (!(current instanceof Element || current instanceof Document)) continue;
    if (current instanceof Element && BLOCKS.has(current.name))
      for (let node: AnyNode | null = current; node && !blocks.has(node); node = node.parent) blocks.add(node);
    for (const child of current.children) pending.push(child);
  }
  return blocks;
}

/** Returns the visible text of a document, up to a maximum length. */
export function readable(document: Document, base: string): { text: string; markdown: string } {
  const blocks = blocksIn(document);
  const write = (marks: boolean): string => {
    const writing: Writing = { marks, base, left: CHARACTERS_MAX };
    return blocksOf(document.children, { writing, blocks, depth: 0, inTerm: false })
      .join('\n\n')
      .slice(0, CHARACTERS_MAX * 2);
  };
  return { text: write(false), markdown: write(true) };
}

function blocksOf(nodes: readonly AnyNode[], walk: Walk): string[] {
  const written: string[] = [];
  writeBlocks(nodes, walk, written);
  return written;
}

/** Appends to one list on all levels. A list per level would copy the blocks of a deeply nested page hundreds of times. */
function writeBlocks(nodes: readonly AnyNode[], walk: Walk, written: string[]): void {
  const write = (text: string): void => {
    if (text !== '') written.push(text);
  };
  let line: AnyNode[] = [];
  const endLine = (): void => {
    const text = inlineOf(line, walk.writing);
    write(walk.writing.marks ? guarded(text) : text);
    line = [];
  };
  for (const node of nodes) {
    if (walk.writing.left <= 0) break;
    if (node instanceof Text || (node instanceof Element && !walk.blocks.has(node))) line.push(node);
    else if (node instanceof Element && !isHidden(node)) {
      endLine();
      const text = ownBlockOf(node, walk);
      if (text === null) writeInner(node, walk, written);
      else write(text);
    }
  }
  endLine();
}

/** Escapes a paragraph that begins like a heading, a list or a quote. */
const guarded = (text: string): string => text.replace(/^(?:#{1,6}|[-+]|>)(?=\s)/gm, '\\$&').replace(/^(\d{1,9})([.)])(?=\s)/gm, '$1\\$2');

/** Returns the block that an element is written as, or null for an element whose blocks are written one by one. */
function ownBlockOf(element: Element, walk: Walk): string | null {
  const { writing } = walk;
  const heading = /^h([1-6])$/.exec(element.name)?.[1];
  if (heading) {
    const text = inlineOf(element.children, writing).replace(/\n/g, ' ');
    return text !== '' && writing.marks ? `${'#'.repeat(Number(heading))} ${text}` : text;
  }
  if (element.name === 'hr') return writing.marks ? '---' : '';
  if (element.name === 'pre') return codeBlock(element, writing);
  if (element.name === 'table' && isData(element)) return tableOf(element, writing);
  if (element.name === 'ul' || element.name === 'ol' || element.name === 'menu') return listOf(element, walk);
  if (element.name === 'blockquote' && writing.marks && walk.depth < NESTING_MAX)
    return quoted(blocksOf(element.children, deeper(walk)).join('\n\n'));
  return null;
}

const quoted = (text: string): string => (text === '' ? '' : text.replace(/^/gm, '> ').replace(/^> $/gm, '>'));

function writeInner(element: Element, walk: Walk, written: string[]): void {
  const start = written.length;
  const isTerm = element.name === 'dt' && walk.writing.marks && !walk.inTerm;
  writeBlocks(element.children, element.name === 'blockquote' ? deeper(walk) : isTerm ? { ...walk, inTerm: true } : walk, written);
  if (!isTerm) return;
  for (let index = start; index < written.length; index++) {
    const text = written[index]!;
    if (!text.includes('\n') && !text.includes('*')) written[index] = `**${text}**`;
  }
}

const deeper = (walk: Walk): Walk => ({ ...walk, depth: walk.depth + 1, inTerm: false });

function listOf(list: Element, walk: Walk): string {
  const nested = walk.depth < NESTING_MAX;
  let number = Number.parseInt(attribute(list, 'start') ?? '1', 10);
  if (!Number.isSafeInteger(number)) number = 1;
  const items: string[] = [];
  for (const child of list.children) {
    if (!(child instanceof Element) || isHidden(child) || walk.writing.left <= 0) continue;
    const text = blocksOf(child.name === 'li' ? child.children : [child], deeper(walk)).join('\n');
    if (text === '') continue;
    const bullet = list.name === 'ol' ? `${number++}. ` : '- ';
    items.push(nested ? `${bullet}${text.replace(/\n(?=.)/g, `\n${' '.repeat(bullet.length)}`)}` : `${bullet}${text}`);
  }
  return items.join('\n');
}

function codeBlock(element: Element, writing: Writing): string {
  const text = sourceOf(element).replace(/^\n/, '').trimEnd().slice(0, Math.max(0, writing.left));
  writing.left -= text.length;
  if (text === '' || !writing.marks) return text;
  const names = [element, ...element.children].map((node) => (node instanceof Element ? (node.attribute('class') ?? '') : ''));
  const language = /\b(?:language|lang)-([\w+#-]{1,20})/.exec(names.join(' ').slice(0, 500))?.[1] ?? '';
  const fence = text.includes('```') ? '~~~~' : '```';
  return `${fence}${language}\n${text}\n${fence}`;
}

const ROWS_MAX = 2000;
const COLUMNS_MAX = 60;

const rowsIn = (table: Element): Element[] =>
  all('tr', table)
    .filter((row) => closest(row, (element) => element.name === 'table') === table)
    .slice(0, ROWS_MAX);
const cellsIn = (row: Element): Element[] =>
  row.children.filter((child): child is Element => 'name' in child && (child.name === 'td' || child.name === 'th')).slice(0, COLUMNS_MAX);

/** True for a data table: rows of several plain cells. */
function isData(table: Element): boolean {
  if (one('table, h1, h2, h3, ul, ol, pre, blockquote, form, article, section', table)) return false;
  const widths = rowsIn(table).map((row) => cellsIn(row).length);
  return widths.length > 1 && widths.filter((width) => width > 1).length > widths.length / 2;
}

function tableOf(table: Element, writing: Writing): string {
  const rows = rowsIn(table)
    .map((row) => cellsIn(row).map((cell) => inlineOf(cell.children, writing).replace(/\n/g, ' ')))
    .filter((cells) => cells.some((cell) => cell !== ''));
  const width = Math.max(0, ...rows.map((cells) => cells.length));
  const caption = textOf(one('caption', table));
  if (!writing.marks) return [...(caption ? [caption] : []), ...rows.map((cells) => cells.join('\t'))].join('\n');
  const lineOf = (cells: readonly string[]): string =>
    `| ${Array.from({ length: width }, (_, index) => (cells[index] ?? '').replaceAll('|', '\\|')).join(' | ')} |`;
  const [header = [], ...others] = rows;
  const lines = [lineOf(header), lineOf(Array.from({ length: width }, () => '---')), ...others.map(lineOf)];
  return `${caption ? `${caption}\n\n` : ''}${lines.join('\n')}`;
}
