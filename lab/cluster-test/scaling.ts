// Measures one, two and three nodes, each with a fixed share of a core: rates, CPU times, claims and notifications.
import { spawn } from 'node:child_process';
import type pg from 'pg';
import { openCpuGroup } from '../cgroup.ts';
import type { Say } from '../report.ts';
import { sleep, until } from '../wait.ts';
import { type Cluster, groupName } from './cluster.ts';
import { waiting } from './ledger-check.ts';
import type { IdleCost, Measured, ScalingFigures, Work } from './verdict.ts';
import { WORK_LABELS, WORKS } from './verdict.ts';
import { type JobList, SLOTS, type WorkSource } from './work.ts';

/** The share of a core that each worker node has. All of them together leave more than half of two cores to the rest. */
export const NODE_CORES = 0.25;
export const WORKERS = ['w1', 'w2', 'w3'];
/** Up and down again. Of the two measurements of each number of nodes the faster one counts: a busy machine only makes them slower. */
const STEPS = [1, 2, 3, 3, 2, 1];
const IDLE_SECONDS = 20;
const WARM_ROUNDS = 2;
const LIST_MAX = 100;
const START_MS_MAX = 60_000;
const DRAIN_MS_MAX = 120_000;
const POLL_MS = 200;

export interface ScalingParts {
  readonly cluster: Cluster;
  readonly database: pg.Client;
  readonly work: WorkSource;
  /** Settings of every worker. */
  readonly settings: Readonly<Record<string, string>>;
  /** Returns the number of notifications so far. */
  readonly notifications: () => number;
  readonly say: Say;
}

export async function measureScaling(parts: ScalingParts): Promise<ScalingFigures> {
  const samples: { work: Work; measured: Measured }[] = [];
  // Without nodes: what the API and the server itself cost.
  const quiet = await databaseShare(IDLE_SECONDS / 2);
  let idle: IdleCost | null = null;
  for (const nodes of STEPS) {
    await setNodes(parts, nodes);
    for (const work of WORKS) {
      const measured = await measure(parts, work, nodes);
      samples.push({ work, measured });
      parts.say(rowText(work, measured));
    }
    idle ??= nodes === WORKERS.length ? await measureIdle(parts, quiet) : null;
  }
  const rows = (work: Work): Measured[] =>
    WORKERS.map((_, index) =>
      fastest(samples.filter((one) => one.work === work && one.measured.nodes === index + 1).map((one) => one.measured)),
    );
  return { waiting: rows('waiting'), busy: rows('busy'), idle: idle! };
}

export const rowText = (work: Work, row: Measured): string =>
  `${WORK_LABELS[work]}, ${row.nodes} ${row.nodes === 1 ? 'node' : 'nodes'}: ${row.rate.toFixed(1)} jobs/s; CPU ms a job: nodes ${row.nodeMs.toFixed(1)}, ` +
  `database ${row.databaseMs.toFixed(2)}; ${(100 * row.quotaUsed).toFixed(0)}% of the quota; a job: ${row.claims.toFixed(2)} claims, ` +
  `${row.emptyClaims.toFixed(2)} of them empty, ${row.notifications.toFixed(3)} notifications`;

const databaseMs = (): number => openCpuGroup(groupName('db')).usedMs();

async function databaseShare(seconds: number): Promise<number> {
  const before = databaseMs();
  await sleep(seconds * 1000);
  return (databaseMs() - before) / (seconds * 1000);
}

/** Starts or stops workers. New ones first read pages without a limit, until their code is compiled. */
async function setNodes(parts: ScalingParts, nodes: number): Promise<void> {
  const { cluster, database, work, settings } = parts;
  const running = async (): Promise<number> => (await database.query('select count(*)::integer as count from workers')).rows[0].count;
  const before = await running();
  if (nodes < before) await cluster.stop(...WORKERS.slice(nodes, before));
  const started = WORKERS.slice(before, nodes);
  for (const host of started) {
    cluster.group(host).limit(null);
    cluster.startMeasuredWorker(host, settings);
  }
  await until(async () => (await running()) === nodes, { msMax: START_MS_MAX, problem: () => `${nodes} workers did not start` });
  if (started.length === 0) return;
  for (let round = 0; round < WARM_ROUNDS; round++) {
    const ids = await create(parts, work.allPages);
    await drained(database);
    const { rows } = await database.query(`select id from results where id = any ($1) and verdict = 'valid'`, [ids]);
    const valid = new Set(rows.map(({ id }) => id));
    work.filter((index) => valid.has(ids[index]!));
  }
  for (const host of started) cluster.group(host).limit(NODE_CORES);
}

