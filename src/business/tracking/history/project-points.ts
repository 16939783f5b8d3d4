// Points of all keywords of a project, in chunks, for exports and figures.
import type { Db } from '../../../platform/db.ts';
import { bytesOf } from '../../../platform/db-bytes.ts';
import type { SlotRange } from '../interfaces.ts';
import type { ProjectRow, Slot } from '../types.ts';
import { monthStart, readHotMonths, readMonthSlots, readPackedMonth, readRange } from './months.ts';
import { type KeywordPoint, POINT_BYTES, pointOfBytes } from './rows.ts';

type Reading = Pick<Db, 'query' | 'bytes'>;

const ROWS_AT_ONCE = 5000;
const KEYWORDS_AT_ONCE = 200;

/**
 * The rows of one slot lie together, because they were inserted together. The comparison has all columns of the key: with fewer,
 * each chunk would read the rows of its slot from the first one on.
 */
const DAY = {
  name: 'tracking_day',
  text: `select ${POINT_BYTES} as point from rank_points
    where account_id = $1 and project_id = $2 and slot >= $3 and slot < $4 and (account_id, project_id, slot, keyword_id) > ($1, $2, $3, $5)
    order by slot, keyword_id limit $6`,
};
/** Of any project. It is false for most months with rows, so that a day costs one more descent of an index. */
const HAS_PACKED = { name: 'tracking_has_packed', text: 'select exists (select 1 from packed_points where first_slot = $1) as has' };
const KEYWORDS = {
  name: 'tracking_keyword_ids',
  text: 'select id from tracked_keywords where account_id = $1 and project_id = $2 and id > $3 order by id limit $4',
};

/**
 * Yields points month by month: rows in the order of slots and keywords, packed ones in chunks of keywords, so that memory
 * stays flat. Each chunk is in the order of slots.
 */
export async function* readProject(db: Reading, project: ProjectRow, { from, to }: SlotRange): AsyncIterable<readonly KeywordPoint[]> {
  const hot = new Set(await readHotMonths(db.query));
  for (let month = monthStart(from); month < to; month = monthStart(month, 1)) {
    const range = { from: Math.max(from, month), to: Math.min(to, monthStart(month, 1)) };
    if (hot.has(month)) yield* readRows(db, project, range);
    const [row] = await db.query<{ has: boolean }>(HAS_PACKED, [month]);
    if (row!.has) yield* readPacked(db, project, month, range, hot.has(month));
  }
}

async function* readRows(db: Reading, { accountId, id }: ProjectRow, { from, to }: SlotRange): AsyncIterable<KeywordPoint[]> {
  let slot: Slot = from;
  let keyword = 0;
  for (;;) {
    const rows = await db.bytes(DAY, [accountId, id, slot, to, keyword, ROWS_AT_ONCE]);
    const points = rows.map(([point]) => pointOfBytes(bytesOf(point!)));
    if (points.length > 0) yield points;
    if (points.length < ROWS_AT_ONCE) return;
    ({ slot, keywordId: keyword } = points.at(-1)!);
  }
}

async function* readPacked(
  db: Reading,
  project: ProjectRow,
  month: Slot,
  { from, to }: SlotRange,
  hasRows: boolean,
): AsyncIterable<KeywordPoint[]> {
  const slots = hasRows ? await readMonthSlots(db.query, project, from, to) : [];
  for (let after = 0; ; ) {
    const ids = (await db.query<{ id: number }>(KEYWORDS, [project.accountId, project.id, after, KEYWORDS_AT_ONCE])).map((row) => row.id);
    if (ids.length === 0) return;
    after = ids.at(-1)!;
    const packed = await readPackedMonth(db.query, project, month, ids);
    // While a month is being packed, its points are in both places.
    const inRows = slots.length > 0 && packed.size > 0 ? await readRange(db.query, project, slots, { first: ids[0]!, last: after }) : null;
    const points = [...packed].flatMap(([keywordId, some]) => {
      const known = new Set(inRows?.get(keywordId)?.map(({ slot }) => slot));
      return some.flatMap((point) => (point.slot >= from && point.slot < to && !known.has(point.slot) ? [{ keywordId, ...point }] : []));
    });
    if (points.length > 0) yield points.sort((a, b) => a.slot - b.slot || a.keywordId - b.keywordId);
  }
}
