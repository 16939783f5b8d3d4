// Rank history at millions of rows (--objects): bytes of a check, a keyword's year, a project's day, and the table of its keywords.
import { clickShare } from '#product/business/tracking/figures/curve.js';
import { mergePacked, monthStart, PACK_LOCK } from '#product/business/tracking/history/months.js';
import { createPackTask } from '#product/business/tracking/history/pack-task.js';
import { createHistory } from '#product/business/tracking/history/read.js';
import { othersBytes, topBytes } from '#product/business/tracking/history/rows.js';
import { createKeywordList } from '#product/business/tracking/projects/keyword-list.js';
import type { ProjectRow, StoredPoint } from '#product/business/tracking/types.js';
import type { Db } from '#product/platform/db.js';
import { byteArray, integerArray, smallintArray } from '#product/platform/db-arrays.js';
import { quantile } from '../report.ts';
import type { BenchResult } from './cases.ts';
import type { BenchEnvironment, BenchSettings } from './environment.ts';
import { createMovingKeyword, type MovingKeyword } from './tracking-data.ts';

const KEYWORDS = 10_000;
const DAYS = 100;
const DAY_MINUTES = 1440;
/** Keywords of the first project whose year before is packed. */
const WITH_PAST = 200;
const PAST_MONTHS = 12;
const QUERIES = 100;
const CHUNK = 5000;
const QUERY_MS_MAX = 50;
const TABLE_MS_MAX = 1000;
const PACK_RUNS_MAX = 10_000;

const MAKE = { name: 'bench_months', text: 'select make_tracking_partitions(3, 4)' };
const PROJECT = {
  name: 'bench_project',
  text: `insert into projects (account_id, live, key_id, name, settings, max_results, every, last_slot)
    values ($1, false, 'bench', 'Bench', '{}', 100, 'weekdays', $2) returning id`,
};
const KEYWORD_ROWS = {
  name: 'bench_keywords',
  text: `with v as (
      insert into search_variants (account_id, live, engine, region_id, language, is_mobile, request)
      values ($1, false, 'google', 'US', 'en', false, '{"region": {"canonicalName": "United States"}}')
      on conflict (account_id, live, engine, region_id, language, is_mobile) do update set request = excluded.request returning id
    )
    insert into tracked_keywords (account_id, project_id, variant_id, since_slot, keyword, tags, volume)
    select $1, $2, v.id, 0, 'keyword ' || n, array['tag ' || n % 10], n from v, generate_series(1, $3::integer) as n returning id`,
};
/** As the last day left them. */
const STATES = {
  name: 'bench_states',
  text: `insert into keyword_states (account_id, project_id, keyword_id, last_slot, last_code, position, rank, depth, page_id, features, owned, cited,
      position_1, position_7, position_30, best_position, best_slot)
    select account_id, project_id, keyword_id, slot, code, position, rank, depth, page_id, features, owned, 0, position, position, position, 1, slot
    from rank_points where account_id = $1 and project_id = $2 and slot = $3`,
};
const SLOTS = {
  name: 'bench_slots',
  text: `insert into project_slots (account_id, project_id, slot, kind, state, depth, due_at, starts_at, cursor, rolled_up_at)
    select $1, $2, s.slot, 'schedule', 'done', 100, slot_time(s.slot), slot_time(s.slot), 2147483648, now() from unnest($3::integer[]) as s (slot)`,
};
const POINTS = {
  name: 'bench_points',
  text: `insert into rank_points (account_id, project_id, slot, keyword_id, page_id, code, position, rank, depth, features, owned, others, top)
    select $1, $2, $3, n.* from unnest($4::integer[], $5::integer[], $6::smallint[], $7::smallint[], $8::smallint[], $9::smallint[],
      $10::smallint[], $11::smallint[], $12::bytea[], $13::bytea[]) as n`,
};
const LOCK = { name: 'bench_pack_lock', text: 'select pg_advisory_xact_lock($1)' };
const SIZES = {
  name: 'bench_sizes',
  text: `select coalesce(sum(pg_total_relation_size(c.oid)), 0)::bigint as bytes, coalesce(sum(pg_relation_size(c.oid)), 0)::bigint as heap
    from pg_class c join pg_inherits i on i.inhrelid = c.oid where i.inhparent = 'rank_points'::regclass`,
};
const PACKED_SIZE = {
  name: 'bench_packed',
  text: `select pg_total_relation_size('packed_points')::bigint as bytes, coalesce(sum(count), 0)::bigint as points from packed_points`,
};

