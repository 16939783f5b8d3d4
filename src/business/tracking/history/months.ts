// Months of history: which have rows, and the packed ones.
import { isDeepStrictEqual } from 'node:util';
import type { Db } from '../../../platform/db.ts';
import { byteArray, integerArray, smallintArray } from '../../../platform/db-arrays.ts';
import { MINUTES_A_DAY } from '../slots.ts';
import type { Slot, StoredPoint } from '../types.ts';
import { packMonth, unpackMonth } from './packing.ts';
import type { PagesOwner } from './pages.ts';
import { type KeywordPoint, POINT_BYTES, pointOfBytes } from './rows.ts';

type Query = Db['query'];

const ORIGIN_MS = Date.UTC(2000, 0, 1);
const MINUTE_MS = 60_000;

/** Returns the first slot of the month that has this slot, or of a later month. */
export function monthStart(slot: Slot, monthsLater = 0): Slot {
  const at = new Date(ORIGIN_MS + slot * MINUTE_MS);
  return (Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + monthsLater) - ORIGIN_MS) / MINUTE_MS;
}

/** The catalogue is read, and never a partition by its name. */
const HOT_MONTHS = {
  name: 'tracking_hot_months',
  text: `select slot_at(to_date(right(c.relname, 6), 'YYYYMM')::timestamp) as first_slot
    from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'rank_points'::regclass and c.relname ~ '^rank_points_[0-9]{6}$' order by 1`,
};

/** Returns the first slots of the months whose points are rows, oldest first. */
export async function readHotMonths(query: Query): Promise<Slot[]> {
  return (await query<{ first_slot: number }>(HOT_MONTHS)).map((row) => row.first_slot);
}

/**
 * Months that ended longer ago may be packed at any time, so nothing is inserted into their rows any more.
 * `make_tracking_partitions()` creates months of the last 33 days. A dropped one of these would come back.
 */
const ROW_DAYS = 35;
const TODAY = { name: 'tracking_history_today', text: `select slot_at(tracking_now() at time zone 'UTC') as slot` };

/** The slot of this minute in UTC. */
export async function readToday(query: Query): Promise<Slot> {
  return (await query<{ slot: number }>(TODAY))[0]!.slot;
}
export const mayBePacked = (firstSlot: Slot, today: Slot): boolean => monthStart(firstSlot, 1) + ROW_DAYS * MINUTES_A_DAY <= today;

/** One descent of the index per slot. */
const MONTH_SLOTS = {
  name: 'tracking_month_slots',
  text: `with recursive slots as (
      (select slot from rank_points where account_id = $1 and project_id = $2 and slot >= $3 and slot < $4 order by slot limit 1)
      union all
      select (select r.slot from rank_points r where r.account_id = $1 and r.project_id = $2 and r.slot > slots.slot and r.slot < $4
        order by r.slot limit 1) from slots where slots.slot is not null
    )
    select slot from slots where slot is not null`,
};

/** Returns the slots of a project that have points as rows, from `from` up to and without `to`. */
export async function readMonthSlots(query: Query, { accountId, id }: PagesOwner, from: Slot, to: Slot): Promise<Slot[]> {
  return (await query<{ slot: number }>(MONTH_SLOTS, [accountId, id, from, to])).map((row) => row.slot);
}

/** In one slot, the rows of neighbouring keywords are neighbours in the index. */
const KEYWORD_RANGE = {
  name: 'tracking_keyword_range',
  text: `select r.point from unnest($3::integer[]) as s (slot) cross join lateral (
      select x.slot, x.keyword_id, ${POINT_BYTES} as point from rank_points x
      where x.account_id = $1 and x.project_id = $2 and x.slot = s.slot and x.keyword_id >= $4 and x.keyword_id <= $5 offset 0) as r
    order by r.keyword_id, r.slot`,
};

export interface KeywordRange {
  readonly first: number;
  readonly last: number;
}

