// Parses Markdown inside a paragraph: emphasis, code, links and citation marks. HTML stays text.
import { safeUrl } from './links.ts';

export type Inline =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'strong' | 'emphasis' | 'deleted'; readonly children: readonly Inline[] }
  /** `source` is the number of the cited source with this URL. */
  | { readonly kind: 'link'; readonly url: string; readonly source: number | null; readonly children: readonly Inline[] }
  | { readonly kind: 'citation'; readonly number: number }
  | { readonly kind: 'break' };

/** The sources that a text can cite, numbered from 1. */
export interface Sources {
  readonly count: number;
  readonly numberOf: (url: string) => number | null;
}
export const NO_SOURCES: Sources = { count: 0, numberOf: () => null };

/** A run of `*`, `_` or `~`. `count` falls while its characters are matched. */
interface Delimiter {
  readonly kind: 'delimiter';
  readonly mark: string;
  readonly length: number;
  count: number;
  readonly opens: boolean;
  readonly closes: boolean;
}
type Piece = Inline | Delimiter;

interface Context {
  readonly sources: Sources;
  /** Links cannot contain links or citations. */
  readonly isInLink: boolean;
}
type Token = readonly [pattern: RegExp, read: (match: RegExpExecArray, context: Context) => readonly Piece[] | null];

/** Unmatched marks are compared with this many pieces before them, so that hostile text takes linear time. */
const PIECES_BACK_MAX = 400;
const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  '#39': "'",
  nbsp: '\u00a0',
};
const WORD = /[\p{L}\p{N}]/u;
const text = (value: string): Inline => ({ kind: 'text', text: value });

