// Repeated restarts of the database under load: what customers see, how soon the service recovers, and whether anything is lost.

import { openWithOneAccount } from '../environment.ts';
import { callerOf } from '../net.ts';
import { brokenOf, round } from '../report.ts';
import { sleep } from '../wait.ts';
import { type CustomerCall, ledgerCheck, outcomeOf, startCustomers, summaryOf } from './customers.ts';
import type { TrialResult, TrialSettings } from './trial.ts';

const TOLD = new Set([200, 429, 502, 503, 504]);
const CALM_MS = 5000;

export async function trial({ say, quick }: TrialSettings): Promise<TrialResult> {
  const environment = await openWithOneAccount();
  environment.postgres.keepAlive();
  try {
    const api = await environment.start('api');
    await environment.start('worker');
    const customers = startCustomers(api.url, environment.key, 60);
    await sleep(CALM_MS);
    const recoveries: number[] = [];
    const signals = ['SIGINT', 'SIGQUIT', 'SIGINT', 'SIGQUIT', 'SIGKILL'] as const;
    for (const [turn, signal] of signals.slice(0, quick ? 1 : 5).entries()) {
      const from = customers.now();
      process.kill(environment.databasePid(), signal);
      await sleep(CALM_MS);
      for (let waited = 0; recoveryOf(customers.calls, from) === null && waited < 30_000; waited += 250) await sleep(250);
      recoveries.push(recoveryOf(customers.calls, from) ?? 30_000);
      say(`restart ${turn + 1} (${signal}): good again after ${round(recoveries.at(-1)!)} ms`);
    }
    await sleep(2000);
    await customers.stop();
    const outcome = await outcomeOf(callerOf(api.url, environment.key), customers.acknowledged);
    const { statuses } = summaryOf(customers.calls);
    const refusals = customers.calls.filter(({ status, waited }) => status !== 200 && !waited).map(({ ms }) => ms);
    const strange = customers.calls.filter(({ status }) => !TOLD.has(status)).length;
    const ledger = await ledgerCheck(environment.db);
    const figures = {
      restarts: recoveries.length,
      calls: customers.calls.length,
      statuses,
      acknowledged: customers.acknowledged.length,
      ...outcome,
      drift: ledger.drift,
      refusalMsMax: round(Math.max(0, ...refusals)),
      recoveryMs: recoveries.map((ms) => round(ms)),
    };
    return {
      figures,
      broken: brokenOf([
        ['no acknowledged object is lost, and all end', outcome.lost === 0 && outcome.unfinished === 0],
        ['every call is answered, with a status of the contract', strange === 0],
        ['no call hangs for more than 3 s', figures.refusalMsMax <= 3000],
        ['all is well 5 s after a restart', Math.max(...recoveries) <= 5000],
        ['credits add up', ledger.drift === 0 && ledger.uncharged === 0],
      ]),
    };
  } finally {
    await environment.close();
  }
}

/** Milliseconds until the first good call after the last failed one; null until a second has passed without a failure. */
export function recoveryOf(calls: readonly CustomerCall[], from: number): number | null {
  const since = calls.filter(({ at }) => at >= from).sort((a, b) => a.at - b.at);
  const last = since.findLastIndex(({ status }) => status !== 200);
  const good = since.slice(last + 1);
  const first = good[0];
  if (!first || good.at(-1)!.at - first.at < 1000) return null;
  return first.at - from;
}
