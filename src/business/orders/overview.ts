// The overview from the tables: queue, workers, failing callbacks and recent source attempts.

import type { Overview } from '../../contract/admin-reads.ts';
import { toDateTime } from '../../contract/dates.ts';
import type { Attempt } from '../../contract/serp.ts';
import { MODES, PRIORITIES } from '../../contract/vocabulary.ts';
import type { Db } from '../../platform/db.ts';
import { type FailingCallback, failingHostsOf, selectFailing } from '../callbacks/failing-hosts.ts';

/** The part of the overview from the tables. The processes add the rest. */
export type OverviewTables = Pick<Overview, 'at' | 'sample' | 'engines' | 'modes' | 'queue' | 'labels' | 'callbacks' | 'workers'> & {
  readonly database: Omit<Overview['database'], 'drift'>;
};

/** Seconds of cooldown left, by `engine/mode/source`. */
export type Cooldowns = ReadonlyMap<string, number>;

const WINDOW_SECONDS = 3600;
const SAMPLE_MAX = 2000;
const FAILING_MAX = 500;
/** Jobs and callbacks whose mode is looked up. */
const MODE_SAMPLE_MAX = 5000;

const OVERVIEW = {
  name: 'overview',
  text: `select
      (select coalesce(json_agg(s), '[]') from (
        select o.live, coalesce(o.request->>'searchEngine', o.request->>'source', o.request->>'aiService') as engine, r.verdict, r.attempts, r.detail
        from (select id, retention_class, verdict, attempts, detail from results where id >= id_at(now() - make_interval(secs => $1)) order by id desc limit $2) as r
        join objects o on o.id = r.id and o.retention_class = r.retention_class) as s) as sample,
      (select coalesce(json_agg(s), '[]') from (
        select o.live, coalesce(o.request->>'searchEngine', o.request->>'source', o.request->>'aiService') as engine, null as verdict, q.attempts, '{}'::json as detail
        from (select object_id, retention_class, attempts from queue where attempts is not null order by object_id desc limit $2) as q
        join objects o on o.id = q.object_id and o.retention_class = q.retention_class) as s) as unfinished,
      (select coalesce(json_agg(q), '[]') from queue_by_mode($4, $5) as q) as queue,
      (select coalesce(json_agg(b), '[]') from callbacks_by_mode($5) as b) as outbox,
      (select coalesce(json_agg(l), '[]') from (
        select coalesce(q.label, w.label) as label, coalesce(q.waiting, 0) as waiting, coalesce(q.running, 0) as running, coalesce(q.oldest, 0) as "oldestSeconds",
          coalesce(w.workers, 0) as workers
        from (
          select label, count(*) filter (where lease is null) as waiting, count(*) filter (where lease is not null) as running,
            greatest(0, extract(epoch from now() - min(run_at) filter (where due and lease is null))) as oldest from queue where label <> '' group by label
        ) as q full join (select label, count(*) as workers from workers, unnest(labels) as label where label <> '' group by label) as w on w.label = q.label
        order by 1) as l) as labels,
      (select coalesce(json_agg(f), '[]') from (${selectFailing('$3')}) as f) as failing,
      (select coalesce(json_agg(w), '[]') from (
        select token, labels, extract(epoch from now() - seen_at) as seen, (select count(*) from queue q where q.lease = workers.token) as running
        from workers order by token) as w) as workers,
      current_setting('server_version') as version, pg_database_size(current_database()) as bytes,
      (select count(*) from pg_stat_activity where datname = current_database())::integer as connections,
      current_setting('max_connections')::integer as connections_max,
      (select extract(epoch from now() - upto) from usage_counted)::double precision as behind`,
};

interface Sampled {
  readonly live: boolean;
  readonly engine: string | null;
  readonly verdict: string | null;
  readonly attempts: readonly Attempt[];
  readonly detail: { readonly found?: number; readonly asked?: number; readonly filled?: Readonly<Record<string, number>> };
}
interface Row {
  readonly sample: string;
  readonly unfinished: string;
  readonly queue: string;
  readonly outbox: string;
  readonly labels: string;
  readonly failing: string;
  readonly workers: string;
  readonly version: string;
  readonly bytes: number;
  readonly connections: number;
  readonly connections_max: number;
  readonly behind: number;
}

interface QueueRow {
  readonly live: boolean;
  readonly priority: number;
  readonly waiting: number;
  readonly running: number;
  readonly oldest_seconds: number;
}
interface OutboxRow {
  readonly live: boolean;
  readonly pending: number;
  readonly failing: number;
  readonly oldest_seconds: number;
}

