// Helpers for tests of schedules: a clock that the test steps, projects and keywords as rows, and recorded checks.

import { SLOT_OUTCOMES } from '../lab/slot-outcomes.ts';
import { DEFAULT_PRICES } from '../src/business/credits/price.ts';
import { createCompose } from '../src/business/tracking/plan/compose.ts';
import { createPlanner, type PlannerParts } from '../src/business/tracking/plan/planner.ts';
import type { Account } from '../src/contract/order.ts';
import type { Db } from '../src/platform/db.ts';
import { PLACE } from './orders.ts';

const MINUTE_MS = 60_000;
const ORIGIN_MS = Date.UTC(2000, 0, 1);

/** Slot of a calendar time. The time is written as if it were UTC. */
export const slotOf = (calendarTime: string): number => Math.floor((Date.parse(`${calendarTime}Z`) - ORIGIN_MS) / MINUTE_MS);

export interface Clock {
  set(at: Date | string): Promise<void>;
  advance(minutes: number): Promise<void>;
  now(): Date;
}

/** Replaces `tracking_now()`, and creates `slot_outcomes()`. A table holds the time, so that a step is one update and no plan is made again. */
export async function steppedClock(db: Db, start: string): Promise<Clock> {
  let current = new Date(start);
  await db.script(`create table test_clock (at timestamptz not null);
    insert into test_clock values ('${current.toISOString()}');
    create or replace function tracking_now() returns timestamptz language sql stable as $$ select at from test_clock $$;
    ${SLOT_OUTCOMES}`);
  const write = { name: 'test_clock', text: 'update test_clock set at = $1' };
  const set = async (at: Date | string): Promise<void> => {
    current = new Date(at);
    await db.query(write, [current]);
  };
  return { set, advance: (minutes) => set(new Date(current.getTime() + minutes * MINUTE_MS)), now: () => current };
}

export const makeTrackingPartitions = (db: Db): Promise<unknown> =>
  db.query({ name: 'test_partitions', text: 'select make_tracking_partitions(3, 0)' });

export interface ProjectFields {
  readonly every: 'manual' | 'hours' | 'weekdays' | 'monthdays';
  readonly hours: number;
  readonly weekdays: readonly number[];
  readonly localTime: string;
  readonly timeZone: string;
  readonly windowMinutes: number;
  readonly catchUp: 'latest' | 'skip';
  readonly maxResults: number;
  readonly keyId: string;
  readonly retries: number;
  /** Slots after this one are due. */
  readonly lastSlot: number;
}

/** Returns the id of the project. */
export async function makeProject(
  db: Db,
  account: Account,
  fields: Partial<ProjectFields> & Pick<ProjectFields, 'lastSlot'>,
): Promise<number> {
  const [row] = await db.query<{ id: number }>(
    {
      name: 'test_project',
      text: `insert into projects (account_id, live, key_id, name, settings, max_results, every, every_hours, weekdays, local_time, time_zone,
          window_minutes, catch_up, retries_max, last_slot)
        values ($1, $2, $3, 'Test', '{}', $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) returning id`,
    },
    [
      account.id,
      account.mode === 'live',
      fields.keyId ?? account.keyId,
      fields.maxResults ?? 10,
      fields.every ?? 'weekdays',
      fields.hours ?? 1,
      fields.weekdays ?? [1, 2, 3, 4, 5, 6, 7],
      fields.localTime ?? '06:00',
      fields.timeZone ?? 'UTC',
      fields.windowMinutes ?? 0,
      fields.catchUp ?? 'latest',
      fields.retries ?? 2,
      fields.lastSlot,
    ],
  );
  await db.query({ name: 'test_project_next', text: 'update projects p set next_at = next_slot_at(p) where id = $1' }, [row!.id]);
  return row!.id;
}

const REQUEST = {
  region: { id: 'de', countryCode: 'DE' },
  regionSearch: null,
  priority: 'LOW',
  asynchronous: true,
  archivable: false,
  searchEngine: 'google',
  callback: null,
  callbackFormat: 'SIMPLE',
  maxResults: 10,
  isMobile: false,
  language: 'de',
};

