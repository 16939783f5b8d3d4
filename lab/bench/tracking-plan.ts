// Placing of checks: 100,000 keywords due in one hour, the memory of the planner, and creates with and without schedules beside them.
import { createCompose } from '#product/business/tracking/plan/compose.js';
import { createPlanner } from '#product/business/tracking/plan/planner.js';
import { loadWaiting } from '../load.ts';
import { median } from '../report.ts';
import { type BenchResult, goodRate, JSON_HEADERS, PLACE_SETTINGS, storedRequest } from './cases.ts';
import type { BenchEnvironment, BenchSettings } from './environment.ts';

const KEYWORDS = 100_000;
const WINDOW_MINUTES = 60;
/** The clock of schedules steps as fast as the planner is called in reality. */
const STEP_SECONDS = 1;
/** Share of the memory by which the second half of the window may differ from the first. */
const MEMORY_TOLERANCE = 0.1;

/** Steps the clock of schedules. The function reads a table, so that no plan is made again. */
const CLOCK = `create table if not exists bench_clock (at timestamptz not null);
  truncate bench_clock; insert into bench_clock values (date_trunc('hour', now(), 'UTC') + interval '1 hour');
  create or replace function tracking_now() returns timestamptz language sql stable as $$ select at from bench_clock $$`;
const STEP = { name: 'bench_step', text: 'update bench_clock set at = at + make_interval(secs => $1)' };
const RECORD = { name: 'bench_record', text: 'update checks set state = 2 where state = 0' };
const STATE = { name: 'bench_slot', text: `select state, placed from project_slots where kind = 'schedule' order by slot limit 1` };

/** A project by hours with its keywords, due at the next full hour of the clock. */
async function fill({ db, account }: BenchEnvironment, request: string): Promise<void> {
  await db.script(CLOCK);
  await db.script('select make_tracking_partitions(3, 0)');
  await db.script(`delete from projects; truncate checks, rank_points`);
  const { keyword: _, ...variant } = JSON.parse(request);
  await db.query(
    {
      name: 'bench_project',
      text: `with v as (
          insert into search_variants (account_id, live, engine, region_id, language, is_mobile, request) values ($1, false, 'google', 'US', 'en', false, $3)
          on conflict (account_id, live, engine, region_id, language, is_mobile) do update set request = excluded.request returning id
        ), p as (
          insert into projects (account_id, live, key_id, name, settings, max_results, every, window_minutes, last_slot, next_at)
          select $1, false, $2, 'Bench', '{}', 10, 'hours', $4, slot_at(at at time zone 'UTC') - 60, at from bench_clock returning id, account_id, last_slot
        )
        insert into tracked_keywords (account_id, project_id, variant_id, since_slot, keyword)
        select p.account_id, p.id, v.id, p.last_slot, 'red shoes ' || n from p, v, generate_series(1, $5::integer) as n`,
    },
    [account.id, account.keyId, JSON.stringify(variant), WINDOW_MINUTES, KEYWORDS],
  );
}

const plannerOf = ({ db }: BenchEnvironment) =>
  createPlanner(db, {
    compose: createCompose({}, () => ''),
    place: PLACE_SETTINGS,
    backfill: null,
    isDiskFull: () => false,
    onPlaced: () => undefined,
    onStopped: (_, reason) => {
      throw new Error(`the project was stopped: ${reason}`);
    },
    onError: (_, error) => {
      throw error;
    },
  });

/** Steps through the window. Returns the time of the planner, the checks of its busiest second, and the memory of both halves. */
async function placeWindow(environment: BenchEnvironment) {
  const planner = plannerOf(environment);
  // The planner looks once a second, so the last checks come up to a few seconds after the window.
  const steps = (WINDOW_MINUTES * 60) / STEP_SECONDS + 5;
  const memory: number[] = [];
  let [most, ms] = [0, 0];
  for (let step = 0; step < steps; step++) {
    const started = performance.now();
    const count = await planner.run();
    ms += performance.now() - started;
    most = Math.max(most, count);
    if (step % 60 === 0) memory.push(process.memoryUsage().rss);
    await environment.db.query(STEP, [STEP_SECONDS]);
  }
  const half = Math.floor(memory.length / 2);
  return { most, seconds: ms / 1000, memory: [median(memory.slice(1, half)), median(memory.slice(half))] as const };
}

export async function trackingPlan(environment: BenchEnvironment, { roundCount, seconds, say }: BenchSettings): Promise<BenchResult[]> {
  const api = await environment.startApi();
  const request = await storedRequest(environment, api);
  await fill(environment, request);
  const window = await placeWindow(environment);
  const [slot] = await environment.db.query<{ state: string; placed: number }>(STATE);
  if (slot?.state !== 'done' || slot.placed !== KEYWORDS)
    throw new Error(`${slot?.placed} of ${KEYWORDS} checks were placed, and the slot is ${slot?.state}`);
  say(`  ${KEYWORDS} checks in ${window.seconds.toFixed(1)} s of the planner, at most ${window.most} in a second of the window\n`);

  // Creates of another kind of work, alternately alone and beside a planner that places a slot without a window.
  const batch = JSON.stringify(Array.from({ length: 100 }, (_, index) => ({ keyword: `red shoes ${index}`, region: 'US' })));
  const creates = async (): Promise<number> => {
    const requests = [{ path: '/serp/new/list', method: 'POST', headers: JSON_HEADERS(environment.key), body: batch }];
    return goodRate(await loadWaiting({ origin: api.base, requests, clients: 4, seconds }), 100).rate;
  };
  const [beside, alone]: [number[], number[]] = [[], []];
  for (let round = 0; round < roundCount; round++) {
    await environment.reset();
    await environment.db.query(RECORD);
    alone.push(await creates());
    await environment.reset();
    await fill(environment, request);
    const planner = plannerOf(environment);
    let isOver = false;
    const planning = (async () => {
      // The rate of a window of an hour: one call a second, as a worker does.
      while (!isOver) {
        await planner.run();
        await environment.db.query(STEP, [STEP_SECONDS]);
        await new Promise((resolve) => setTimeout(resolve, STEP_SECONDS * 1000));
      }
    })();
    beside.push(await creates());
    isOver = true;
    await planning;
  }
  await api.stop();
  await environment.db.script('create or replace function tracking_now() returns timestamptz language sql stable as $$ select now() $$');
  return [
    {
      name: 'checks/s while planning',
      ours: KEYWORDS / window.seconds,
      bare: KEYWORDS / (WINDOW_MINUTES * 60),
      limit: 'the rate of the window',
      expected: 2,
    },
    {
      name: 'memory of the planner, first half, MB',
      ours: window.memory[0] / 2 ** 20,
      bare: window.memory[1] / 2 ** 20,
      limit: 'second half of the window',
      expected: 1 - MEMORY_TOLERANCE,
    },
    {
      name: 'creates/s beside a schedule',
      ours: median(beside),
      bare: median(alone),
      limit: 'without one',
      expected: 0.97,
      all: { ours: beside, bare: alone },
    },
  ];
}
