// Groups the rows of a chunk into requests, and maps the results of the service to rows.
import { keywordLimits } from '../contract/keyword.ts';
import type { BatchKind } from './batch-kinds.ts';
import type { BatchRow } from './batch-rows.ts';

/** An object as the service returns it. */
export type BatchObject = Readonly<Record<string, unknown>> & {
  readonly id: string;
  readonly ready: boolean;
  readonly faulty?: boolean;
  readonly verdict?: string | null;
  /** Set for an AI job that failed. */
  readonly error?: unknown;
};

export interface Packed {
  readonly ask: object;
  /** Indexes of the rows in the chunk that share this request. */
  readonly places: readonly number[];
}

type KeywordQuery = { readonly keywords: string[]; readonly suggestions?: boolean };
type Group = { readonly ask: KeywordQuery; readonly places: number[] };

const WORDS_MAX = keywordLimits('current', false, 'google').countMax;

/** A keyword request costs the same for one keyword as for twenty, so keywords with equal options share a request. */
export function packedOf(part: readonly BatchRow[], kind: BatchKind): Packed[] {
  const packed: { ask: object; places: number[] }[] = [];
  const [open, byWord] = [new Map<string, Group>(), new Map<string, Group>()];
  for (const [place, { ask, subject }] of part.entries()) {
    const { keywords, ...customParameters } = ask as KeywordQuery;
    if (kind.name !== 'keyword' || customParameters.suggestions) {
      packed.push({ ask, places: [place] });
      continue;
    }
    const name = JSON.stringify(customParameters);
    const known = byWord.get(`${name} ${subject}`);
    let group = known ?? open.get(name);
    if (!group || (!known && group.ask.keywords.length >= WORDS_MAX)) {
      group = { ask: { ...customParameters, keywords: [] }, places: [] };
      open.set(name, group);
      packed.push(group);
    }
    if (!known) group.ask.keywords.push(...keywords);
    byWord.set(`${name} ${subject}`, group);
    group.places.push(place);
  }
  return packed;
}

/** Returns the rows that a rejection is about: all rows of the request that it names, or only the named keyword. */
export function refusedOf(part: readonly BatchRow[], packed: readonly Packed[], place: number | null, message: string): BatchRow[] {
  const one = place === null ? undefined : packed[place];
  if (!one) return [...part];
  const word = (one.ask as Partial<KeywordQuery>).keywords?.[Number(/keywords\[(\d+)\]/.exec(message)?.[1] ?? -1)];
  const rows = one.places.map((index) => part[index]!);
  return word === undefined ? rows : rows.filter(({ subject }) => subject === word);
}

/**
 * Returns an id for each row. Requests that the service treats as equal share an object, which is found by its echoed
 * fields.
 */
export function idsFor(part: readonly BatchRow[], packed: readonly Packed[], made: readonly BatchObject[], kind: BatchKind): string[] {
  const ids = new Array<string>(part.length);
  for (const [index, { ask, places }] of packed.entries()) {
    const { id } = made.length === packed.length ? made[index]! : nearest(ask, made, kind);
    for (const place of places) ids[place] = id;
  }
  return ids;
}

function nearest(ask: object, made: readonly BatchObject[], kind: BatchKind): BatchObject {
  const same = (one: BatchObject, name: string): boolean =>
    JSON.stringify(one[name]) === JSON.stringify((ask as Record<string, unknown>)[name]);
  const fits = (one: BatchObject): number => Object.keys(ask).filter((name) => same(one, name)).length;
  const subject = kind.name === 'keyword' ? 'keywords' : kind.subject;
  const [best] = made.filter((one) => same(one, subject)).sort((left, right) => fits(right) - fits(left));
  if (!best) throw new Error('the service returned other objects than were requested');
  return best;
}

type Volumes = { readonly results: readonly { readonly keyword: string }[] };

/** Returns the outcome of one row, and its part of the object. */
export function endOf(one: BatchObject, { subject, ask }: BatchRow, kind: BatchKind): { outcome: string; result: object } {
  if (one.faulty || (one.error ?? null) !== null) return { outcome: 'faulty', result: one };
  const outcome = one.verdict ?? 'valid';
  const data = one.data as Volumes | null | undefined;
  if (kind.name !== 'keyword' || (ask as KeywordQuery).suggestions || !data) return { outcome, result: one };
  const { results } = data;
  const folded = subject.toLowerCase();
  const mine = results.filter(({ keyword }) => keyword === subject);
  const found = mine.length > 0 ? mine : results.filter(({ keyword }) => keyword.toLowerCase() === folded);
  const result = { ...one, keywords: [subject], data: { totalResults: found.length, results: found } };
  return { outcome: found.length === 0 ? 'empty' : outcome, result };
}