/** All tokens except plain text, in the order in which they are tried. */
const TOKENS: readonly Token[] = [
  [/\\([!-/:-@[-`{-~])/y, ([, character]) => [text(character!)]],
  [/\n|<br\s{0,9}\/?>/iy, () => [{ kind: 'break' }]],
  [/(`{1,9})(?!`)([^`](?:[\s\S]{0,2000}?[^`])??)\1(?!`)/y, ([, , code]) => [{ kind: 'code', text: code!.replace(/^ (.*\S.*) $/s, '$1') }]],
  [/&(amp|lt|gt|quot|apos|#39|nbsp);/y, ([, name]) => [text(ENTITIES[name!]!)]],
  [
    /!?\[((?:[^[\]\\]|\\.|\[[^[\]]{0,200}\]){0,1000})\]\(\s{0,9}<?((?:[^\s()<>]|\([^\s()<>]{0,500}\)){0,2000})>?(?:\s{1,9}(?:"[^"]{0,500}"|'[^']{0,500}'))?\s{0,9}\)/y,
    ([, label, url], context) => readLink(label!, url!, context),
  ],
  [/\[\^?(\d{1,3}(?:\s?[,;]\s?\d{1,3}){0,9})\]/y, ([, numbers], context) => readCitations(numbers!.split(/[,;]/), context)],
  [/【(\d{1,3})(?::\d{1,3})?(?:†[^】]{0,200})?】/y, ([, number], context) => readCitations([number!], context)],
  [/<(https?:\/\/[^\s<>]{1,2000})>/iy, ([, url], context) => readBareUrl(url!, context)],
  [
    // A final full stop, comma or bracket belongs to the sentence.
    /(?<![\p{L}\p{N}_])https?:\/\/(?:[^\s<>"`|()【]|\([^\s<>"`|()]{0,500}\)){0,2000}(?:[^\s<>"`|()【.,;:!?'\]}*_~]|\([^\s<>"`|()]{0,500}\))/iuy,
    (match, context) => readBareUrl(match[0], context),
  ],
];
const DELIMITERS = /\*+|_+|~~/y;
/** Text up to the next character that can start a token. */
const PLAIN = /`+|(?:(?!https?:\/\/)[^\\\n<`&![【*_~])+|[\s\S]/iy;

export function parseInline(source: string, sources: Sources = NO_SOURCES, isInLink = false): readonly Inline[] {
  const context = { sources, isInLink };
  const pieces: Piece[] = [];
  for (let at = 0; at < source.length; ) {
    const [read, length] = readToken(source, at, context) ?? readDelimiter(source, at) ?? readPlain(source, at);
    pieces.push(...read);
    at += length;
  }
  return resolveEmphasis(pieces);
}

type Read = readonly [pieces: readonly Piece[], length: number];

function matchAt(pattern: RegExp, source: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(source);
}

function readToken(source: string, at: number, context: Context): Read | null {
  for (const [pattern, read] of TOKENS) {
    const match = matchAt(pattern, source, at);
    const pieces = match && read(match, context);
    if (match && pieces) return [pieces, match[0].length];
  }
  return null;
}

/**
 * A mark opens before a character and closes after one. CommonMark also looks at punctuation, and then fails on
 * `**“word”**word`, which is usual in languages without spaces.
 */
function readDelimiter(source: string, at: number): Read | null {
  const run = matchAt(DELIMITERS, source, at)?.[0];
  if (!run) return null;
  const mark = run.charAt(0);
  const before = source.charAt(at - 1);
  const after = source.charAt(at + run.length);
  // snake_case is not emphasis.
  const isWhole = (outside: string) => mark !== '_' || !WORD.test(outside);
  const opens = after.trim() !== '' && isWhole(before);
  const closes = before.trim() !== '' && isWhole(after);
  return [[{ kind: 'delimiter', mark, length: run.length, count: run.length, opens, closes }], run.length];
}

function readPlain(source: string, at: number): Read {
  const plain = matchAt(PLAIN, source, at)?.[0] ?? source.charAt(at);
  return [[text(plain)], plain.length];
}

function readCitations(numbers: readonly string[], { sources, isInLink }: Context): readonly Piece[] | null {
  const cited = numbers.map(Number);
  if (isInLink || cited.some((number) => number < 1 || number > sources.count)) return null;
  return cited.map((number) => ({ kind: 'citation', number }));
}

/** Images become links too: the dashboard loads nothing from other hosts. */
function readLink(label: string, url: string, context: Context): readonly Piece[] | null {
  if (context.isInLink) return null;
  const number = /^\[?\^?\d{1,3}\]?$/.test(label.trim()) ? context.sources.numberOf(url) : null;
  if (number !== null) return [{ kind: 'citation', number }];
  return linkOf(url, parseInline(label.trim() === '' ? url : label, context.sources, true), context);
}

const readBareUrl = (url: string, context: Context): readonly Piece[] | null =>
  context.isInLink ? null : linkOf(url, [text(url)], context);

function linkOf(url: string, children: readonly Inline[], { sources }: Context): readonly Piece[] {
  const target = safeUrl(url);
  return target === null ? children : [{ kind: 'link', url: target, source: sources.numberOf(target), children }];
}

/** Turns pairs of marks into emphasis. Marks without a partner stay text. */
function resolveEmphasis(pieces: readonly Piece[]): readonly Inline[] {
  const done: Piece[] = [];
  for (const piece of pieces) {
    if (piece.kind === 'delimiter') closeEmphasis(piece, done);
    if (piece.kind !== 'delimiter' || piece.count > 0) done.push(piece);
  }
  return withoutDelimiters(done);
}

function closeEmphasis(closer: Delimiter, done: Piece[]): void {
  while (closer.closes && closer.count > 0) {
    const at = openerOf(closer, done);
    if (at === -1) return;
    const opener = done[at] as Delimiter;
    const children = withoutDelimiters(done.splice(at + 1));
    const count = Math.min(2, opener.count, closer.count);
    opener.count -= count;
    closer.count -= count;
    if (opener.count === 0) done.pop();
    done.push({ kind: closer.mark === '~' ? 'deleted' : count === 2 ? 'strong' : 'emphasis', children });
  }
}

function openerOf(closer: Delimiter, done: readonly Piece[]): number {
  const last = Math.max(0, done.length - PIECES_BACK_MAX);
  for (let at = done.length - 1; at >= last; at--) {
    const piece = done[at]!;
    if (piece.kind === 'delimiter' && piece.mark === closer.mark && piece.opens && canPair(piece, closer)) return at;
  }
  return -1;
}

/** CommonMark’s rule of three: in `**a*b**`, the last mark pairs with the first one and not with the single one. */
const canPair = (opener: Delimiter, closer: Delimiter): boolean =>
  !(opener.closes || closer.opens) || (opener.length + closer.length) % 3 !== 0 || (opener.length % 3 === 0 && closer.length % 3 === 0);

/** Writes open marks as text and joins adjacent texts. */
function withoutDelimiters(pieces: readonly Piece[]): readonly Inline[] {
  const joined: Inline[] = [];
  for (const piece of pieces) {
    const inline = piece.kind === 'delimiter' ? text(piece.mark.repeat(piece.count)) : piece;
    const last = joined.at(-1);
    if (inline.kind === 'text' && last?.kind === 'text') joined[joined.length - 1] = text(last.text + inline.text);
    else joined.push(inline);
  }
  return joined;
}
