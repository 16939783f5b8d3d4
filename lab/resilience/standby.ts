// The primary is killed and its standby promoted, twice. Nothing acknowledged is lost, and API and worker reconnect by themselves.

import path from 'node:path';
import { type Accounts, fillDatabase } from '../chaos/accounts.ts';
import type { History } from '../chaos/history.ts';
import { openEnvironment, type RunningProcess } from '../environment.ts';
import { freePort } from '../net.ts';
import { brokenOf, round, type Say } from '../report.ts';
import { sleep } from '../wait.ts';
import { CHECKED, isFailure, startChecker, type Verdict } from './invariant-checker.ts';
import { type PostgresServer, startServer, startStandby } from './servers.ts';
import type { TrialResult, TrialSettings } from './trial.ts';

const RATE = 20;
const CALM_MS = 5000;
/** The time until a failure detector is sure that the primary is gone. Yours may need longer. */
const NOTICE_MS = 2000;
const RECOVERY_MS_MAX = 60_000;

export async function trial({ say, quick }: TrialSettings): Promise<TrialResult> {
  const environment = await openEnvironment({ fill: async ({ postgres }) => ({ accounts: await fillDatabase(postgres.url) }) });
  const servers: PostgresServer[] = [];
  try {
    // The same cluster, at an address that a standby can reach.
    await environment.postgres.stop();
    const password = decodeURIComponent(new URL(environment.postgres.url).password);
    const ports = [await freePort(), await freePort()];
    servers.push(await startServer({ home: path.join(environment.folder, 'postgres'), port: ports[0]!, password }));
    const hosts = ports.map((port) => `127.0.0.1:${port}`).join();
    const settings = { ...CHECKED, DATABASE_TIMEOUT_SECONDS: '10', DATABASE_URL: `postgres://sextant:${password}@${hosts}/sextant` };
    const api = await environment.start('api', settings);
    await environment.start('worker', settings);
    return await failOver({ environment, api, servers, ports, say, quick });
  } finally {
    for (const server of servers) await server.kill();
    await environment.close();
  }
}

interface FailOver {
  readonly environment: { readonly folder: string; readonly accounts: Accounts };
  readonly api: RunningProcess;
  readonly servers: PostgresServer[];
  readonly ports: readonly number[];
  readonly say: Say;
  readonly quick: boolean;
}

async function failOver({ environment, api, servers, ports, say, quick }: FailOver): Promise<TrialResult> {
  const { folder, accounts } = environment;
  let primary = servers[0]!;
  const checker = await startChecker({ folder, accounts, apis: [{ base: api.url }], rate: RATE, connect: () => primary.connect() });
  try {
    const rounds: Round[] = [];
    for (const port of quick ? [ports[1]!] : [ports[1]!, ports[0]!]) {
      await sleep(CALM_MS);
      const standby = await startStandby(primary, path.join(folder, `standby-${servers.length}`), port);
      servers.push(standby);
      say('the standby follows, and every commit waits for it');
      await sleep(CALM_MS);
      const from = performance.now();
      await primary.kill();
      await sleep(NOTICE_MS);
      const promoteMs = await standby.promote();
      primary = standby;
      const outMs = await recoveryAfter(checker.history, from);
      rounds.push({ outMs: round(outMs), promoteMs: round(promoteMs), healedMs: round(outMs - NOTICE_MS - promoteMs) });
      say(`killed; promoted in ${round(promoteMs)} ms; good again ${round(outMs)} ms after the blow`);
    }
    const verdict = await checker.finish(say);
    return report(checker.history, verdict, rounds);
  } finally {
    await checker.close();
  }
}

interface Round {
  readonly outMs: number;
  readonly promoteMs: number;
  readonly healedMs: number;
}

/** From the kill to the first good response after the last bad one, once a second has passed without another. */
async function recoveryAfter({ calls }: History, from: number): Promise<number> {
  const recovery = (): number | null => {
    const answered = calls
      .filter(({ at, ms }) => ms > 0 && at + ms > from)
      .map(({ at, ms, status }) => ({ at: at + ms, good: !isFailure(status) }));
    const last = Math.max(from, ...answered.filter(({ good }) => !good).map(({ at }) => at));
    const first = Math.min(...answered.filter(({ at, good }) => good && at > last).map(({ at }) => at));
    return Number.isFinite(first) && performance.now() - first > 1000 ? first - from : null;
  };
  await sleep(CALM_MS);
  for (let waited = 0; recovery() === null && waited < RECOVERY_MS_MAX; waited += 250) await sleep(250);
  return recovery() ?? RECOVERY_MS_MAX;
}

function report({ calls, statuses, orders }: History, { evidence, violations, callbacks }: Verdict, rounds: readonly Round[]): TrialResult {
  const failures = calls.filter(({ status }) => isFailure(status));
  const acknowledged = orders.flatMap(({ answers }) => answers.flatMap(({ ids }) => ids ?? []));
  const there = new Set(evidence.objects.map(({ id }) => id));
  const lost = new Set(acknowledged.filter((id) => !there.has(id))).size;
  const unanswered = failures.filter(({ status }) => status === 0).length;
  const refusedMsMax = round(Math.max(0, ...failures.map(({ ms }) => ms)));
  const figures = {
    rounds,
    calls: calls.length,
    statuses,
    failed: failures.length,
    refusedMsMax,
    acknowledged: new Set(acknowledged).size,
    lost,
    objects: there.size,
    callbacks,
    violations: violations.length,
  };
  return {
    figures,
    broken: brokenOf([
      ['no acknowledged object is lost', lost === 0],
      ['every invariant of the chaos runs holds', violations.length === 0],
      ['every call is answered', unanswered === 0],
      ['all is well 5 s after the promotion', rounds.every(({ healedMs }) => healedMs <= 5000)],
    ]),
  };
}