async function create({ cluster }: ScalingParts, { key, items }: JobList): Promise<string[]> {
  const ids: string[] = [];
  for (let from = 0; from < items.length; from += LIST_MAX) {
    const { status, json } = await cluster.callAt('a1', 'POST', '/serp/new/list', key, items.slice(from, from + LIST_MAX));
    if (status !== 200) throw new Error(`a create was answered with ${status}`);
    ids.push(...json.map(({ id }: { id: string }) => id));
  }
  return ids;
}

const drained = (database: pg.Client): Promise<void> =>
  until(async () => (await waiting(database)) === 0, {
    msMax: DRAIN_MS_MAX,
    everyMs: POLL_MS,
    problem: () => 'the queue does not become empty',
  });

/**
 * Uses up the share of an absent node. Cores share caches and clock speed, so a busier machine makes every job cost more
 * CPU time; the nodes of a real cluster do not slow each other down in this way.
 */
function burn(host: string): () => void {
  const group = openCpuGroup(groupName(host));
  group.limit(NODE_CORES);
  const [program, ...words] = group.command(['sh', '-c', 'while :; do :; done']);
  const child = spawn(program!, words, { stdio: 'ignore' });
  return () => void child.kill('SIGKILL');
}

async function measure(parts: ScalingParts, work: Work, nodes: number): Promise<Measured> {
  const burners = work === 'busy' ? WORKERS.slice(nodes).map(burn) : [];
  try {
    return await measureJobs(parts, parts.work.jobs(work, nodes), WORKERS.slice(0, nodes));
  } finally {
    for (const stop of burners) stop();
  }
}

async function measureJobs(parts: ScalingParts, jobs: JobList, hosts: readonly string[]): Promise<Measured> {
  const before = await readCounters(parts, hosts);
  const ids = await create(parts, jobs);
  await drained(parts.database);
  const after = await readCounters(parts, hosts);
  const perJob = (name: keyof Counters): number => (after[name] - before[name]) / ids.length;
  return {
    nodes: hosts.length,
    rate: await rateOf(parts.database, ids, hosts.length * SLOTS),
    nodeMs: perJob('nodesMs'),
    databaseMs: perJob('databaseMs'),
    quotaUsed: (after.nodesMs - before.nodesMs) / ((after.at - before.at) * hosts.length * NODE_CORES),
    claims: perJob('claims'),
    emptyClaims: perJob('emptyClaims'),
    notifications: perJob('notifications'),
  };
}

interface Counters {
  readonly at: number;
  readonly nodesMs: number;
  readonly databaseMs: number;
  readonly claims: number;
  readonly emptyClaims: number;
  readonly notifications: number;
}

async function readCounters({ cluster, notifications }: ScalingParts, hosts: readonly string[]): Promise<Counters> {
  const claims = await Promise.all(hosts.map((host) => cluster.claims(host)));
  return {
    at: performance.now(),
    nodesMs: hosts.reduce((sum, host) => sum + cluster.group(host).usedMs(), 0),
    databaseMs: databaseMs(),
    claims: claims.reduce((sum, { all }) => sum + all, 0),
    emptyClaims: claims.reduce((sum, { empty }) => sum + empty, 0),
    notifications: notifications(),
  };
}

/** Jobs per second while all slots were in use: without the first and the last `slots` jobs. */
async function rateOf(database: pg.Client, ids: readonly string[], slots: number): Promise<number> {
  const { rows } = await database.query(
    `select verdict, extract(epoch from generated_at)::double precision as at from results where id = any ($1) order by generated_at`,
    [ids],
  );
  const bad = rows.filter(({ verdict }) => verdict !== 'valid');
  if (rows.length !== ids.length || bad.length > 0)
    throw new Error(`${bad.length} of ${rows.length} jobs are not valid: ${bad[0]?.verdict}`);
  const [first, last] = [slots, rows.length - slots];
  return (last - first) / (rows[last].at - rows[first].at);
}

/** The mean of all nodes with an empty queue: each has maintenance tasks that run once a minute. */
async function measureIdle({ cluster, say }: ScalingParts, quiet: number): Promise<IdleCost> {
  const before = WORKERS.map((host) => cluster.group(host).usedMs());
  const database = await databaseShare(IDLE_SECONDS);
  const shares = WORKERS.map((host, index) => (cluster.group(host).usedMs() - before[index]!) / (IDLE_SECONDS * 1000));
  const idle = {
    node: shares.reduce((sum, share) => sum + share, 0) / shares.length,
    database: Math.max(0, database - quiet) / WORKERS.length,
  };
  say(
    `idle: nodes ${shares.map((share) => (100 * share).toFixed(2)).join(', ')}% of a core; database ${(100 * quiet).toFixed(2)}% without nodes, ` +
      `${(100 * database).toFixed(2)}% with ${WORKERS.length}`,
  );
  return idle;
}

const fastest = (rows: readonly Measured[]): Measured => rows.reduce((best, row) => (row.rate > best.rate ? row : best));
