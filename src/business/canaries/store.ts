// Canaries in the database: which ones exist, which are due, and what their runs found.
import { randomBytes } from 'node:crypto';
import type { CanaryOutcome, PublishedCanary } from '../../contract/canaries.ts';
import type { Db } from '../../platform/db.ts';
import type { Audit } from '../accounts/audit.ts';
import { type CanaryHistory, NO_HISTORY, nextHistory, secondsToNextRun } from './rules.ts';
import { followRun, type OffSource, type SwitchTerms, switchOn } from './switch.ts';

/** One canary at one source. */
export interface CanaryTarget {
  readonly engine: string;
  readonly source: string;
  readonly canary: string;
}

/** A canary at a source that may take turns with others. */
export interface RotatedCanary extends CanaryTarget {
  /** Sources that take turns, this one included. Absent for a source of its own. */
  readonly rotation?: readonly string[];
}

export interface ClaimedCanary extends CanaryTarget {
  /** Fence: the run counts only while the claim holds. */
  readonly claim: string;
}

export interface CanaryRunEnd {
  readonly outcome: CanaryOutcome;
  readonly reason: string | null;
  readonly attempt: string;
  readonly ms: number;
}

export interface RecordTerms extends Omit<SwitchTerms, 'failing'> {
  readonly intervalSeconds: number;
  /** For a source with a budget: no run follows another one sooner. See `paceSeconds()`. */
  readonly paceSeconds?: number;
  /** See `RotatedCanary`. */
  readonly rotation?: readonly string[];
}

export interface CanaryStore {
  /** Replaces the list. Returns false when it was the same already. */
  publish(canaries: readonly PublishedCanary[]): Promise<boolean>;
  published(): Promise<PublishedCanary[]>;
  /** Adds what is new. Its first run is due at a random time of the interval, or of as many intervals as sources take turns. */
  register(targets: readonly RotatedCanary[], intervalSeconds: number): Promise<void>;
  /** Returns one due canary of these, or null. No other process gets it until `leaseSeconds` are over. */
  claim(targets: readonly CanaryTarget[], gapSeconds: number, leaseSeconds: number): Promise<ClaimedCanary | null>;
  /** Gives a claim back without a run. */
  release(claimed: ClaimedCanary, retrySeconds: number): Promise<void>;
  /** Records a run, with its consequences for the source, in one transaction. Returns false when the claim was lost. */
  record(claimed: ClaimedCanary, end: CanaryRunEnd, terms: RecordTerms): Promise<boolean>;
  /** Switches on what canaries switched off. */
  restore(): Promise<number>;
  /** Removes old runs, and states that no worker has. Returns the number of rows. */
  tidy(runDays: number): Promise<number>;
}