/** Adds keywords that are due in every slot after the project's last one. Returns their ids. */
export async function addKeywords(db: Db, account: Account, projectId: number, count: number, name = 'keyword'): Promise<number[]> {
  const [variant] = await db.query<{ id: number }>(
    {
      name: 'test_variant',
      text: `insert into search_variants (account_id, live, engine, region_id, language, is_mobile, request) values ($1, $2, 'google', 'de', 'de', false, $3)
        on conflict (account_id, live, engine, region_id, language, is_mobile) do update set language = excluded.language returning id`,
    },
    [account.id, account.mode === 'live', JSON.stringify(REQUEST)],
  );
  const rows = await db.query<{ id: number }>(
    {
      name: 'test_keywords',
      text: `insert into tracked_keywords (account_id, project_id, variant_id, since_slot, keyword)
        select account_id, id, $2, last_slot, $4 || ' ' || n from projects, generate_series(1, $3) as n where id = $1 returning id`,
    },
    [projectId, variant!.id, count, name],
  );
  return rows.map(({ id }) => id);
}

/** A planner that reports to lists. Errors fail the test unless `onError` is given. */
export function testPlanner(db: Db, parts: Partial<PlannerParts> = {}) {
  const stops: { project: number; reason: string }[] = [];
  const planner = createPlanner(db, {
    compose: createCompose(DEFAULT_PRICES, () => ''),
    place: PLACE,
    backfill: null,
    isDiskFull: () => false,
    onPlaced: () => undefined,
    onStopped: (project, reason) => stops.push({ project, reason }),
    onError: (_, error) => {
      throw error;
    },
    ...parts,
  });
  return { ...planner, stops };
}

/** Gives every pending check a point, as if all results had arrived. Returns their number. */
export async function recordPending(db: Db): Promise<number> {
  const [row] = await db.query<{ count: number }>({
    name: 'test_record',
    text: `with done as (update checks set state = 2 where state = 0 returning account_id, project_id, slot, keyword_id), points as (
        insert into rank_points (account_id, project_id, slot, keyword_id, page_id, code, position, rank, depth, features, owned, others, top)
        select account_id, project_id, slot, keyword_id, 0, 1, 3, 3, 10, 0, 0, '', '' from done returning 1)
      select count(*)::integer as count from points`,
  });
  return row!.count;
}

export interface SlotRow {
  readonly slot: number;
  readonly kind: string;
  readonly state: string;
  readonly reason: string | null;
  readonly due_at: Date;
  readonly placed: number;
  readonly skipped: number;
  readonly depth: number;
}

export const slotsOf = (db: Db, projectId: number): Promise<SlotRow[]> =>
  db.query<SlotRow>(
    {
      name: 'test_slots',
      text: 'select slot, kind, state, reason, due_at, placed, skipped, depth from project_slots where project_id = $1 order by slot',
    },
    [projectId],
  );

/** Outcomes of all due slots of a project, as slot, keyword and outcome. */
export const outcomesOf = (db: Db, projectId: number) =>
  db.query<{ slot: number; keyword_id: number; outcome: string | null; reason: string | null }>(
    {
      name: 'test_outcomes',
      text: `select s.slot, o.keyword_id, o.outcome, o.reason from project_slots s
        cross join lateral slot_outcomes(s.account_id, s.project_id, s.slot) as o where s.project_id = $1 order by s.slot, o.keyword_id`,
    },
    [projectId],
  );

export async function projectRow(db: Db, projectId: number) {
  const [row] = await db.query<{ state: string; next_at: Date | null; last_slot: number; resume_at: Date | null }>(
    { name: 'test_project_row', text: 'select state, next_at, last_slot, resume_at from projects where id = $1' },
    [projectId],
  );
  return row!;
}

/** Charges of an account, the objects they are for, and checks that are not for one of them. */
export async function chargesOf(db: Db, account: Account) {
  const [row] = await db.query<{ charges: number; checks: number; tries: number; unmatched: number }>(
    {
      name: 'test_charges',
      text: `select (select count(*) from ledger where account_id = $1 and kind = 'charge')::integer as charges,
        (select count(*) from checks where account_id = $1)::integer as checks,
        (select coalesce(sum(tries), 0) from checks where account_id = $1)::integer as tries,
        (select count(*) from checks c where c.account_id = $1 and not exists (
          select 1 from ledger l where l.ref = c.object_id and l.kind = 'charge' and l.account_id = $1))::integer as unmatched`,
    },
    [account.id],
  );
  return row!;
}
