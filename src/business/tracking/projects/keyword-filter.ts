// Filters and orders of the keyword table.
import { errors } from '../../../contract/errors.ts';
import { type CheckState, FEATURES, POINT_CODES } from '../../../contract/tracking.ts';
import type { KeywordSort, KeywordsQuery } from '../../../contract/tracking-keywords.ts';
import { foldTag } from './keyword-fields.ts';

/** Conditions on the aliases k (keyword), v (variant), t (state) and g (page), from $3 on. A null parameter matches everything. */
export const FILTER = `($3::text is null or position(lower($3) in lower(k.keyword)) > 0)
  and ($4::text[] is null or array(select lower(tag) from unnest(k.tags) as tag) @> $4)
  and ($5::text[] is null or array(select lower(tag) from unnest(k.tags) as tag) && $5)
  and ($6::text[] is null or not array(select lower(tag) from unnest(k.tags) as tag) && $6)
  and ($7::text is null or v.engine = $7)
  and ($8::boolean is null or v.is_mobile = $8)
  and ($9::smallint[] is null or t.last_code = any ($9))
  and ($10::integer is null or (t.features & $10 <> 0 and ($11::boolean is null or (t.owned & $10 <> 0) = $11)))
  and ($12::integer is null or (t.position > 0 and t.position between $12 and $13))
  and ($14::text is null or case $14
    when 'up' then t.position > 0 and t.position < t.position_7
    when 'down' then t.position_7 > 0 and t.position > t.position_7
    when 'entered' then t.position > 0 and t.position_7 = 0
    else t.position = 0 and t.position_7 > 0 end)
  and ($15::text is null or position(lower($15) in lower(g.url)) > 0)
  and ($16::boolean is null or k.enabled = $16)
  and ($17::boolean is null or k.starred = $17)`;

const POSITION_MAX = 100;

const codesOf = (state: CheckState): number[] =>
  Object.entries(POINT_CODES).flatMap(([code, meaning]) => (meaning.state === state ? [Number(code)] : []));

/** Returns null for an absent list. */
function tagsOf(text: string | undefined): string[] | null {
  const tags = (text ?? '')
    .split(',')
    .map((tag) => foldTag(tag.trim()))
    .filter((tag) => tag !== '');
  return tags.length > 0 ? tags : null;
}

/** Returns $3 to $17. */
export function filterValues(query: KeywordsQuery): unknown[] {
  const { from, to, feature } = query;
  if (query.owned !== undefined && feature === undefined) throw errors.badParameter('owned', 'needs feature');
  if (from !== undefined && to !== undefined && from > to) throw errors.badParameter('to', 'must not be less than from');
  const hasPosition = from !== undefined || to !== undefined;
  return [
    query.q ?? null,
    tagsOf(query.tags),
    tagsOf(query.anyTag),
    tagsOf(query.noTag),
    query.engine ?? null,
    query.device === undefined ? null : query.device === 'mobile',
    query.state === undefined ? null : codesOf(query.state),
    feature === undefined ? null : 1 << FEATURES.indexOf(feature),
    query.owned ?? null,
    hasPosition ? (from ?? 1) : null,
    hasPosition ? (to ?? POSITION_MAX) : null,
    query.moved ?? null,
    query.url ?? null,
    query.enabled ?? null,
    query.starred ?? null,
  ];
}

/** What a keyword is sorted by. */
export interface SortRow {
  readonly id: number;
  readonly keyword: string;
  readonly created_at: Date;
  readonly volume: number | null;
  readonly last_slot: number | null;
  readonly position: number | null;
  readonly depth: number | null;
  readonly features: number | null;
  readonly position_1: number | null;
  readonly position_7: number | null;
  readonly position_30: number | null;
  readonly best_position: number | null;
}

export type SortValue = number | string | null;
export type VisitsOf = (row: Pick<SortRow, 'volume' | 'position' | 'features'>) => number | null;

/** A keyword that was not found counts as the position after the depth. */
function improvement({ position, depth }: SortRow, before: number | null): number | null {
  if (before === null || position === null) return null;
  const absent = (depth ?? 0) + 1;
  return (before || absent) - (position || absent);
}

export function sortValue(row: SortRow, sort: KeywordSort, visitsOf: VisitsOf): SortValue {
  switch (sort) {
    case 'keyword':
      return row.keyword;
    case 'position':
      return row.position || null;
    case 'change1':
      return improvement(row, row.position_1);
    case 'change7':
      return improvement(row, row.position_7);
    case 'change30':
      return improvement(row, row.position_30);
    case 'best':
      return row.best_position;
    case 'volume':
      return row.volume;
    case 'visits':
      return visitsOf(row);
    case 'checkedAt':
      return row.last_slot;
    case 'createdAt':
      return row.created_at.getTime();
  }
}

export interface Sorted {
  readonly id: number;
  readonly value: SortValue;
}

const collator = new Intl.Collator('en', { numeric: true });

/** Keywords without a value come last in both directions. Equal ones are ordered by id. */
export function compareSorted(descending: boolean): (a: Sorted, b: Sorted) => number {
  const sign = descending ? -1 : 1;
  return (a, b) => {
    if (a.value === null || b.value === null) return Number(a.value === null) - Number(b.value === null) || a.id - b.id;
    const order = typeof a.value === 'string' ? collator.compare(a.value, String(b.value)) : a.value - Number(b.value);
    return sign * order || a.id - b.id;
  };
}

interface Cursor extends Sorted {
  readonly sort: KeywordSort;
  readonly descending: boolean;
}

export const writeCursor = (cursor: Cursor): string =>
  Buffer.from(JSON.stringify([cursor.sort, cursor.descending, cursor.value, cursor.id])).toString('base64url');

/** A cursor fits only the order that it was made for. */
export function readCursor(text: string, sort: KeywordSort, descending: boolean): Sorted {
  try {
    const [ofSort, ofDirection, value, id] = JSON.parse(Buffer.from(text, 'base64url').toString()) as [unknown, unknown, unknown, unknown];
    const isValue = value === null || typeof value === 'number' || typeof value === 'string';
    if (ofSort === sort && ofDirection === descending && isValue && typeof id === 'number') return { id, value };
  } catch {
    // Rejected below.
  }
  throw errors.badParameter('after', 'is not the cursor of such a list', 'Send the `next` of the previous page with the same sort.');
}