const PUBLISHED = { name: 'canaries', text: 'select definition::text as definition from canaries order by id' };
/** API processes of one installation publish one after the other. */
const LOCK = { name: 'canary_lock', text: `select pg_advisory_xact_lock(hashtext('canaries'))` };
const REMOVE = { name: 'canary_remove', text: 'delete from canaries where not id = any ($1)' };
const PUBLISH = {
  name: 'canary_publish',
  text: `insert into canaries (id, engine, definition) select * from unnest($1::text[], $2::text[], $3::json[])
    on conflict (id) do update set engine = excluded.engine, definition = excluded.definition`,
};
const REGISTER = {
  name: 'canary_register',
  text: `with wanted as (
      select * from unnest($1::text[], $2::text[], $3::text[], $4::double precision[]) as w (engine, source, canary, seconds)
    ),
    sources as (
      insert into canary_sources (engine, source) select distinct engine, source from wanted order by engine, source on conflict do nothing
    )
    insert into canary_states as s (engine, source, canary, due_at)
    select engine, source, canary, now() + make_interval(secs => seconds * (0.1 + 0.9 * random())) from wanted
    order by engine, source, canary
    on conflict (engine, source, canary) do update set seen_at = now() where s.seen_at < now() - interval '1 hour'`,
};
/** A requested run does not wait for the gap between runs. */
const CLAIM = {
  name: 'canary_claim',
  text: `with wanted as (select * from unnest($1::text[], $2::text[], $3::text[]) as w (engine, source, canary)),
    due as (
      select s.engine, s.source, s.canary from canary_states s
      join wanted using (engine, source, canary)
      join canary_sources o on o.engine = s.engine and o.source = s.source
      where s.due_at <= now() and (s.claimed_until is null or s.claimed_until < now())
        and (o.next_run_at <= now() or s.requested_at is not null)
      order by s.due_at limit 1 for update of s, o skip locked
    ),
    spaced as (
      update canary_sources o set next_run_at = now() + make_interval(secs => $4::double precision)
      from due where o.engine = due.engine and o.source = due.source
    )
    update canary_states s set claimed_until = now() + make_interval(secs => $5::double precision), claimed_by = $6
    from due where s.engine = due.engine and s.source = due.source and s.canary = due.canary
    returning s.engine, s.source, s.canary`,
};
const RELEASE = {
  name: 'canary_release',
  text: `update canary_states set claimed_until = null, claimed_by = null, due_at = now() + make_interval(secs => $5::double precision), requested_at = null
    where engine = $1 and source = $2 and canary = $3 and claimed_by = $4`,
};
const LOCK_ENGINE = {
  name: 'canary_lock_engine',
  text: `select source, history::text as history, failing_since is not null as failing, switched_off_at from canary_sources
    where engine = $1 order by source for update`,
};
const KNOWN = { name: 'canary_known', text: 'select canary from canary_states where engine = $1 and source = $2' };
const FINISH = {
  name: 'canary_finish',
  text: `update canary_states set claimed_until = null, claimed_by = null, requested_at = null, last_at = now(), last_outcome = $5, last_reason = $6,
      due_at = now() + make_interval(secs => $7::double precision)
    where engine = $1 and source = $2 and canary = $3 and claimed_by = $4 returning canary`,
};
const LOG = {
  name: 'canary_log',
  text: 'insert into canary_runs (engine, source, canary, outcome, reason, attempt, ms) values ($1, $2, $3, $4, $5, $6, $7)',
};
const JUDGED = {
  name: 'canary_judged',
  text: `update canary_sources set history = $3, failing_since = case when $4 then coalesce(failing_since, now()) end,
      reason = case when not $4 then null else coalesce($5, reason) end
    where engine = $1 and source = $2`,
};
const OFF = {
  name: 'canary_off_sources',
  text: `select engine, source from canary_sources where switched_off_at is not null order by engine, source`,
};
const DROP_RUNS = {
  name: 'canary_drop_runs',
  text: `delete from canary_runs where id in (select id from canary_runs where at < now() - make_interval(days => $1) order by at limit 10000) returning 1 as one`,
};
const DROP_STATES = {
  name: 'canary_drop_states',
  text: `delete from canary_states s where (s.claimed_until is null or s.claimed_until < now())
      and (s.seen_at < now() - interval '1 day' or not exists (select from canaries c where c.id = s.canary))
    returning 1 as one`,
};
const UNTESTED = {
  name: 'canary_untested_sources',
  text: `select engine, source from canary_sources o
    where not exists (select from canary_states s where s.engine = o.engine and s.source = o.source) order by engine, source`,
};
const DROP_SOURCE = {
  name: 'canary_drop_source',
  text: `delete from canary_sources o where engine = $1 and source = $2
    and not exists (select from canary_states s where s.engine = o.engine and s.source = o.source) returning 1 as one`,
};

interface SourceRow {
  readonly source: string;
  readonly history: string;
  readonly failing: boolean;
  readonly switched_off_at: Date | null;
}

const columnsOf = (targets: readonly CanaryTarget[]) => [
  targets.map(({ engine }) => engine),
  targets.map(({ source }) => source),
  targets.map(({ canary }) => canary),
];
const historyOf = (text: string): CanaryHistory => ({ ...NO_HISTORY, ...(JSON.parse(text) as Partial<CanaryHistory>) });

