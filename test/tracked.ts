// Helpers for tests of rank history: a project with keywords, slots and checks as rows, and result pages.

import { createStore } from '../src/business/orders/objects.ts';
import { readDomain } from '../src/business/tracking/history/domains.ts';
import { createHistory } from '../src/business/tracking/history/read.ts';
import { createRecorder, type RecorderParts } from '../src/business/tracking/history/recorder.ts';
import type { KeywordPoint } from '../src/business/tracking/history/rows.ts';
import type { ProjectRow, ProjectSettings, ReadPoint } from '../src/business/tracking/types.ts';
import { noItems, type OrganicItem, type SerpData } from '../src/contract/items.ts';
import type { Account } from '../src/contract/order.ts';
import type { Db } from '../src/platform/db.ts';
import { compress } from '../src/platform/gzip.ts';

export const DAY = 1440;
const ORIGIN_MS = Date.UTC(2000, 0, 1);
/** The slot of a day, counted back from today. */
export const slotOfDay = (daysAgo: number): number => Math.floor((Date.now() - ORIGIN_MS) / 86_400_000 - daysAgo) * DAY;

/** The slots of the days before `slot`, in their order. */
export const daysBefore = (slot: number, count: number): number[] => Array.from({ length: count }, (_, ago) => slot - (count - ago) * DAY);

export const settingsOf = (more: Partial<ProjectSettings> = {}): ProjectSettings => ({
  domains: [{ ...readDomain({ domain: 'shop.example' }), given: { domain: 'shop.example' } }],
  competitors: [{ ...readDomain({ domain: 'rival.example' }), name: 'Rival' }],
  brandTerms: [],
  curve: null,
  delivery: {},
  defaults: {},
  notes: '',
  ...more,
});

/** `tracking_now()` returns the real time plus this many days. Creates the partitions around it. */
export const moveClock = (db: Db, days: number): Promise<void> =>
  db.script(`create or replace function tracking_now() returns timestamptz language sql stable as $$ select now() + interval '${days} days' $$;
    select make_tracking_partitions(3, 0)`);

/** An hourly or daily project with its newest slot `lastSlot`. */
export async function makeTracked(
  db: Db,
  account: Account,
  {
    lastSlot,
    retries = 2,
    top = 10,
    settings = settingsOf(),
  }: { lastSlot: number; retries?: number; top?: number; settings?: ProjectSettings },
): Promise<ProjectRow> {
  const [row] = await db.query<{ id: number; public_id: string }>(
    {
      name: 'test_tracked',
      text: `insert into projects (account_id, live, key_id, name, settings, max_results, top_count, retries_max, every, last_slot)
        values ($1, $2, $3, 'Test', $4, 10, $5, $6, 'weekdays', $7) returning id, public_id`,
    },
    [account.id, account.mode === 'live', account.keyId, JSON.stringify(settings), top, retries, lastSlot],
  );
  return {
    accountId: account.id,
    mode: account.mode,
    id: row!.id,
    publicId: row!.public_id,
    name: 'Test',
    settings,
    maxResults: 10,
    topCount: top,
    retriesMax: retries,
    isHourly: false,
    timeZone: 'UTC',
    revision: 0,
  };
}

/** Keywords that are due in all slots of the last years. Returns their ids. */
export async function addTracked(db: Db, { accountId, id, mode }: ProjectRow, keywords: readonly string[]): Promise<number[]> {
  const rows = await db.query<{ id: number }>(
    {
      name: 'test_tracked_keywords',
      text: `with variant as (
          insert into search_variants (account_id, live, engine, region_id, language, is_mobile, request) values ($1, $4, 'google', 'us', 'en', false, '{}')
          on conflict (account_id, live, engine, region_id, language, is_mobile) do update set language = excluded.language returning id)
        insert into tracked_keywords (account_id, project_id, variant_id, since_slot, keyword)
        select $1, $2, variant.id, 0, k.keyword from variant, unnest($3::text[]) with ordinality as k (keyword, n) order by k.n returning id`,
    },
    [accountId, id, keywords, mode === 'live'],
  );
  return rows.map((row) => row.id);
}

/** A project of the account with this many keywords, checked until today. */
export async function makeTrackedKeywords(db: Db, account: Account, keywords: number): Promise<{ project: ProjectRow; ids: number[] }> {
  const project = await makeTracked(db, account, { lastSlot: slotOfDay(0) });
  const names = Array.from({ length: keywords }, (_, index) => `keyword ${index}`);
  return { project, ids: await addTracked(db, project, names) };
}

