// Points of all keywords of a project, in chunks, for exports and figures.
import type { Db } from '../../../platform/db.ts';
import type { SlotRange } from '../interfaces.ts';
import type { ProjectRow, Slot } from '../types.ts';
import { monthStart, readHotMonths, readMonthSlots, readRange } from './months.ts';
import { unpackMonth } from './packing.ts';
import { type KeywordPoint, POINT_BYTES, pointOfBytes } from './rows.ts';

const ROWS_AT_ONCE = 5000;
const KEYWORDS_AT_ONCE = 200;

/** The rows of one slot lie together, because they were inserted together. */
const DAY = {
  name: 'tracking_day',
  text: `select ${POINT_BYTES} as point from rank_points
    where account_id = $1 and project_id = $2 and slot >= $3 and slot < $4 and (slot, keyword_id) > ($3, $5)
    order by slot, keyword_id limit $6`,
};
const PACKED = {
  name: 'tracking_packed_chunk',
  text: `select keyword_id, body from packed_points
    where account_id = $1 and project_id = $2 and keyword_id > $3 and first_slot = $4 order by keyword_id limit $5`,
};

/**
 * Yields points month by month: rows in the order of slots and keywords, packed ones in chunks of keywords, so that memory
 * stays flat. Each chunk is in the order of slots.
 */
export async function* readProject(
  db: Pick<Db, 'query'>,
  project: ProjectRow,
  { from, to }: SlotRange,
): AsyncIterable<readonly KeywordPoint[]> {
  const hot = new Set(await readHotMonths(db.query));
  for (let month = monthStart(from); month < to; month = monthStart(month, 1)) {
    const range = { from: Math.max(from, month), to: Math.min(to, monthStart(month, 1)) };
    if (hot.has(month)) yield* readRows(db, project, range);
    yield* readPacked(db, project, month, range, hot.has(month));
  }
}

async function* readRows(db: Pick<Db, 'query'>, { accountId, id }: ProjectRow, { from, to }: SlotRange): AsyncIterable<KeywordPoint[]> {
  let slot: Slot = from;
  let keyword = 0;
  for (;;) {
    const rows = await db.query<{ point: Buffer }>(DAY, [accountId, id, slot, to, keyword, ROWS_AT_ONCE]);
    const points = rows.map(({ point }) => pointOfBytes(point));
    if (points.length > 0) yield points;
    if (points.length < ROWS_AT_ONCE) return;
    ({ slot, keywordId: keyword } = points.at(-1)!);
  }
}

async function* readPacked(
  db: Pick<Db, 'query'>,
  project: ProjectRow,
  month: Slot,
  { from, to }: SlotRange,
  hasRows: boolean,
): AsyncIterable<KeywordPoint[]> {
  const slots = hasRows ? await readMonthSlots(db.query, project, from, to) : [];
  for (let after = 0; ; ) {
    const values = [project.accountId, project.id, after, month, KEYWORDS_AT_ONCE];
    const rows = await db.query<{ keyword_id: number; body: Buffer }>(PACKED, values);
    if (rows.length === 0) return;
    const range = { first: rows[0]!.keyword_id, last: rows.at(-1)!.keyword_id };
    // While a month is being packed, its points are in both places.
    const inRows = slots.length > 0 ? await readRange(db.query, project, slots, range) : new Map<number, KeywordPoint[]>();
    const points = rows.flatMap(({ keyword_id: keywordId, body }) => {
      const known = new Set(inRows.get(keywordId)?.map(({ slot }) => slot));
      return unpackMonth(body).flatMap((point) =>
        point.slot >= from && point.slot < to && !known.has(point.slot) ? [{ keywordId, ...point }] : [],
      );
    });
    if (points.length > 0) yield points.sort((a, b) => a.slot - b.slot || a.keywordId - b.keywordId);
    after = range.last;
  }
}