export function createCanaryStore(db: Db, audit: Audit): CanaryStore {
  const published = async (query: Db['query']): Promise<PublishedCanary[]> =>
    (await query<{ definition: string }>(PUBLISHED)).map(({ definition }) => JSON.parse(definition) as PublishedCanary);
  const putBack = async (sources: readonly OffSource[]): Promise<number> => {
    let count = 0;
    for (const source of sources) if (await db.transaction((query) => switchOn(query, audit, source))) count++;
    return count;
  };
  return {
    publish: (canaries) =>
      db.transaction(async (query) => {
        await query(LOCK);
        const sorted = [...canaries].sort((one, other) => (one.id < other.id ? -1 : 1));
        if (JSON.stringify(await published(query)) === JSON.stringify(sorted)) return false;
        await query(REMOVE, [sorted.map(({ id }) => id)]);
        const texts = sorted.map((canary) => JSON.stringify(canary));
        await query(PUBLISH, [sorted.map(({ id }) => id), sorted.map(({ engine }) => engine), texts]);
        return true;
      }),
    published: () => published(db.query),
    register: async (targets, intervalSeconds) => {
      const seconds = targets.map(({ rotation }) => intervalSeconds * (rotation?.length ?? 1));
      if (targets.length > 0) await db.query(REGISTER, [...columnsOf(targets), seconds]);
    },
    claim: async (targets, gap, lease) => {
      if (targets.length === 0) return null;
      const claim = randomBytes(9).toString('base64url');
      const [row] = await db.query<CanaryTarget>(CLAIM, [...columnsOf(targets), gap, lease, claim]);
      return row ? { ...row, claim } : null;
    },
    release: async ({ engine, source, canary, claim }, retrySeconds) => {
      await db.query(RELEASE, [engine, source, canary, claim, retrySeconds]);
    },
    record: (
      { engine, source, canary, claim },
      { outcome, reason: stated, attempt, ms },
      { intervalSeconds, paceSeconds, rotation = [source], ...terms },
    ) =>
      db.transaction(async (query) => {
        // Reasons quote pages and registries. PostgreSQL stores no text with a NUL.
        const reason = stated?.replaceAll('\0', '') ?? null;
        // Always the sources first, then a state, so that two transactions never wait for each other.
        const sources = await query<SourceRow>(LOCK_ENGINE, [engine]);
        const own = sources.find((row) => row.source === source);
        if (!own) return false;
        const before = historyOf(own.history);
        const known = (await query<{ canary: string }>(KNOWN, [engine, source])).map((row) => row.canary);
        const after = outcome === 'inconclusive' ? before : nextHistory(before, { canary, passed: outcome === 'passed' }, known);
        const others = sources.filter((row) => row.failing && row.source !== source && rotation.includes(row.source));
        // Its next turn may be far away, so a first failure is followed up at once.
        const isAwaited = after.failed.includes(canary) || (rotation.length > 1 && outcome === 'failed');
        const spread = { pace: paceSeconds, sources: rotation.length, failing: others.length + 1 };
        const seconds = secondsToNextRun(intervalSeconds, isAwaited, Math.random(), spread);
        if ((await query(FINISH, [engine, source, canary, claim, outcome, reason, seconds])).length === 0) return false;
        await query(LOG, [engine, source, canary, outcome, reason, attempt, ms]);
        if (outcome === 'inconclusive') return true;
        const why = outcome === 'failed' ? reason : null;
        await query(JUDGED, [engine, source, JSON.stringify(after), after.isFailing, why]);
        const isOff = own.switched_off_at !== null;
        const failing = new Set(sources.filter((row) => row.failing).map((row) => row.source));
        await followRun(query, audit, { engine, source, isFailing: after.isFailing, isOff, reason: why }, { ...terms, failing });
        return true;
      }),
    restore: async () => putBack(await db.query<OffSource>(OFF)),
    tidy: async (runDays) => {
      const runs = await db.query(DROP_RUNS, [runDays]);
      const states = await db.query(DROP_STATES);
      const untested = await db.query<OffSource>(UNTESTED);
      for (const row of untested) {
        await db.transaction(async (query) => {
          await query(LOCK_ENGINE, [row.engine]);
          await switchOn(query, audit, row);
          await query(DROP_SOURCE, [row.engine, row.source]);
        });
      }
      return runs.length + states.length + untested.length;
    },
  };
}
