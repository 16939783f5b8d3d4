// The trial, on the host of the load: throughput of one node and of several, then a cut, two kills and a slow node under load.
import { loadavg } from 'node:os';
import pg from 'pg';
import { startOrdering } from '../acknowledged.ts';
import { createSay, round, verdictOf } from '../report.ts';
import { invariantsOf } from '../restore-drill/invariants.ts';
import { sleep } from '../wait.ts';
import { type ClusterParts, openCluster } from './cluster.ts';
import { ledgerProblems, waiting } from './ledger-check.ts';
import { cutOff, joinAgain, slowDown } from './network.ts';

const WORKERS = ['w1', 'w2', 'w3'];
/** Small, so that a worker is full long before a core is. The trial measures nodes, not cores. */
const CONCURRENCY = 20;
const CUT_MS = 25_000;
const END_MS_MAX = 240_000;

export interface TrialPlan extends ClusterParts {
  readonly seconds: number;
  readonly json: boolean;
}

const { addresses, folder, databaseUrl, seconds, json }: TrialPlan = JSON.parse(process.argv[2]!);
const say = createSay(json);
const cluster = openCluster({ addresses, databaseUrl, folder });
const database = new pg.Client({ connectionString: databaseUrl });

async function account(host: string): Promise<string> {
  const { json: made } = await cluster.callAt(host, 'POST', '/admin/accounts', cluster.token, {
    name: 'Nodes',
    email: 'nodes@mail.example',
    credits: 1_000_000,
    rates: { perMinute: 1_000_000, burst: 1_000_000 },
  });
  return made.keys.test;
}

/** Jobs per second from the first create to the last end. */
async function throughput(apis: readonly string[], key: string, count: number, keyword: string): Promise<number> {
  const started = performance.now();
  for (let made = 0; made < count; made += 100) {
    const items = Array.from({ length: 100 }, (_, index) => ({ keyword: `${keyword} ${made + index}`, region: 'US' }));
    const { status } = await cluster.callAt(apis[(made / 100) % apis.length]!, 'POST', '/serp/new/list', key, items);
    if (status !== 200) throw new Error(`a create was answered with ${status}`);
  }
  while ((await waiting(database)) > 0) await sleep(50);
  return count / ((performance.now() - started) / 1000);
}

/** Customers that use the next API node when one does not respond. */
const startLoad = (apis: readonly string[], keys: readonly string[]) =>
  startOrdering({
    keys,
    pauseMs: 150,
    create: (key, round, client) => {
      const turn = round + client;
      const keywords = ['tea', 'test:faulty coffee', 'test:slow:1 cocoa', 'test:blocked:1 milk', 'water'];
      const items = keywords.map((keyword) => ({ keyword: `${keyword} ${turn}`, region: 'US' }));
      return cluster.callAt(apis[turn % apis.length]!, 'POST', '/serp/new/list', key, items);
    },
  });

async function faults(): Promise<{ acknowledged: number; violations: string[] }> {
  const keys = await Promise.all(Array.from({ length: 4 }, () => account('a1')));
  const load = startLoad(['a1', 'a2'], keys);
  await sleep(2000);
  say('w1 is cut off, w2 and a2 are killed, w3 stands still for half of every second …');
  cutOff('w1');
  const quicken = slowDown(cluster.child('w3'), 0.5);
  await Promise.all([cluster.kill('w2'), cluster.kill('a2')]);
  await sleep(CUT_MS);
  joinAgain('w1');
  say('w1 is back');
  await sleep(Math.max(0, seconds * 1000 - CUT_MS));
  await load.stop();
  quicken();
  for (const started = Date.now(); (await waiting(database)) > 0 && Date.now() - started < END_MS_MAX; ) await sleep(200);
  const call = (method: string, route: string, key: string, body?: unknown) => cluster.callAt('a1', method, route, key, body);
  const { violations, missing } = await invariantsOf({ token: cluster.token, call }, load.acknowledged);
  if (missing.size > 0) violations.push(`${missing.size} acknowledged objects are gone`);
  return { acknowledged: load.acknowledged.length, violations };
}

async function main(): Promise<number> {
  await cluster.startApi('a1');
  await database.connect();
  cluster.startWorker('w1', CONCURRENCY);
  const key = await account('a1');
  await throughput(['a1'], key, 100, 'warm');
  const load = loadavg()[0]!;
  const one = { waiting: await throughput(['a1'], key, 300, 'test:slow:1 tea'), busy: await throughput(['a1'], key, 2000, 'tea') };
  say(`1 API, 1 worker: ${one.waiting.toFixed(1)} jobs/s that wait 1 s each, ${one.busy.toFixed(0)} jobs/s that do not wait`);
  await cluster.startApi('a2');
  for (const host of WORKERS.slice(1)) cluster.startWorker(host, CONCURRENCY);
  const workers = () => database.query('select count(*)::integer as count from workers');
  for (let attempts = 0; attempts < 300 && (await workers()).rows[0].count < 3; attempts++) await sleep(100);
  await throughput(['a1', 'a2'], key, 200, 'warm');
  const apis = ['a1', 'a2'];
  const several = { waiting: await throughput(apis, key, 900, 'test:slow:1 tea'), busy: await throughput(apis, key, 2000, 'tea') };
  say(`2 API, 3 workers: ${several.waiting.toFixed(1)} and ${several.busy.toFixed(0)} jobs/s`);
  const { acknowledged, violations } = await faults();
  violations.push(...(await ledgerProblems(database)));
  const figures = {
    load: round(load, 1),
    one,
    several,
    ratioWaiting: several.waiting / one.waiting,
    ratioBusy: several.busy / one.busy,
    acknowledged,
    violations,
  };
  if (json) process.stdout.write(`${JSON.stringify(figures)}\n`);
  for (const violation of violations) say(`VIOLATION ${violation}`);
  const ratios = `waiting x${figures.ratioWaiting.toFixed(2)} busy x${figures.ratioBusy.toFixed(2)}`;
  say(
    `NODES 2 API + 3 workers against 1 + 1: ${ratios} load=${figures.load} jobs=${acknowledged} violations=${violations.length} ${verdictOf(violations)}`,
  );
  return violations.length === 0 ? 0 : 1;
}

try {
  process.exitCode = await main();
} finally {
  await cluster.close();
  await database.end().catch(() => undefined);
}
