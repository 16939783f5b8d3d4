// Parses Markdown into blocks: headings, paragraphs, lists, tables, quotes and code.
import { type Inline, NO_SOURCES, parseInline, type Sources } from './markdown-inline.ts';
import { isTableAt, readTableLines } from './markdown-table.ts';

export type Block =
  | { readonly kind: 'heading'; readonly level: number; readonly children: readonly Inline[] }
  | { readonly kind: 'paragraph'; readonly children: readonly Inline[] }
  /** `start` is the first number of an ordered list, and null for bullets. */
  | { readonly kind: 'list'; readonly start: number | null; readonly items: readonly (readonly Block[])[] }
  | { readonly kind: 'table'; readonly header: readonly (readonly Inline[])[]; readonly rows: readonly (readonly (readonly Inline[])[])[] }
  | { readonly kind: 'quote'; readonly children: readonly Block[] }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'rule' };

/** Longer answers are cut. No model writes that much. */
const LENGTH_MAX = 100_000;
/** Deeper lists and quotes stay text. */
const DEPTH_MAX = 8;

const FENCE = /^ *(`{3,}|~{3,})[^`]*$/;
const RULE = /^ *(?:(?:- *){3,}|(?:\* *){3,}|(?:_ *){3,})$/;
const HEADING = /^ *(#{1,6}) +(\S.*)$/;
const QUOTE = /^ *> ?/;
const ITEM = /^( *)([-*+•]|\d{1,9}[.)])(?: +|$)(.*)$/;

interface Reader {
  readonly lines: readonly string[];
  readonly sources: Sources;
  readonly depth: number;
}
/** A block, and the line after it. */
type Read = readonly [block: Block, next: number];

export function parseMarkdown(markdown: string, sources: Sources = NO_SOURCES): readonly Block[] {
  const lines = markdown.slice(0, LENGTH_MAX).replace(/\r\n?/g, '\n').replaceAll('\t', '    ').split('\n');
  return readBlocks({ lines, sources, depth: 0 });
}

function readBlocks(reader: Reader): Block[] {
  const blocks: Block[] = [];
  for (let at = 0; at < reader.lines.length; ) {
    if (isBlank(reader.lines[at]!)) {
      at++;
      continue;
    }
    const [block, next] =
      readCode(reader, at) ??
      readRule(reader, at) ??
      readHeading(reader, at) ??
      readTable(reader, at) ??
      readQuote(reader, at) ??
      readList(reader, at) ??
      readParagraph(reader, at);
    blocks.push(block);
    at = next;
  }
  return blocks;
}

const isBlank = (line: string): boolean => line.trim() === '';
const indentOf = (line: string): number => line.length - line.trimStart().length;
const nested = ({ sources, depth }: Reader, lines: readonly string[]): Block[] => readBlocks({ lines, sources, depth: depth + 1 });
/** Removes up to `width` spaces at the start. */
const outdented = (line: string, width: number): string => line.slice(Math.min(width, indentOf(line)));

/** A fence without an end reaches to the end of the text, as in an answer that was cut off. */
function readCode({ lines }: Reader, at: number): Read | null {
  const fence = FENCE.exec(lines[at]!)?.[1];
  if (!fence) return null;
  const isEnd = (line: string) => line.trim().startsWith(fence) && line.trim().replaceAll(fence.charAt(0), '') === '';
  let last = at + 1;
  while (last < lines.length && !isEnd(lines[last]!)) last++;
  const width = indentOf(lines[at]!);
  const text = lines
    .slice(at + 1, last)
    .map((line) => outdented(line, width))
    .join('\n');
  return [{ kind: 'code', text }, last + 1];
}

const readRule = ({ lines }: Reader, at: number): Read | null => (RULE.test(lines[at]!) ? [{ kind: 'rule' }, at + 1] : null);

