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

export interface RequestGroup {
  readonly request: object;
  /** Indexes of the rows in the chunk that share this request. */
  readonly indexes: readonly number[];
}

type KeywordQuery = { readonly keywords: string[]; readonly suggestions?: boolean };
type Group = { readonly request: KeywordQuery; readonly indexes: number[] };

const KEYWORDS_MAX = keywordLimits('current', false, 'google').countMax;

/** A keyword request costs the same for one keyword as for twenty, so keywords with equal options share a request. */
export function groupRows(chunk: readonly BatchRow[], kind: BatchKind): RequestGroup[] {
  const groups: { request: object; indexes: number[] }[] = [];
  const [open, byKeyword] = [new Map<string, Group>(), new Map<string, Group>()];
  for (const [rowIndex, { request, subject }] of chunk.entries()) {
    const { keywords, ...options } = request as KeywordQuery;
    if (kind.name !== 'keyword' || options.suggestions) {
      groups.push({ request, indexes: [rowIndex] });
      continue;
    }
    const name = JSON.stringify(options);
    const existing = byKeyword.get(`${name} ${subject}`);
    let group = existing ?? open.get(name);
    if (!group || (!existing && group.request.keywords.length >= KEYWORDS_MAX)) {
      group = { request: { ...options, keywords: [] }, indexes: [] };
      open.set(name, group);
      groups.push(group);
    }
    if (!existing) group.request.keywords.push(...keywords);
    byKeyword.set(`${name} ${subject}`, group);
    group.indexes.push(rowIndex);
  }
  return groups;
}

/** Returns the rows that a rejection is about: all rows of the request that it names, or only the named keyword. */
export function rejectedRows(
  chunk: readonly BatchRow[],
  groups: readonly RequestGroup[],
  rowIndex: number | null,
  message: string,
): BatchRow[] {
  const one = rowIndex === null ? undefined : groups[rowIndex];
  if (!one) return [...chunk];
  const keyword = (one.request as Partial<KeywordQuery>).keywords?.[Number(/keywords\[(\d+)\]/.exec(message)?.[1] ?? -1)];
  const rows = one.indexes.map((index) => chunk[index]!);
  return keyword === undefined ? rows : rows.filter(({ subject }) => subject === keyword);
}

/**
 * Returns an id for each row. Requests that the service treats as equal share an object, which is found by its echoed
 * fields.
 */
export function idsFor(
  chunk: readonly BatchRow[],
  groups: readonly RequestGroup[],
  created: readonly BatchObject[],
  kind: BatchKind,
): string[] {
  const ids = new Array<string>(chunk.length);
  for (const [index, { request, indexes }] of groups.entries()) {
    const { id } = created.length === groups.length ? created[index]! : nearest(request, created, kind);
    for (const rowIndex of indexes) ids[rowIndex] = id;
  }
  return ids;
}

function nearest(request: object, created: readonly BatchObject[], kind: BatchKind): BatchObject {
  const same = (one: BatchObject, name: string): boolean =>
    JSON.stringify(one[name]) === JSON.stringify((request as Record<string, unknown>)[name]);
  const fits = (one: BatchObject): number => Object.keys(request).filter((name) => same(one, name)).length;
  const subject = kind.name === 'keyword' ? 'keywords' : kind.subject;
  const [best] = created.filter((one) => same(one, subject)).sort((left, right) => fits(right) - fits(left));
  if (!best) throw new Error('the service returned other objects than were requested');
  return best;
}

type Volumes = { readonly results: readonly { readonly keyword: string }[] };

/** Returns the outcome of one row, and its part of the object. */
export function resultOf(one: BatchObject, { subject, request }: BatchRow, kind: BatchKind): { outcome: string; result: object } {
  if (one.faulty || (one.error ?? null) !== null) return { outcome: 'faulty', result: one };
  const outcome = one.verdict ?? 'valid';
  const data = one.data as Volumes | null | undefined;
  if (kind.name !== 'keyword' || (request as KeywordQuery).suggestions || !data) return { outcome, result: one };
  const { results } = data;
  const folded = subject.toLowerCase();
  const exact = results.filter(({ keyword }) => keyword === subject);
  const matching = exact.length > 0 ? exact : results.filter(({ keyword }) => keyword.toLowerCase() === folded);
  const result = { ...one, keywords: [subject], data: { totalResults: matching.length, results: matching } };
  return { outcome: matching.length === 0 ? 'empty' : outcome, result };
}