interface FilledProject {
  readonly project: ProjectRow;
  readonly keywordIds: readonly number[];
}

const projectRow = (accountId: number, id: number): ProjectRow => ({
  accountId,
  mode: 'test',
  id,
  publicId: '',
  name: 'Bench',
  settings: { domains: [], competitors: [], brandTerms: [], curve: null, delivery: {}, defaults: {}, notes: '' },
  maxResults: 100,
  topCount: 10,
  retriesMax: 2,
  isHourly: false,
  timeZone: 'UTC',
  revision: 0,
});

async function insertDay(db: Db, { accountId, id }: ProjectRow, slot: number, ids: readonly number[], points: readonly StoredPoint[]) {
  for (let from = 0; from < ids.length; from += CHUNK) {
    const some = points.slice(from, from + CHUNK);
    await db.query(POINTS, [
      accountId,
      id,
      slot,
      integerArray(ids.slice(from, from + CHUNK)),
      integerArray(some.map(({ pageId }) => pageId)),
      smallintArray(some.map(({ code }) => code)),
      smallintArray(some.map(({ position }) => position)),
      smallintArray(some.map(({ rank }) => rank)),
      smallintArray(some.map(({ depth }) => depth)),
      smallintArray(some.map(({ features }) => features)),
      smallintArray(some.map(({ owned }) => owned)),
      byteArray(some.map(othersBytes)),
      byteArray(some.map(({ top }) => topBytes(top))),
    ]);
  }
}

/** A project whose checks of `DAYS` days are rows, inserted day by day as they would be. */
async function fillProject(environment: BenchEnvironment, today: number, nth: number): Promise<FilledProject> {
  const { db, account } = environment;
  const [row] = await db.query<{ id: number }>(PROJECT, [account.id, today]);
  const project = projectRow(account.id, row!.id);
  const keywordIds = (await db.query<{ id: number }>(KEYWORD_ROWS, [account.id, project.id, KEYWORDS])).map(({ id }) => id);
  const moving = keywordIds.map((_, index) => createMovingKeyword(nth * KEYWORDS + index));
  const slots = Array.from({ length: DAYS }, (_, day) => today - (DAYS - day) * DAY_MINUTES);
  await db.query(SLOTS, [account.id, project.id, slots]);
  for (const slot of slots)
    await insertDay(
      db,
      project,
      slot,
      keywordIds,
      moving.map((keyword) => keyword.next(slot)),
    );
  return { project, keywordIds };
}

/** Packed months before the rows, for some keywords. */
async function fillPast(db: Db, { project, keywordIds }: FilledProject, oldest: number): Promise<void> {
  const moving = new Map<number, MovingKeyword>(keywordIds.slice(0, WITH_PAST).map((id) => [id, createMovingKeyword(id)]));
  for (let ago = PAST_MONTHS; ago > 0; ago--) {
    const [from, to] = [monthStart(oldest, -ago), monthStart(oldest, 1 - ago)];
    const slots = Array.from({ length: (to - from) / DAY_MINUTES }, (_, day) => from + day * DAY_MINUTES);
    await db.query(SLOTS, [project.accountId, project.id, slots]);
    await db.transaction(async (query) => {
      await query(LOCK, [PACK_LOCK]);
      await mergePacked(query, project, from, new Map([...moving].map(([id, keyword]) => [id, slots.map((slot) => keyword.next(slot))])));
    });
  }
}

