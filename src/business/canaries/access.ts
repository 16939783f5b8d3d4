// Canaries for operators: states, the log of runs, and runs on request.

import type { CanaryEngine, CanaryOutcome, CanaryRun, PublishedCanary } from '../../contract/canaries.ts';
import { toDateTime } from '../../contract/dates.ts';
import type { Db } from '../../platform/db.ts';
import type { Audit } from '../accounts/audit.ts';

/** The state of one canary at one source. */
export interface CanaryStateRow {
  readonly engine: string;
  readonly source: string;
  readonly canary: string;
  readonly dueAt: string;
  readonly lastRunAt: string | null;
  readonly outcome: CanaryOutcome | null;
  readonly reason: string | null;
  readonly running: boolean;
}

export interface CanarySourceRow {
  readonly engine: string;
  readonly source: string;
  readonly failingSince: string | null;
  readonly suspectSince: string | null;
  readonly reason: string | null;
  readonly switchedOff: boolean;
}

/** Runs of today (UTC). */
export interface CanaryUsage {
  readonly engine: string;
  readonly source: string;
  readonly runs: number;
}

export interface CanaryStates {
  readonly canaries: readonly PublishedCanary[];
  readonly sources: readonly CanarySourceRow[];
  readonly states: readonly CanaryStateRow[];
  readonly usage: readonly CanaryUsage[];
  /** Counted runs of today by the name of the budget. */
  readonly spent: ReadonlyMap<string, number>;
}

export interface CanaryAccess {
  /** `budgets` are the names under which runs are counted. */
  read(budgets: readonly string[]): Promise<CanaryStates>;
  runs(engine: string | null, source: string | null, limit: number): Promise<CanaryRun[]>;
  /** Makes these canaries due at once. Returns false while one of them runs or is already requested. */
  request(engine: string, source: string, canaries: readonly string[], by?: string): Promise<boolean>;
}

const CANARIES = { name: 'canary_read', text: 'select definition::text as definition from canaries order by engine, id' };
/**
 * An operator who switched the source on again has overruled the canaries. The source may have been wrong since the
 * canaries that failed had last passed: a failure is certain only hours later.
 */
const SOURCES = {
  name: 'canary_read_sources',
  text: `select o.engine, o.source, o.failing_since, o.reason, d.source is not null as off,
      case when o.failing_since is not null then coalesce((
        select min(coalesce(passed, first_failed)) from (
          select max(at) filter (where outcome = 'passed') as passed, min(at) filter (where outcome = 'failed') as first_failed,
            max(at) filter (where outcome = 'failed') as failed from (
            select r.canary, r.outcome, r.at from canary_runs r
            where r.engine = o.engine and r.source = o.source and r.at <= o.failing_since order by r.id desc limit 2000
          ) as recent group by canary
        ) as ends where failed > passed or passed is null
      ), o.failing_since) end as suspect_since
    from canary_sources o
    left join disabled_sources d on d.engine = o.engine and d.source = o.source and d.since = o.switched_off_at
    order by o.engine, o.source`,
};
const STATES = {
  name: 'canary_read_states',
  text: `select engine, source, canary, due_at, last_at, last_outcome, last_reason, coalesce(claimed_until > now(), false) as running
    from canary_states order by engine, source, canary`,
};
const USAGE = {
  name: 'canary_usage',
  text: `select engine, source, count(*)::integer as runs from canary_runs
    where at >= date_trunc('day', now() at time zone 'UTC') at time zone 'UTC' group by engine, source`,
};
const SPENT = {
  name: 'canary_spent',
  text: `select provider, calls::double precision as calls from provider_days
    where day = (now() at time zone 'UTC')::date and provider = any ($1)`,
};
const RUNS = {
  name: 'canary_read_runs',
  text: `select id, at, engine, source, canary, outcome, reason, attempt, ms from canary_runs
    where ($1::text is null or engine = $1) and ($2::text is null or source = $2) order by id desc limit $3`,
};
const LOCK_SOURCE = {
  name: 'canary_request_source',
  text: `insert into canary_sources (engine, source) values ($1, $2) on conflict (engine, source) do update set engine = excluded.engine returning source`,
};
/** A request that no worker took up counts no longer after five minutes. */
const OPEN = {
  name: 'canary_request_open',
  text: `select canary from canary_states where engine = $1 and source = $2
    and (claimed_until > now() or requested_at > now() - interval '5 minutes') limit 1`,
};
const REQUEST = {
  name: 'canary_request',
  text: `insert into canary_states (engine, source, canary, due_at, requested_at)
    select $1, $2, canary, now(), now() from unnest($3::text[]) as c (canary) order by canary
    on conflict (engine, source, canary) do update set due_at = now(), requested_at = now()`,
};

interface SourceRow {
  readonly engine: string;
  readonly source: string;
  readonly failing_since: Date | null;
  readonly suspect_since: Date | null;
  readonly reason: string | null;
  readonly off: boolean;
}
interface StateRow {
  readonly engine: string;
  readonly source: string;
  readonly canary: string;
  readonly due_at: Date;
  readonly last_at: Date | null;
  readonly last_outcome: CanaryOutcome | null;
  readonly last_reason: string | null;
  readonly running: boolean;
}
interface RunRow {
  readonly id: number;
  readonly at: Date;
  readonly engine: string;
  readonly source: string;
  readonly canary: string;
  readonly outcome: CanaryOutcome;
  readonly reason: string | null;
  readonly attempt: string;
  readonly ms: number;
}

export function createCanaryAccess(db: Db, audit: Audit): CanaryAccess {
  return {
    read: async (budgets) => {
      const [canaries, sources, states, usage, spent] = await Promise.all([
        db.query<{ definition: string }>(CANARIES),
        db.query<SourceRow>(SOURCES),
        db.query<StateRow>(STATES),
        db.query<CanaryUsage>(USAGE),
        db.query<{ provider: string; calls: number }>(SPENT, [budgets]),
      ]);
      return {
        canaries: canaries.map(({ definition }) => JSON.parse(definition) as PublishedCanary),
        sources: sources.map(({ engine, source, failing_since, suspect_since, reason, off }) => ({
          engine,
          source,
          failingSince: toDateTime(failing_since),
          suspectSince: toDateTime(suspect_since),
          reason,
          switchedOff: off,
        })),
        states: states.map(({ engine, source, canary, due_at, last_at, last_outcome, last_reason, running }) => ({
          engine,
          source,
          canary,
          dueAt: toDateTime(due_at),
          lastRunAt: toDateTime(last_at),
          outcome: last_outcome,
          reason: last_reason,
          running,
        })),
        usage,
        spent: new Map(spent.map(({ provider, calls }) => [provider, calls])),
      };
    },
    runs: async (engine, source, limit) =>
      (await db.query<RunRow>(RUNS, [engine, source, limit])).map((row) => ({
        ...row,
        id: String(row.id),
        at: toDateTime(row.at),
        engine: row.engine as CanaryEngine,
      })),
    request: (engine, source, canaries, by) =>
      db.transaction(async (query) => {
        await query(LOCK_SOURCE, [engine, source]);
        if ((await query(OPEN, [engine, source])).length > 0) return false;
        await query(REQUEST, [engine, source, canaries]);
        await audit.record(query, 'canary.run', `${engine}/${source}`, {}, by);
        return true;
      }),
  };
}
