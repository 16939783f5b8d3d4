// Rolling restarts of two APIs and two workers behind a balancer, under load. At the end some are killed during shutdown.

import { openWithOneAccount, type RunningProcess, type Stopped } from '../environment.ts';
import { callerOf } from '../net.ts';
import { brokenOf, round } from '../report.ts';
import { sleep } from '../wait.ts';
import { startBalancer } from './balancer.ts';
import { ledgerCheck, outcomeOf, startCustomers, summaryOf } from './customers.ts';
import type { TrialResult, TrialSettings } from './trial.ts';

type Pair = [RunningProcess, RunningProcess];

const RATE = 40;
const KILL_AFTER_MS = 700;

export async function trial({ say, quick }: TrialSettings): Promise<TrialResult> {
  const environment = await openWithOneAccount();
  const balancer = await startBalancer();
  try {
    const apis: Pair = [await environment.start('api'), await environment.start('api')];
    const workers: Pair = [await environment.start('worker'), await environment.start('worker')];
    for (const { url } of apis) balancer.add(url);
    const customers = startCustomers(balancer.url, environment.key, RATE);
    await sleep(2000);
    const proxies: Stopped[] = [];
    const restart = async (place: 0 | 1, kill = false): Promise<void> => {
      const gone = [apis[place], workers[place]].map(async (one) => {
        const ended = one.stop('SIGTERM');
        if (kill) {
          await sleep(KILL_AFTER_MS);
          void one.stop('SIGKILL');
        }
        return ended;
      });
      const ends = await Promise.all(gone);
      balancer.remove(apis[place].url);
      if (!kill) proxies.push(...ends);
      [apis[place], workers[place]] = await Promise.all([environment.start('api'), environment.start('worker')]);
      balancer.add(apis[place].url);
    };
    const turns = quick ? 1 : 10;
    for (let turn = 0; turn < turns; turn++) {
      await restart(0);
      await restart(1);
      say(`round ${turn + 1}: ${JSON.stringify(summaryOf(customers.calls).statuses)}`);
    }
    const calm = [...customers.calls];
    await restart(0, true);
    await restart(1, true);
    await sleep(1000);
    await customers.stop();
    const killed = customers.calls.slice(calm.length);
    const outcome = await outcomeOf(callerOf(balancer.url, environment.key), customers.acknowledged);
    const { drift, uncharged } = await ledgerCheck(environment.db);
    const summary = summaryOf(calm);
    const figures = {
      restarts: turns,
      calls: summary.calls,
      statuses: summary.statuses,
      failed: summary.failed,
      p50Ms: round(summary.p50),
      p99Ms: round(summary.p99),
      exitSecondsMax: round(Math.max(...proxies.map(({ seconds }) => seconds)), 1),
      exitCodes: [...new Set(proxies.map(({ code }) => code))],
      killedStatuses: summaryOf(killed).statuses,
      acknowledged: customers.acknowledged.length,
      ...outcome,
      drift,
    };
    return {
      figures,
      broken: brokenOf([
        [`${turns} rolling restarts under load fail no request`, summary.failed === 0],
        ['every process exits cleanly within 30 s', figures.exitSecondsMax <= 30 && figures.exitCodes.every((code) => code === 0)],
        [
          'no acknowledged object is lost, and all end, also after SIGKILL during the drain',
          outcome.lost === 0 && outcome.unfinished === 0,
        ],
        ['credits add up', drift === 0 && uncharged === 0],
      ]),
    };
  } finally {
    balancer.close();
    await environment.close();
  }
}
