// The primary dies and its standby is promoted, there and back again: what was acknowledged is there, and API and worker find it by themselves.
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fillDatabase } from '../chaos/accounts.ts';
import { brokenOf, round } from './run.ts';
import { freePort, startServer, startStandby } from './servers.ts';
import { openStage } from './stage.ts';
import { isFailure, startWitness, WITNESSED } from './witness.ts';

const RATE = 20;
const CALM_MS = 5000;
/** What a watchman needs to be sure that the primary is gone; yours may need longer. */
const NOTICE_MS = 2000;
const RECOVERY_MS_MAX = 60_000;

export async function trial({ say, quick }) {
  const stage = await openStage({}, async ({ postgres }) => ({ accounts: await fillDatabase(postgres.url) }));
  const servers = [];
  try {
    // The same cluster, at an address that a standby can reach.
    await stage.postgres.stop();
    const password = decodeURIComponent(new URL(stage.postgres.url).password);
    const ports = [await freePort(), await freePort()];
    servers.push(await startServer({ home: path.join(stage.folder, 'postgres'), port: ports[0], password }));
    const hosts = ports.map((port) => `127.0.0.1:${port}`).join();
    const settings = { ...WITNESSED, DB_TIMEOUT_SECONDS: '10', DATABASE_URL: `postgres://sextant:${password}@${hosts}/sextant` };
    const api = await stage.start('api', settings);
    await stage.start('work', settings);
    return await failOver({ stage, api, servers, ports, say, quick });
  } finally {
    for (const server of servers) await server.kill();
    await stage.close();
  }
}

async function failOver({ stage, api, servers, ports, say, quick }) {
  const { folder, accounts } = stage;
  let [primary] = servers;
  const witness = await startWitness({ folder, accounts, apis: [{ base: api.url }], rate: RATE, connect: () => primary.connect() });
  try {
    const rounds = [];
    for (const port of quick ? [ports[1]] : [ports[1], ports[0]]) {
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
      const outMs = await recoveryAfter(witness.history, from);
      rounds.push({ outMs: round(outMs), promoteMs: round(promoteMs), healedMs: round(outMs - NOTICE_MS - promoteMs) });
      say(`killed; promoted in ${round(promoteMs)} ms; good again ${round(outMs)} ms after the blow`);
    }
    const verdict = await witness.finish(say);
    return report(witness.history, verdict, rounds);
  } finally {
    await witness.close();
  }
}

/** From the blow to the first good answer after the last bad one, once a second has passed without another. */
async function recoveryAfter({ calls }, from) {
  const recovery = () => {
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

function report({ calls, statuses, orders }, { evidence, violations, callbacks }, rounds) {
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
