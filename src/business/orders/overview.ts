// The overview from the tables: queue, workers, failing callbacks and recent source attempts.

import type { Overview } from '../../contract/admin-reads.ts';
import { toDateTime } from '../../contract/dates.ts';
import type { Attempt } from '../../contract/serp.ts';
import { PRIORITIES } from '../../contract/vocabulary.ts';
import type { Db } from '../../platform/db.ts';
import { hostOf } from '../callbacks/callback-url.ts';

/** The part of the overview from the tables. The processes add the rest. */
export type OverviewTables = Pick<Overview, 'at' | 'sample' | 'engines' | 'queue' | 'labels' | 'callbacks' | 'workers'> & {
  readonly database: Omit<Overview['database'], 'drift'>;
};

/** Seconds of cooldown left, by `engine/mode/source`. */
export type Cooldowns = ReadonlyMap<string, number>;

const WINDOW_SECONDS = 3600;
const SAMPLE_MAX = 2000;
const FAILING_MAX = 500;
const HOSTS_MAX = 20;

const OVERVIEW = {
  name: 'overview',
  text: `select
      (select coalesce(json_agg(s), '[]') from (
        select o.live, coalesce(o.request->>'searchEngine', o.request->>'source', o.request->>'aiService') as engine, r.verdict, r.attempts, r.detail
        from (select id, retention_class, verdict, attempts, detail from results where id >= id_at(now() - make_interval(secs => $1)) order by id desc limit $2) as r
        join objects o on o.id = r.id and o.retention_class = r.retention_class) as s) as sample,
      (select coalesce(json_agg(q), '[]') from (
        select priority, count(*) filter (where lease is null) as waiting, count(*) filter (where lease is not null) as running,
          coalesce(extract(epoch from now() - min(run_at) filter (where due and lease is null)), 0) as oldest from queue group by priority) as q) as queue,
      (select coalesce(json_agg(l), '[]') from (
        select coalesce(q.label, w.label) as label, coalesce(q.waiting, 0) as waiting, coalesce(q.running, 0) as running, coalesce(q.oldest, 0) as "oldestSeconds",
          coalesce(w.workers, 0) as workers
        from (
          select label, count(*) filter (where lease is null) as waiting, count(*) filter (where lease is not null) as running,
            greatest(0, extract(epoch from now() - min(run_at) filter (where due and lease is null))) as oldest from queue where label <> '' group by label
        ) as q full join (select label, count(*) as workers from workers, unnest(labels) as label where label <> '' group by label) as w on w.label = q.label
        order by 1) as l) as labels,
      (select coalesce(json_agg(f), '[]') from (
        select o.request->>'callback' as callback, (select d.reason from deliveries d where d.object_id = b.object_id and d.retention_class = b.retention_class order by d.attempt desc limit 1) as reason
        from (select object_id, retention_class from outbox where attempt > 0 order by next_at desc limit $3) as b
        join objects o on o.id = b.object_id and o.retention_class = b.retention_class) as f) as failing,
      (select coalesce(json_agg(w), '[]') from (
        select token, labels, extract(epoch from now() - seen_at) as seen, (select count(*) from queue q where q.lease = workers.token) as running
        from workers order by token) as w) as workers,
      (select count(*) from outbox)::integer as pending,
      (select coalesce(extract(epoch from now() - min(next_at)), 0) from outbox where next_at < now())::double precision as oldest,
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
  readonly queue: string;
  readonly labels: string;
  readonly failing: string;
  readonly workers: string;
  readonly pending: number;
  readonly oldest: number;
  readonly version: string;
  readonly bytes: number;
  readonly connections: number;
  readonly connections_max: number;
  readonly behind: number;
}

export function createReadOverview(db: Db): (resting: Cooldowns) => Promise<OverviewTables> {
  return async (resting) => {
    const [row] = await db.query<Row>(OVERVIEW, [WINDOW_SECONDS, SAMPLE_MAX, FAILING_MAX]);
    const sample = JSON.parse(row!.sample) as Sampled[];
    const queue = JSON.parse(row!.queue) as { priority: number; waiting: number; running: number; oldest: number }[];
    const workers = JSON.parse(row!.workers) as { token: string; labels: string[]; seen: number; running: number }[];
    return {
      at: toDateTime(new Date()),
      sample: { objects: sample.length, since: toDateTime(new Date(Date.now() - WINDOW_SECONDS * 1000)) },
      engines: enginesOf(sample, resting),
      queue: PRIORITIES.map((priority, number) => {
        const { waiting = 0, running = 0, oldest = 0 } = queue.find((each) => each.priority === number) ?? {};
        return { priority, waiting, running, oldestSeconds: Math.max(0, oldest) };
      }),
      labels: JSON.parse(row!.labels) as Overview['labels'],
      callbacks: { pending: row!.pending, oldestSeconds: row!.oldest, failing: failingOf(JSON.parse(row!.failing)) },
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
    .sort(([a], [b]) => (a < b ? -1 : 1))
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
        fill: yields.get(engine) ?? {},
        ...(cooldown === undefined ? {} : { resting: toDateTime(new Date(Date.now() + cooldown * 1000)) }),
      };
    });
}

function yieldOf(sample: readonly Sampled[]): Map<string, Record<string, number>> {
  const engines = new Map<string, { pages: number; found: number; asked: number; arrays: Map<string, number> }>();
  for (const { engine, verdict, detail } of sample) {
    if (engine === null || verdict !== 'valid' || detail.filled === undefined) continue;
    const sums = engines.get(engine) ?? { pages: 0, found: 0, asked: 0, arrays: new Map() };
    engines.set(engine, sums);
    sums.pages++;
    sums.found += Math.min(detail.found ?? 0, detail.asked ?? 0);
    sums.asked += detail.asked ?? 0;
    for (const array of Object.keys(detail.filled)) sums.arrays.set(array, (sums.arrays.get(array) ?? 0) + 1);
  }
  const share = (part: number, whole: number): number => Math.round((1000 * part) / Math.max(1, whole)) / 1000;
  return new Map(
    [...engines].map(([engine, { pages, found, asked, arrays }]) => [
      engine,
      { ...Object.fromEntries([...arrays].map(([array, count]) => [array, share(count, pages)])), organic: share(found, asked) },
    ]),
  );
}

/** Groups by host as the delivery log does. The rest of the URL belongs to the customer. */
function failingOf(failing: readonly { readonly callback: string; readonly reason: string | null }[]): Overview['callbacks']['failing'] {
  const hosts = new Map<string, { count: number; lastReason: string | null }>();
  for (const { callback, reason } of failing) {
    const host = hostOf(callback);
    const known = hosts.get(host) ?? { count: 0, lastReason: reason };
    hosts.set(host, { ...known, count: known.count + 1 });
  }
  return [...hosts]
    .map(([host, figures]) => ({ host, ...figures }))
    .sort((a, b) => b.count - a.count)
    .slice(0, HOSTS_MAX);
}
