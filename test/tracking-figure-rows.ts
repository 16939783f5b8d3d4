// Helpers for tests of figures: projects with pages, and finished slots with points as rows.
import { othersBytes, topBytes } from '../src/business/tracking/history/rows.ts';
import type { ProjectRow } from '../src/business/tracking/types.ts';
import type { Account } from '../src/contract/order.ts';
import type { Db } from '../src/platform/db.ts';
import { slotOf } from './tracking.ts';
import { makeAlertProject } from './tracking-alert-rows.ts';

/** The slot of a day of November 2026. */
export const dayOf = (number: number): number => slotOf(`2026-11-${String(number).padStart(2, '0')}T00:00`);

export const PAGES = ['https://shop.example/a', 'https://www.shop.example/b', 'https://rival.example/', 'https://notshop.example/'];

/** Two keywords with a volume each, and four pages with the ids 1 to 4. */
export async function makeFiguresProject(
  db: Db,
  account: Account,
  volumes: readonly (number | null)[] = [300, 100],
): Promise<{ project: ProjectRow; ids: number[] }> {
  const project = await makeAlertProject(db, account, {}, { every: 'weekdays', lastSlot: dayOf(1) });
  const rows = await db.query<{ id: number }>(
    { name: 'test_ids', text: 'select id from tracked_keywords where project_id = $1 order by id' },
    [project.id],
  );
  const ids = rows.map(({ id }) => id);
  await db.query(
    {
      name: 'test_volumes',
      text: 'update tracked_keywords k set volume = v.volume from unnest($1::integer[], $2::integer[]) as v (id, volume) where k.id = v.id',
    },
    [ids, volumes],
  );
  await db.query(
    {
      name: 'test_pages',
      text: `insert into project_pages (account_id, project_id, id, hash, url)
        select $1, $2, n, n, url from unnest($3::text[]) with ordinality as p (url, n)`,
    },
    [project.accountId, project.id, PAGES],
  );
  return { project, ids };
}

export async function addSlot(
  db: Db,
  project: ProjectRow,
  slot: number,
  state: 'done' | 'missed' | 'running',
  placed: number,
): Promise<void> {
  await db.query(
    {
      name: 'test_slot',
      text: `insert into project_slots (account_id, project_id, slot, kind, state, reason, depth, due_at, starts_at, placed)
        values ($1, $2, $3, 'schedule', $4, case when $4 = 'missed' then 'downtime' end, 20, slot_time($3) at time zone 'UTC',
          slot_time($3) at time zone 'UTC', $5)`,
    },
    [project.accountId, project.id, slot, state, placed],
  );
}

export interface TestPoint {
  readonly keywordId: number;
  readonly position: number;
  readonly code?: number;
  readonly page?: number;
  readonly top?: number[];
  readonly competitors?: number[];
  readonly features?: number;
}

export async function addPoint(db: Db, project: ProjectRow, slot: number, point: TestPoint): Promise<void> {
  const {
    keywordId,
    position,
    code = position > 0 ? 1 : 2,
    page = position > 0 ? 1 : 0,
    top = [],
    competitors = [0, 0],
    features = 0,
  } = point;
  await db.query(
    {
      name: 'test_point',
      text: `insert into rank_points (account_id, project_id, slot, keyword_id, page_id, code, position, rank, depth, features, owned, others, top)
        values ($1, $2, $3, $4, $5, $6, $7, $7, 20, $8, 0, $9, $10)`,
    },
    [project.accountId, project.id, slot, keywordId, page, code, position, features, othersBytes({ cited: 0, competitors }), topBytes(top)],
  );
}

export async function addDay(db: Db, project: ProjectRow, slot: number, points: readonly TestPoint[]): Promise<void> {
  await addSlot(db, project, slot, 'done', points.length);
  for (const point of points) await addPoint(db, project, slot, point);
}
