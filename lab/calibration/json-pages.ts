// Changes the results of a page that is JSON: elements of its lists that hold the address of a result.
import type { CorpusPage, Corrupted } from './corpus-page.ts';

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };
/** Returns the new elements; null: those of the other page. */
type Change = (own: readonly Json[], foreign: readonly Json[]) => readonly Json[] | null;

export const isJson = (bytes: Buffer): boolean => /^\s*[[{]/.test(bytes.toString('latin1', 0, 20));

/** What identifies a result in the page: the id of a video, else the address. */
const keyOf = (url: string): string => new URL(url).searchParams.get('v') ?? url.replace(/^https?:\/\/[^/]+/, '');

const keysOf = ({ results }: CorpusPage): string[] => results.map(({ url }) => keyOf(url));

/** Lists with elements of which each holds one result. */
function resultLists(value: Json, keys: readonly string[], found: Json[][] = []): Json[][] {
  if (value === null || typeof value !== 'object') return found;
  if (Array.isArray(value)) {
    const holding = value.filter((element) => resultIn(element, keys) !== null);
    if (holding.length > 1) {
      found.push(value);
      return found;
    }
  }
  for (const inner of Object.values(value)) resultLists(inner, keys, found);
  return found;
}

/** Returns the index of the only result in this element, or null. */
function resultIn(element: Json, keys: readonly string[]): number | null {
  const text = JSON.stringify(element);
  const there = keys.flatMap((key, index) => (text.includes(`"${key}"`) ? [index] : []));
  return there.length === 1 ? there[0]! : null;
}

export function jsonWithResults(page: CorpusPage, change: Change, other?: CorpusPage): Corrupted | null {
  const [root, foreignRoot] = [JSON.parse(page.bytes.toString()) as Json, other ? (JSON.parse(other.bytes.toString()) as Json) : null];
  const keys = keysOf(page);
  const [list] = resultLists(root, keys);
  const foreignKeys = other ? keysOf(other) : [];
  const foreign = (other ? (resultLists(foreignRoot, foreignKeys)[0] ?? []) : []).filter(
    (element) => resultIn(element, foreignKeys) !== null,
  );
  if (!list || (other && foreign.length === 0)) return null;
  const byResult = page.results.map((_, index) => list.find((element) => resultIn(element, keys) === index) ?? null);
  if (byResult.includes(null)) return null;
  const rest = list.filter((element) => resultIn(element, keys) === null);
  const changed = change(byResult, foreign) ?? foreign;
  list.splice(0, list.length, ...changed, ...rest);
  return { bytes: Buffer.from(JSON.stringify(root)) };
}
