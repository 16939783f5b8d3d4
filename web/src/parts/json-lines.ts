// A JSON value as the lines of a tree: one line for each field and item, with its path.
import { counted } from '../format.ts';
import { childPath } from './json-path.ts';

export interface JsonLine {
  readonly path: string;
  readonly depth: number;
  /** The field as JSON writes it, or the index of an item. */
  readonly name: string;
  /** A scalar as JSON, or a summary of an object or an array. */
  readonly text: string;
  readonly kind: 'text' | 'value' | 'branch';
  /** Null for lines that cannot be opened. */
  readonly open: boolean | null;
}

type IsOpen = (path: string, depth: number) => boolean;

/** Longer strings are cut, because a raw page as one line would slow the page down. */
const TEXT_MAX = 400;
/** With more lines than this, the items of lists start closed. */
const LINES_MAX = 4000;
const OPEN_DEPTH = 3;
/** Fields that hold the result of an object. */
const RESULTS = new Set(['data', 'response']);

const isBranch = (value: unknown): value is object => typeof value === 'object' && value !== null;
const sizeOf = (value: object): number => (Array.isArray(value) ? value.length : Object.keys(value).length);

function entriesOf(value: object): [key: string | number, value: unknown][] {
  return Array.isArray(value) ? value.map((one, index) => [index, one]) : Object.entries(value).filter(([, one]) => one !== undefined);
}

function scalarText(value: unknown): string {
  const text = JSON.stringify(value) ?? 'null';
  return text.length > TEXT_MAX ? `${text.slice(0, TEXT_MAX)}…" (${counted(text.length - 2, 'character')})` : text;
}

function summaryOf(value: object): string {
  const size = sizeOf(value);
  if (Array.isArray(value)) return size === 0 ? '[]' : `[ ${counted(size, 'item')} ]`;
  return size === 0 ? '{}' : `{ ${counted(size, 'field')} }`;
}

/** Returns the visible lines. Paths start inside `data` or `response`, unless the object has a field of the same name. */
export function linesOf(value: unknown, isOpen: IsOpen): JsonLine[] {
  const top = isBranch(value) ? value : { value };
  const lines: JsonLine[] = [];
  const add = (branch: object, parent: string, depth: number): void => {
    for (const [key, one] of entriesOf(branch)) {
      const isInResult = depth === 1 && RESULTS.has(parent) && !(key in top);
      const path = childPath(isInResult ? '' : parent, key);
      const canOpen = isBranch(one) && sizeOf(one) > 0;
      const open = canOpen ? isOpen(path, depth) : null;
      const kind = isBranch(one) ? 'branch' : typeof one === 'string' ? 'text' : 'value';
      const text = isBranch(one) ? summaryOf(one) : scalarText(one);
      lines.push({ path, depth, name: JSON.stringify(key), text, kind, open });
      if (open) add(one as object, path, depth + 1);
    }
  };
  add(top, '', 0);
  return lines;
}

/** Returns which objects and arrays start open: those of the result. Of a long result, the items of lists start closed. */
export function openAtStart(value: unknown): IsOpen {
  const hasResult = isBranch(value) && [...RESULTS].some((name) => isBranch((value as Record<string, unknown>)[name]));
  const upTo =
    (openDepth: number): IsOpen =>
    (path, depth) =>
      depth < openDepth && (depth > 0 || !hasResult || RESULTS.has(path));
  return linesOf(value, upTo(OPEN_DEPTH)).length > LINES_MAX ? upTo(OPEN_DEPTH - 1) : upTo(OPEN_DEPTH);
}