export async function addSlot(
  db: Db,
  { accountId, id }: ProjectRow,
  slot: number,
  {
    depth = 10,
    state = 'done',
    reason = null,
    cursor = 2 ** 31,
  }: { depth?: number; state?: string; reason?: string | null; cursor?: number } = {},
): Promise<void> {
  await db.query(
    {
      name: 'test_tracked_slot',
      text: `insert into project_slots (account_id, project_id, slot, kind, state, reason, depth, due_at, starts_at, cursor)
        values ($1, $2, $3, 'schedule', $4, $5, $6, slot_time($3), slot_time($3), $7)`,
    },
    [accountId, id, slot, state, reason, depth, cursor],
  );
}

/** Pending checks of one slot. The recorder of a worker does not look at them by itself. */
export async function addChecks(db: Db, { accountId, id }: ProjectRow, slot: number, checks: ReadonlyMap<number, string>): Promise<void> {
  await db.query(
    {
      name: 'test_tracked_checks',
      text: `insert into checks (account_id, project_id, slot, keyword_id, object_id, look_at)
        select $1, $2, $3, c.keyword_id, c.object_id, tracking_now() + interval '1 hour' from unnest($4::integer[], $5::text[]) as c (keyword_id, object_id)`,
    },
    [accountId, id, slot, [...checks.keys()], [...checks.values()]],
  );
}

/** All pending checks are due for a look, as after a pause. */
export const lookAtAll = (db: Db): Promise<void> => db.script('update checks set look_at = tracking_now() where state = 0');

/** A recorder without rules, whose errors fail the test. */
export const testRecorder = (db: Db, parts: Partial<RecorderParts> = {}) =>
  createRecorder(db, {
    fetchAny: createStore(db).fetchAny,
    judge: () => [],
    rulesOf: async () => [],
    onError: (message, error) => {
      throw new Error(message, { cause: error });
    },
    ...parts,
  });

/** Records checks of these objects, at most 200. Other recorders do not look at them for an hour. */
export async function recordFinished(db: Db, objectIds: readonly string[], parts: Partial<RecorderParts> = {}): Promise<void> {
  const recorder = testRecorder(db, parts);
  recorder.finished(objectIds);
  await recorder.stop();
}

export interface PointFacts {
  readonly slot: number;
  readonly keyword_id: number;
  readonly code: number;
  readonly position: number;
  readonly depth: number;
}
export const pointsOf = (db: Db, { id }: ProjectRow): Promise<PointFacts[]> =>
  db.query<PointFacts>(
    {
      name: 'test_tracked_points',
      text: 'select slot, keyword_id, code, position, depth from rank_points where project_id = $1 order by 1, 2',
    },
    [id],
  );

/** All points of the last 400 days, packed ones too, in the order of slots and keywords. */
export async function historyOf(db: Db, project: ProjectRow): Promise<KeywordPoint[]> {
  const points: KeywordPoint[] = [];
  const range = { from: slotOfDay(400), to: slotOfDay(-1) };
  for await (const some of createHistory(db).ofProject(project, range)) points.push(...some);
  return points.sort((a, b) => a.slot - b.slot || a.keywordId - b.keywordId);
}

export async function rowCount(db: Db, table: string, { id }: ProjectRow): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    { name: `test_count_${table}`, text: `select count(*)::bigint as count from ${table} where project_id = $1` },
    [id],
  );
  return row!.count;
}

/** A result page with these URLs as organic results, compressed as a worker stores it. */
export function resultBody(urls: readonly string[]) {
  const organic = urls.map((url, index) => ({
    type: 'organic',
    position: index + 1,
    rank: index + 1,
    page: 1,
    title: `Title ${index + 1}`,
    url,
    sitelinks: [],
    isFeatured: false,
  })) as unknown as OrganicItem[];
  const data: SerpData = { totalResults: urls.length, raw: [], ...noItems(), organic };
  return compress(`${JSON.stringify(data)}}`);
}

/** An imported point at a position, with its page and two first results. */
export const importedPoint = (slot: number, keywordId: number, position: number): ReadPoint & { slot: number; keywordId: number } => ({
  slot,
  keywordId,
  code: position > 0 ? 31 : 32,
  position,
  rank: position > 0 ? position + 2 : 0,
  depth: 100,
  page: position > 0 ? { url: `https://shop.example/${slot % 7}`, title: 'Shop' } : null,
  otherPages: [],
  features: Math.floor(slot / DAY) % 32,
  owned: 0,
  cited: 0,
  competitors: [Math.floor(slot / DAY) % 100],
  top: [
    { url: 'https://rival.example/', title: null },
    { url: `https://late.example/${Math.floor(slot / DAY) % 3}`, title: null },
  ],
});