function readHeading({ lines, sources }: Reader, at: number): Read | null {
  const match = HEADING.exec(lines[at]!);
  if (!match) return null;
  const title = match[2]!.trimEnd().replace(/ #+$/, '');
  return [{ kind: 'heading', level: match[1]!.length, children: parseInline(title, sources) }, at + 1];
}

function readTable({ lines, sources }: Reader, at: number): Read | null {
  if (!isTableAt(lines, at)) return null;
  const { header, rows, next } = readTableLines(lines, at);
  const cells = (row: readonly string[]) => row.map((cell) => parseInline(cell, sources));
  return [{ kind: 'table', header: cells(header), rows: rows.map(cells) }, next];
}

function readQuote(reader: Reader, at: number): Read | null {
  const { lines, depth } = reader;
  if (depth >= DEPTH_MAX || !QUOTE.test(lines[at]!)) return null;
  let next = at + 1;
  while (next < lines.length && QUOTE.test(lines[next]!)) next++;
  const inside = lines.slice(at, next).map((line) => line.replace(QUOTE, ''));
  return [{ kind: 'quote', children: nested(reader, inside) }, next];
}

const isOrdered = (marker: string): boolean => /\d/.test(marker);
/** Returns the item that starts on this line and belongs to the same list as `marker` at `indent`. */
function siblingAt(line: string | undefined, marker: string, indent: number): RegExpExecArray | null {
  const match = line === undefined || RULE.test(line) ? null : ITEM.exec(line);
  return match && isOrdered(match[2]!) === isOrdered(marker) && match[1]!.length < indent + 2 ? match : null;
}

function readList(reader: Reader, at: number): Read | null {
  const { lines, depth } = reader;
  const first = ITEM.exec(lines[at]!);
  if (!first || depth >= DEPTH_MAX) return null;
  const indent = first[1]!.length;
  const marker = first[2]!;
  const items: Block[][] = [];
  let next = at;
  for (let item: RegExpExecArray | null = first; item; item = siblingAt(lines[next], marker, indent)) {
    const content = item[3]!;
    const end = endOfItem(lines, next + 1, indent);
    const width = item[0].length - content.length;
    items.push(nested(reader, [content, ...lines.slice(next + 1, end).map((line) => outdented(line, width))]));
    // Items may be separated by blank lines.
    const following = nextFilled(lines, end);
    next = siblingAt(lines[following], marker, indent) ? following : end;
  }
  return [{ kind: 'list', start: isOrdered(marker) ? Number.parseInt(marker, 10) : null, items }, next];
}

function nextFilled(lines: readonly string[], at: number): number {
  let next = at;
  while (next < lines.length && isBlank(lines[next]!)) next++;
  return next;
}

/**
 * Returns the line after an item. Lines indented by two spaces or more belong to it, because models are not exact,
 * and so do lines that continue its paragraph.
 */
function endOfItem(lines: readonly string[], from: number, indent: number): number {
  let at = from;
  while (at < lines.length) {
    const filled = nextFilled(lines, at);
    if (filled === lines.length) return at;
    const isInside = indentOf(lines[filled]!) >= indent + 2;
    const isContinued = filled === at && !startsBlock(lines, at) && !ITEM.test(lines[at]!);
    if (!isInside && !isContinued) return at;
    at = filled + 1;
  }
  return at;
}

/** Returns whether this line ends a paragraph before it. A number in a sentence may wrap to the start of a line. */
const startsBlock = (lines: readonly string[], at: number): boolean =>
  [FENCE, RULE, HEADING, QUOTE, /^ *(?:[-*+•]|1[.)]) +\S/].some((pattern) => pattern.test(lines[at]!)) || isTableAt(lines, at);

function readParagraph({ lines, sources }: Reader, at: number): Read {
  let next = at + 1;
  while (next < lines.length && !isBlank(lines[next]!) && !startsBlock(lines, next)) next++;
  const text = lines.slice(at, next).map((line, index, all) => {
    const isLast = index === all.length - 1;
    const isBroken = line.endsWith('  ') || line.endsWith('\\');
    const content = line.trim();
    if (isLast) return content;
    return isBroken ? `${content.replace(/\\$/, '')}\n` : `${content} `;
  });
  return [{ kind: 'paragraph', children: parseInline(text.join(''), sources) }, next];
}
