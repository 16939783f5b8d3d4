// Inserts points of the past: imported ones, and the generated ones of demo projects.
import { errors } from '../../../contract/errors.ts';
import type { Db } from '../../../platform/db.ts';
import { byteArray, integerArray, smallintArray } from '../../../platform/db-arrays.ts';
import { retryDeadlocks } from '../../../platform/deadlock.ts';
import type { History } from '../interfaces.ts';
import type { ProjectRow, Slot } from '../types.ts';
import { groupBy, mayBePacked, mergePacked, monthStart, PACK_LOCK, readHotMonths, readToday } from './months.ts';
import { type Pages, pagesOf, withIds } from './pages.ts';
import { type KeywordPoint, othersBytes, topBytes } from './rows.ts';
import { type InsertedPoint, refreshStates } from './states.ts';

const POINTS_AT_ONCE = 1000;
/** No partition has this slot: a month was dropped since it was seen. */
const CHECK_VIOLATION = '23514';

/** A page refers to a project that was removed. */
const FOREIGN_KEY_VIOLATION = '23503';

/** Before its slots, as by its removal: a first state of a keyword refers to the project. */
const HOLD = { name: 'tracking_insert_hold', text: 'select 1 from projects where account_id = $1 and id = $2 for key share' };
/** The slot of an imported day has no schedule. Its figures are computed again. */
const ENSURE_SLOTS = {
  name: 'tracking_ensure_slots',
  text: `insert into project_slots as s (account_id, project_id, slot, kind, state, depth, due_at, starts_at, cursor)
    select $1, $2, n.slot, 'backfill', 'done', n.depth, t.at, t.at, 2147483648
    from unnest($4::integer[], $5::smallint[]) as n (slot, depth)
    cross join lateral (select slot_time(n.slot) at time zone $3 as at) as t
    on conflict (account_id, project_id, slot) do update set rolled_up_at = null`,
};
const INSERT = {
  name: 'tracking_insert_points',
  text: `insert into rank_points (account_id, project_id, slot, keyword_id, page_id, code, position, rank, depth, features, owned, others, top)
    select $1, $2, n.* from unnest($3::integer[], $4::integer[], $5::integer[], $6::smallint[], $7::smallint[], $8::smallint[], $9::smallint[],
      $10::smallint[], $11::smallint[], $12::bytea[], $13::bytea[]) as n
    on conflict (account_id, project_id, slot, keyword_id) do nothing returning 1 as inserted`,
};
/** `offset 0` keeps each lookup a probe by key. */
const WITH_ROWS = {
  name: 'tracking_points_with_rows',
  text: `select p.n::integer as n from unnest($3::integer[], $4::integer[]) with ordinality as p (slot, keyword_id, n)
    cross join lateral (
      select 1 from rank_points x where x.account_id = $1 and x.project_id = $2 and x.slot = p.slot and x.keyword_id = p.keyword_id offset 0) as r`,
};
const LOCK = { name: 'tracking_insert_lock', text: 'select pg_advisory_xact_lock($1)' };

export function createInsert(db: Pick<Db, 'transaction'>, pages: Pages): History['insert'] {
  const insertChunk = (project: ProjectRow, points: readonly InsertedPoint[]): Promise<number> =>
    db.transaction(async (query) => {
      if ((await query(HOLD, [project.accountId, project.id])).length === 0) throw errors.notFound();
      const slots = depthBySlot(points);
      await query(ENSURE_SLOTS, [
        project.accountId,
        project.id,
        project.isHourly ? 'UTC' : project.timeZone,
        integerArray([...slots.keys()]),
        smallintArray([...slots.values()]),
      ]);
      const hot = new Set(await readHotMonths(query));
      const today = await readToday(query);
      let inserted = 0;
      const rows: KeywordPoint[] = [];
      for (const [firstSlot, some] of groupBy(points, ({ slot }) => monthStart(slot))) {
        if (hot.has(firstSlot) && !mayBePacked(firstSlot, today)) rows.push(...some);
        else {
          await query(LOCK, [PACK_LOCK]);
          const absent = hot.has(firstSlot) ? await withoutRows(query, project, some) : some;
          const byKeyword = groupBy(absent, ({ keywordId }) => keywordId);
          inserted += await mergePacked(query, project, firstSlot, byKeyword);
        }
      }
      if (rows.length > 0) inserted += await insertRows(query, project, rows);
      if (inserted > 0) await refreshStates(query, project, points);
      return inserted;
    });
  const insertSurely = async (project: ProjectRow, points: readonly InsertedPoint[]): Promise<number> => {
    try {
      // The recorder locks states before slots.
      return await retryDeadlocks(() => insertChunk(project, points));
    } catch (error) {
      if ((error as { code?: string }).code !== CHECK_VIOLATION) throw error;
      return insertChunk(project, points);
    }
  };

  return async (project, points) => {
    let inserted = 0;
    for (let from = 0; from < points.length; from += POINTS_AT_ONCE) {
      const some = points.slice(from, from + POINTS_AT_ONCE);
      const seen = some.map(pagesOf);
      const ids = await pages.idsOf(project, seen.flat()).catch((error: { code?: string }) => {
        throw error.code === FOREIGN_KEY_VIOLATION ? errors.notFound() : error;
      });
      let used = 0;
      const stored = some.map(({ keywordId, slot, ...read }, index): InsertedPoint => {
        const own = ids.slice(used, used + seen[index]!.length);
        used += own.length;
        return { ...withIds(read, slot, own), keywordId, url: read.page?.url ?? null };
      });
      inserted += await insertSurely(project, stored);
    }
    return inserted;
  };
}

/** Returns the points whose slot has no row for their keyword. */
async function withoutRows(query: Db['query'], { accountId, id }: ProjectRow, points: readonly KeywordPoint[]): Promise<KeywordPoint[]> {
  const rows = await query<{ n: number }>(WITH_ROWS, [
    accountId,
    id,
    points.map(({ slot }) => slot),
    points.map(({ keywordId }) => keywordId),
  ]);
  const known = new Set(rows.map(({ n }) => n - 1));
  return points.filter((_, index) => !known.has(index));
}

async function insertRows(query: Db['query'], { accountId, id }: ProjectRow, points: readonly KeywordPoint[]): Promise<number> {
  const rows = await query(INSERT, [
    accountId,
    id,
    integerArray(points.map(({ slot }) => slot)),
    integerArray(points.map(({ keywordId }) => keywordId)),
    integerArray(points.map(({ pageId }) => pageId)),
    smallintArray(points.map(({ code }) => code)),
    smallintArray(points.map(({ position }) => position)),
    smallintArray(points.map(({ rank }) => rank)),
    smallintArray(points.map(({ depth }) => depth)),
    smallintArray(points.map(({ features }) => features)),
    smallintArray(points.map(({ owned }) => owned)),
    byteArray(points.map(othersBytes)),
    byteArray(points.map(({ top }) => topBytes(top))),
  ]);
  return rows.length;
}

function depthBySlot(points: readonly KeywordPoint[]): Map<Slot, number> {
  const depths = new Map<Slot, number>();
  for (const { slot, depth } of points) depths.set(slot, Math.max(depth, depths.get(slot) ?? 0));
  // In one order, so that two imports cannot deadlock.
  return new Map([...depths].sort(([a], [b]) => a - b));
}