/** `deadlineSeconds` are those that orders are placed with. They tell when a scheduled object first became due. */
export function createReadOverview(db: Db, deadlineSeconds: readonly number[] = []): (resting: Cooldowns) => Promise<OverviewTables> {
  return async (resting) => {
    const [row] = await db.query<Row>(OVERVIEW, [WINDOW_SECONDS, SAMPLE_MAX, FAILING_MAX, deadlineSeconds, MODE_SAMPLE_MAX]);
    const sample = JSON.parse(row!.sample) as Sampled[];
    const unfinished = JSON.parse(row!.unfinished) as Sampled[];
    const queue = JSON.parse(row!.queue) as QueueRow[];
    const outbox = JSON.parse(row!.outbox) as OutboxRow[];
    const workers = JSON.parse(row!.workers) as { token: string; labels: string[]; seen: number; running: number }[];
    return {
      at: toDateTime(new Date()),
      sample: { objects: sample.length, since: toDateTime(new Date(Date.now() - WINDOW_SECONDS * 1000)) },
      engines: enginesOf([...sample, ...unfinished], resting),
      modes: MODES.map((mode) => ({
        mode,
        queue: queueOf(queue.filter(({ live }) => live === (mode === 'live'))),
        callbacks: callbacksOf(outbox.filter(({ live }) => live === (mode === 'live'))),
      })),
      queue: queueOf(queue),
      labels: JSON.parse(row!.labels) as Overview['labels'],
      callbacks: {
        pending: callbacksOf(outbox).pending,
        oldestSeconds: callbacksOf(outbox).oldestSeconds,
        failing: failingHostsOf(JSON.parse(row!.failing) as FailingCallback[]),
      },
      workers: workers.map(({ token, labels, seen, running }) => ({
        token,
        seenSeconds: Math.max(0, seen),
        running,
        labels: labels.filter(Boolean).sort(),
        labelsOnly: !labels.includes(''),
      })),
      database: {
        version: row!.version,
        bytes: row!.bytes,
        connections: row!.connections,
        connectionsMax: row!.connections_max,
        usageBehindSeconds: Math.max(0, row!.behind),
      },
    };
  };
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

function queueOf(rows: readonly QueueRow[]): Overview['queue'] {
  return PRIORITIES.map((priority, number) => {
    const own = rows.filter((row) => row.priority === number);
    return {
      priority,
      waiting: sum(own.map(({ waiting }) => waiting)),
      running: sum(own.map(({ running }) => running)),
      oldestSeconds: Math.max(0, ...own.map(({ oldest_seconds }) => oldest_seconds)),
    };
  });
}

const callbacksOf = (rows: readonly OutboxRow[]): Overview['modes'][number]['callbacks'] => ({
  pending: sum(rows.map(({ pending }) => pending)),
  failing: sum(rows.map(({ failing }) => failing)),
  oldestSeconds: Math.max(0, ...rows.map(({ oldest_seconds }) => oldest_seconds)),
});

type Figures = Overview['engines'][number];
const COUNTED: Readonly<Record<string, 'ok' | 'blocked' | 'unreachable' | 'unreadable'>> = {
  valid: 'ok',
  empty: 'ok',
  reused: 'ok',
  blocked: 'blocked',
  suspect: 'blocked',
  unreachable: 'unreachable',
  unparsed: 'unreadable',
};

/** Live before test. */
const orderOf = (circuit: string): number => (circuit.split('/')[1] === 'live' ? 0 : 1);

/** Returns one row per engine, mode and source, including sources in cooldown without recent attempts. */
function enginesOf(sample: readonly Sampled[], resting: Cooldowns): Figures[] {
  const circuits = new Map<string, { counts: Record<'ok' | 'blocked' | 'unreachable' | 'unreadable', number>; ms: number[] }>();
  const circuitOf = (name: string) => {
    const circuit = circuits.get(name) ?? { counts: { ok: 0, blocked: 0, unreachable: 0, unreadable: 0 }, ms: [] };
    circuits.set(name, circuit);
    return circuit;
  };
  for (const name of resting.keys()) circuitOf(name);
  for (const { engine, live, attempts } of sample) {
    for (const { source, outcome, ms } of attempts) {
      const circuit = circuitOf(`${engine ?? 'unknown'}/${live ? 'live' : 'test'}/${source}`);
      circuit.counts[COUNTED[outcome] ?? 'unreadable']++;
      circuit.ms.push(ms);
    }
  }
  const yields = yieldOf(sample);
  return [...circuits]
    .sort(([a], [b]) => orderOf(a) - orderOf(b) || (a < b ? -1 : 1))
    .map(([name, { counts, ms }]) => {
      const [engine = '', mode = '', ...source] = name.split('/');
      const cooldown = resting.get(name);
      ms.sort((a, b) => a - b);
      const at = (share: number): number => ms[Math.min(ms.length - 1, Math.floor(ms.length * share))] ?? 0;
      return {
        engine,
        source: source.join('/'),
        mode: mode === 'live' ? 'live' : 'test',
        ...counts,
        p50Ms: at(0.5),
        p95Ms: at(0.95),
        fill: yields.get(`${engine}/${mode}`) ?? {},
        ...(cooldown === undefined ? {} : { resting: toDateTime(new Date(Date.now() + cooldown * 1000)) }),
      };
    });
}

/** By `engine/mode`. */
function yieldOf(sample: readonly Sampled[]): Map<string, Record<string, number>> {
  const engines = new Map<string, { pages: number; found: number; asked: number; arrays: Map<string, number> }>();
  for (const { engine, live, verdict, detail } of sample) {
    if (engine === null || verdict !== 'valid' || detail.filled === undefined) continue;
    const name = `${engine}/${live ? 'live' : 'test'}`;
    const sums = engines.get(name) ?? { pages: 0, found: 0, asked: 0, arrays: new Map() };
    engines.set(name, sums);
    sums.pages++;
    sums.found += Math.min(detail.found ?? 0, detail.asked ?? 0);
    sums.asked += detail.asked ?? 0;
    for (const array of Object.keys(detail.filled)) sums.arrays.set(array, (sums.arrays.get(array) ?? 0) + 1);
  }
  const share = (part: number, whole: number): number => Math.round((1000 * part) / Math.max(1, whole)) / 1000;
  return new Map(
    [...engines].map(([name, { pages, found, asked, arrays }]) => [
      name,
      { ...Object.fromEntries([...arrays].map(([array, count]) => [array, share(count, pages)])), organic: share(found, asked) },
    ]),
  );
}
