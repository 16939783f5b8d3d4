// Converts an AI answer to blocks (headings, paragraphs, lists, tables, code) with their citations.

import type { AnswerItem } from '../../../contract/items.ts';
import { all, closest, textOf } from '../../page/html.ts';
import type { AnyNode } from '../../page/tree/page-tree.ts';
import { Element, Text } from '../../page/tree/page-tree.ts';
import { fold } from '../../text.ts';
import { citedBy, citedIn, isComment, type ReferenceList } from './citations.ts';

type Block = AnswerItem['blocks'][number];

const BLOCKS_MAX = 400;
const SKIPPED = new Set([
  'script',
  'style',
  'noscript',
  'template',
  'svg',
  'button',
  'textarea',
  'form',
  'select',
  'img',
  'g-popup',
  'head',
]);
const CONTROLS = new Set(['button', 'menu', 'menuitem', 'dialog', 'progressbar', 'navigation', 'tooltip', 'toolbar']);
const BREAKING = new Set(['div', 'p', 'section', 'article', 'blockquote', 'br']);
const HEADING = /^h[1-6]$/;

const isHidden = (element: Element): boolean =>
  SKIPPED.has(element.name) ||
  CONTROLS.has(element.attribute('role') ?? '') ||
  element.has('hidden') ||
  element.attribute('aria-hidden') === 'true' ||
  /display:\s*none/.test(element.attribute('style') ?? '');

const isHeading = (element: Element): boolean => HEADING.test(element.name) || element.attribute('role') === 'heading';

