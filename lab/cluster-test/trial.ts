// The trial, on the host of the load: how one, two and three nodes add up, then faults under load.
import { loadavg } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { createSay, round, verdictOf } from '../report.ts';
import { until } from '../wait.ts';
import { type ClusterParts, openCluster } from './cluster.ts';
import { runFaults } from './faults.ts';
import { measureScaling, NODE_CORES, rowText, WORKERS } from './scaling.ts';
import { missedBars, ratiosText, WORKS } from './verdict.ts';
import { openWork, SLOTS } from './work.ts';

/** Sent by the service; the trial only counts them. */
const CHANNELS = ['jobs_ready', 'object_finished', 'callback_due', 'event_added'];
/** Jobs at once per worker during the faults. Its share of a core is not limited then. */
const FAULT_SLOTS = 20;

export interface TrialPlan extends ClusterParts {
  readonly seconds: number;
  readonly json: boolean;
}

const { addresses, folder, databaseUrl, seconds, json }: TrialPlan = JSON.parse(process.argv[2]!);
const say = createSay(json);
const cluster = openCluster({ addresses, databaseUrl, folder });
const database = new pg.Client({ connectionString: databaseUrl });

async function countNotifications(): Promise<() => number> {
  let count = 0;
  database.on('notification', () => {
    count++;
  });
  for (const channel of CHANNELS) await database.query(`listen ${channel}`);
  return () => count;
}

async function startForFaults(): Promise<void> {
  await cluster.startApi('a2');
  await cluster.stop(...WORKERS);
  for (const host of WORKERS) {
    cluster.group(host).limit(null);
    cluster.startWorker(host, { WORKER_CONCURRENCY: String(FAULT_SLOTS) });
  }
  const workers = async (): Promise<number> => (await database.query('select count(*)::integer as count from workers')).rows[0].count;
  await until(async () => (await workers()) === WORKERS.length, { msMax: 60_000, problem: () => 'the workers did not start' });
}

async function main(): Promise<number> {
  await cluster.startApi('a1');
  await database.connect();
  const load = round(loadavg()[0]!, 1);
  const pages = path.join(folder, 'pages');
  const work = openWork(pages, await cluster.createAccount('a1'));
  say(`${work.pages}; ${SLOTS} jobs at once and ${NODE_CORES} of a core per node`);
  const scaling = await measureScaling({
    cluster,
    database,
    work,
    settings: { WORKER_CONCURRENCY: String(SLOTS), PARSE_THREADS: '1', REPLAY_DIR: pages },
    notifications: await countNotifications(),
    say,
  });
  for (const kind of WORKS) for (const row of scaling[kind]) say(`fastest: ${rowText(kind, row)}`);
  await startForFaults();
  const { acknowledged, violations } = await runFaults(cluster, database, seconds, say);
  const missed = missedBars(scaling);
  if (json) process.stdout.write(`${JSON.stringify({ load, ...scaling, missed, acknowledged, violations })}\n`);
  for (const violation of violations) say(`VIOLATION ${violation}`);
  for (const bar of missed) say(`MISSED ${bar}`);
  const problems = [...missed, ...violations];
  say(
    `NODES 2 and 3 against 1: ${ratiosText(scaling)}; load=${load} jobs=${acknowledged} violations=${violations.length} missed=${missed.length} ${verdictOf(problems)}`,
  );
  return problems.length === 0 ? 0 : 1;
}

try {
  process.exitCode = await main();
} finally {
  await cluster.close();
  await database.end().catch(() => undefined);
}
