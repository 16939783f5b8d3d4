// Faults under load: a worker node is cut off, a worker and an API node are killed, and a worker node is slow.
import type pg from 'pg';
import { startOrdering } from '../acknowledged.ts';
import type { Say } from '../report.ts';
import { invariantsOf } from '../restore-drill/invariants.ts';
import { sleep } from '../wait.ts';
import type { Cluster } from './cluster.ts';
import { ledgerProblems, waiting } from './ledger-check.ts';
import { cutOff, joinAgain, slowDown } from './network.ts';

const CUT_MS = 25_000;
const END_MS_MAX = 240_000;
const CUSTOMERS = 4;

export interface FaultsResult {
  readonly acknowledged: number;
  readonly violations: string[];
}

/** Customers that use the next API node when one does not respond. */
const startLoad = (cluster: Cluster, apis: readonly string[], keys: readonly string[]) =>
  startOrdering({
    keys,
    pauseMs: 150,
    create: (key, round, client) => {
      const number = round + client;
      const keywords = ['tea', 'test:faulty coffee', 'test:slow:1 cocoa', 'test:blocked:1 milk', 'water'];
      const items = keywords.map((keyword) => ({ keyword: `${keyword} ${number}`, region: 'US' }));
      return cluster.callAt(apis[number % apis.length]!, 'POST', '/serp/new/list', key, items);
    },
  });

/** Needs two API and three worker nodes. */
export async function runFaults(cluster: Cluster, database: pg.Client, seconds: number, say: Say): Promise<FaultsResult> {
  const accounts = await Promise.all(Array.from({ length: CUSTOMERS }, () => cluster.createAccount('a1')));
  const load = startLoad(
    cluster,
    ['a1', 'a2'],
    accounts.map(({ test }) => test),
  );
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
  violations.push(...(await ledgerProblems(database)));
  return { acknowledged: load.acknowledged.length, violations };
}