/** Milliseconds that 95 of 100 queries take at most. */
async function p95(run: (nth: number) => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let nth = 0; nth < QUERIES; nth++) {
    const started = performance.now();
    await run(nth);
    times.push(performance.now() - started);
  }
  return quantile(
    times.toSorted((a, b) => a - b),
    0.95,
  );
}

export async function trackingHistory(environment: BenchEnvironment, { objects, say }: BenchSettings): Promise<BenchResult[]> {
  const { db } = environment;
  const today = Math.floor((Date.now() - Date.UTC(2000, 0, 1)) / 60_000 / DAY_MINUTES) * DAY_MINUTES;
  await db.query(MAKE);
  const projects: FilledProject[] = [];
  for (let nth = 0; nth < Math.max(1, Math.round(objects / KEYWORDS / DAYS)); nth++) {
    projects.push(await fillProject(environment, today, nth));
    say(`  ${((nth + 1) * KEYWORDS * DAYS).toLocaleString('en')} rows\n`);
  }
  await db.script('analyze rank_points');
  const rows = projects.length * KEYWORDS * DAYS;
  const [size] = await db.query<{ bytes: number; heap: number }>(SIZES);
  await fillPast(db, projects[0]!, monthStart(today - DAYS * DAY_MINUTES));

  const history = createHistory(db);
  const { project, keywordIds } = projects[0]!;
  const year = { from: today - 365 * DAY_MINUTES, to: today };
  await db.query(STATES, [project.accountId, project.id, today - DAY_MINUTES]);
  const { list } = createKeywordList(db, { clickShare });
  const tableMs = await p95(async () => {
    const { items } = await list(project, { limit: KEYWORDS, sort: 'position' });
    if (items.length !== KEYWORDS || items[0]!.position === null) throw new Error('the table is not complete');
    JSON.stringify(items);
  });
  const yearMs = await p95((nth) => history.ofKeyword(project, keywordIds[nth % WITH_PAST]!, year, { group: 'none', top: false }));
  const dayMs = await p95(async (nth) => {
    const from = today - (1 + (nth % DAYS)) * DAY_MINUTES;
    for await (const _ of history.ofProject(project, { from, to: from + DAY_MINUTES })) void _;
  });

  const cpu = process.cpuUsage();
  const [before] = await db.query<{ bytes: number; points: number }>(PACKED_SIZE);
  const task = createPackTask(db, 2, 0);
  // A month without rows is dropped at once. Each run ends after some seconds.
  let after = before!;
  for (let runs = 0, dropped = 0; runs < PACK_RUNS_MAX && (dropped === 0 || after.points === before!.points); runs++) {
    dropped = await task.run();
    [after] = (await db.query<{ bytes: number; points: number }>(PACKED_SIZE)) as [typeof after];
  }
  const packed = after.points - before!.points;
  const used = process.cpuUsage(cpu);
  say(
    `  packing: ${((used.user + used.system) / packed).toFixed(1)} µs of this process a check; heap ${(size!.heap / rows).toFixed(1)} bytes a row\n`,
  );

  const speed = (name: string, most: number, ms: number): BenchResult => ({
    name: `${name}, ${rows.toLocaleString('en')} rows`,
    ours: most,
    bare: ms,
    limit: 'ms that 95 of 100 queries took at most',
    expected: 1,
    digits: 1,
  });
  const bytes = (name: string, most: number, measured: number): BenchResult => ({
    name,
    ours: most,
    bare: measured,
    limit: 'bytes with indexes',
    expected: 1,
    digits: 1,
  });
  return [
    speed('most ms for a year of a keyword', QUERY_MS_MAX, yearMs),
    speed('most ms for a day of 10,000 keywords', QUERY_MS_MAX, dayMs),
    speed('most ms for the table of 10,000 keywords', TABLE_MS_MAX, tableMs),
    bytes('most bytes a check, as rows with ten pages', 145, size!.bytes / rows),
    bytes('most bytes a check, packed with ten pages', 24, (after.bytes - before!.bytes) / packed),
  ];
}