/** Returns points that are rows, by keyword, each in the order of slots. */
export async function readRange(
  query: Query,
  { accountId, id }: PagesOwner,
  slots: readonly Slot[],
  { first, last }: KeywordRange,
): Promise<Map<number, KeywordPoint[]>> {
  const rows = await query<{ point: Buffer }>(KEYWORD_RANGE, [accountId, id, slots, first, last]);
  return groupBy(
    rows.map(({ point }) => pointOfBytes(point)),
    ({ keywordId }) => keywordId,
  );
}

const PACKED = {
  name: 'tracking_packed',
  text: `select keyword_id, body from packed_points
    where account_id = $1 and project_id = $2 and keyword_id = any ($3::integer[]) and first_slot = $4`,
};
const STORE = {
  name: 'tracking_store_packed',
  text: `insert into packed_points as p (account_id, project_id, keyword_id, first_slot, count, body)
    select $1, $2, n.keyword_id, $3, n.count, n.body from unnest($4::integer[], $5::smallint[], $6::bytea[]) as n (keyword_id, count, body)
    on conflict (account_id, project_id, keyword_id, first_slot) do update set count = excluded.count, body = excluded.body`,
};

/** Returns the packed points of these keywords in one month. */
export async function readPackedMonth(
  query: Query,
  { accountId, id }: PagesOwner,
  firstSlot: Slot,
  keywordIds: readonly number[],
): Promise<Map<number, StoredPoint[]>> {
  const rows = await query<{ keyword_id: number; body: Buffer }>(PACKED, [accountId, id, keywordIds, firstSlot]);
  return new Map(rows.map((row) => [row.keyword_id, unpackMonth(row.body)]));
}

/**
 * Adds points of one month to its packed rows. Stored points stay as they are. Returns the points that are new. The caller's
 * transaction holds the advisory lock `PACK_LOCK`, because rows are replaced.
 */
export async function mergePacked(
  query: Query,
  project: PagesOwner,
  firstSlot: Slot,
  added: ReadonlyMap<number, readonly StoredPoint[]>,
): Promise<number> {
  const before = await readPackedMonth(query, project, firstSlot, [...added.keys()]);
  let fresh = 0;
  const changed: { readonly keywordId: number; readonly count: number; readonly body: Buffer }[] = [];
  for (const [keywordId, points] of added) {
    const known = before.get(keywordId) ?? [];
    const merged = mergePoints(known, points);
    if (merged.length === known.length) continue;
    fresh += merged.length - known.length;
    changed.push({ keywordId, count: merged.length, body: packProven(merged) });
  }
  if (changed.length > 0)
    await query(STORE, [
      project.accountId,
      project.id,
      firstSlot,
      integerArray(changed.map(({ keywordId }) => keywordId)),
      smallintArray(changed.map(({ count }) => count)),
      byteArray(changed.map(({ body }) => body)),
    ]);
  return fresh;
}

/** Held by the transaction that changes packed months. */
export const PACK_LOCK = 7_283_013;

/** Returns the points of both lists in the order of slots. For a slot in both, the first list counts. */
export function mergePoints<Point extends StoredPoint>(known: readonly Point[], added: readonly Point[]): Point[] {
  const bySlot = new Map<Slot, Point>(added.map((point) => [point.slot, point]));
  for (const point of known) bySlot.set(point.slot, point);
  return [...bySlot.values()].sort((a, b) => a.slot - b.slot);
}

/** The rows are dropped afterwards, so the bytes are read back before they are stored. */
function packProven(points: readonly StoredPoint[]): Buffer {
  const plain = points.map(plainOf);
  const body = packMonth(plain);
  if (!isDeepStrictEqual(unpackMonth(body), plain)) throw new Error(`a packed month differs from its points, slot ${points[0]?.slot}`);
  return body;
}

/** Without the keyword, which is in the key. */
function plainOf(point: StoredPoint): StoredPoint {
  const { slot, code, position, rank, depth, pageId, features, owned, cited, competitors, top } = point;
  return { slot, code, position, rank, depth, pageId, features, owned, cited, competitors: [...competitors], top: [...top] };
}

export function groupBy<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}