/** Escapes the Markdown characters in a text. */
const escaped = (text: string): string => text.replace(/[\\`*_[\]]/g, '\\$&');

/** Joins the parts of a text, without the space that an omitted button leaves before a full stop or comma. */
const tidied = (parts: readonly string[]): string => fold(parts.join('')).replace(/ ([.,])(?=\s|$)/g, '$1');

interface Written {
  readonly plain: string;
  readonly markdown: string;
}

/** Collects the blocks of one answer while walking its tree. */
class Writer {
  readonly blocks: (Omit<Block, 'references'> & { references: number[] })[] = [];
  readonly #references: ReferenceList;
  readonly #without: ReadonlySet<AnyNode>;
  /** Pages cited since the last block was closed. */
  #cited = new Set<number>();
  #plain: string[] = [];
  #markdown: string[] = [];

  constructor(references: ReferenceList, without: ReadonlySet<AnyNode>) {
    this.#references = references;
    this.#without = without;
  }

  /** Closes the current paragraph. */
  flush(): void {
    const { plain, markdown } = this.#take();
    if (plain !== '') this.#push('paragraph', null, plain, markdown);
    // A citation after a closed paragraph belongs to that paragraph.
    else if (this.#cited.size > 0 && this.blocks.length > 0) this.#giveCited(this.blocks.at(-1)!.references);
  }

  walk(node: AnyNode): void {
    if (this.blocks.length >= BLOCKS_MAX || this.#without.has(node)) return;
    if (node instanceof Text) this.#write(node.data, escaped(node.data));
    else if (isComment(node)) this.#cite(citedIn(node));
    if (!(node instanceof Element)) return;
    if (isHidden(node)) this.#citeInside(node);
    else if (isHeading(node)) this.#heading(node);
    else if (node.name === 'ul' || node.name === 'ol') this.#list(node);
    else if (node.name === 'table') this.#table(node);
    else if (node.name === 'pre') this.#code(node);
    else if (BREAKING.has(node.name)) {
      this.flush();
      this.#inside(node);
      this.flush();
    } else this.#inline(node);
  }

  /** Buttons that open the sources of a sentence are not text, but they contain its citations. */
  #citeInside(node: Element): void {
    for (const child of node.children) {
      if (isComment(child)) this.#cite(citedIn(child));
      else if (child instanceof Element) this.#citeInside(child);
    }
  }

  #inside(node: Element): void {
    for (const child of node.children) this.walk(child);
  }

  #inline(node: Element): void {
    const cited = node.name === 'a' ? citedBy(node) : null;
    const bold = node.name === 'strong' || node.name === 'b';
    this.#cite(cited);
    const from = this.#markdown.length;
    this.#inside(node);
    const inner = this.#markdown.slice(from).join('');
    if (fold(inner) === '') return;
    if (cited) this.#markdown.splice(from, Number.POSITIVE_INFINITY, `[${fold(inner)}](${cited.url.replace(/[()]/g, encodeURIComponent)})`);
    else if (bold) this.#markdown.splice(from, Number.POSITIVE_INFINITY, `**${fold(inner)}**${/\s$/.test(inner) ? ' ' : ''}`);
  }

  #heading(node: Element): void {
    this.flush();
    const title = textOf(node);
    if (title !== '') this.#push('heading', title, title, `### ${escaped(title)}`);
  }

  /** Writes the items of a list, one line each. A nested list continues on the same line. */
  #list(node: Element): void {
    this.flush();
    const points: Written[] = [];
    for (const child of node.children) {
      if (!(child instanceof Element) || child.name !== 'li' || this.#without.has(child) || isHidden(child)) continue;
      const point = this.#written(child);
      if (point.plain !== '') points.push(point);
    }
    const mark = (index: number) => (node.name === 'ol' ? `${index + 1}.` : '-');
    if (points.length === 0) return;
    const markdown = points.map((point, index) => `${mark(index)} ${point.markdown}`).join('\n');
    this.#push('list', null, points.map(({ plain }) => plain).join('\n'), markdown);
  }

  #table(node: Element): void {
    this.flush();
    const own = all('tr', node).filter((row) => closest(row, (element) => element.name === 'table') === node);
    const rows = own.map((row) => cellsOf(row).map((cell) => this.#written(cell)));
    const [header, ...others] = rows.filter((row) => row.length > 0);
    if (!header) return;
    const line = (row: readonly Written[]) => `| ${row.map(({ markdown }) => markdown.replaceAll('|', '\\|')).join(' | ')} |`;
    const markdown = [line(header), `|${' --- |'.repeat(header.length)}`, ...others.map(line)].join('\n');
    this.#push('table', null, [header, ...others].map((row) => row.map(({ plain }) => plain).join(' | ')).join('\n'), markdown);
  }

  #code(node: Element): void {
    this.flush();
    const code = all('code', node)[0] ?? node;
    const lines = rawTextOf(code).replace(/^\n+|\s+$/g, '');
    if (lines !== '') this.#push('code', null, lines, `\`\`\`\n${lines}\n\`\`\``);
  }

  /** Returns the text of one list item or cell. Its citations belong to the current block. */
  #written(element: Element): Written {
    const inner = new Writer(this.#references, this.#without);
    inner.#inside(element);
    inner.flush();
    for (const index of [...inner.#cited, ...inner.blocks.flatMap(({ references }) => references)]) this.#cited.add(index);
    const join = (part: 'text' | 'markdown') => fold(inner.blocks.map((block) => block[part] ?? '').join(' '));
    return { plain: join('text'), markdown: join('markdown') };
  }

  #write(plain: string, markdown: string): void {
    this.#plain.push(plain);
    this.#markdown.push(markdown);
  }

  #take(): Written {
    const taken = { plain: tidied(this.#plain), markdown: tidied(this.#markdown) };
    this.#plain = [];
    this.#markdown = [];
    return taken;
  }

  #cite(cited: Parameters<ReferenceList['add']>[0] | null): void {
    const index = cited ? this.#references.add(cited) : null;
    if (index !== null) this.#cited.add(index);
  }

  #giveCited(to: number[]): void {
    for (const index of this.#cited) if (!to.includes(index)) to.push(index);
    this.#cited = new Set();
  }

  #push(type: string, title: string | null, plain: string, markdown: string): void {
    const references: number[] = [];
    this.#giveCited(references);
    this.blocks.push({ type, title, text: plain, markdown, references });
  }
}

const cellsOf = (row: Element): Element[] =>
  row.children.filter((child): child is Element => child instanceof Element && (child.name === 'td' || child.name === 'th'));

/** Returns the text with its line breaks, for code. */
function rawTextOf(node: AnyNode): string {
  if (node instanceof Text) return node.data;
  if (!(node instanceof Element) || SKIPPED.has(node.name)) return '';
  return node.name === 'br' ? '\n' : node.children.map((child) => rawTextOf(child)).join('');
}

/** Returns the blocks of an answer without the elements in `without`, and adds the cited pages to `references`. */
export function proseOf(root: Element, references: ReferenceList, without: ReadonlySet<AnyNode>): Block[] {
  const writer = new Writer(references, without);
  writer.walk(root);
  writer.flush();
  return writer.blocks;
}
