// Eight connections send the most expensive rejected bodies without a pause: what each body costs, and how it affects another account.

import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { CLIENTS, pin, SERVICE } from '../cores.ts';
import { openWithOneAccount, type RunningProcess, TOKEN } from '../environment.ts';
import { MS_PER_MB, msPerMB, overOf } from '../fuzz/bodies.ts';
import { type Cost, costOf, idleRate, send } from '../fuzz/body-cost.ts';
import { PLAIN, WORST } from '../fuzz/body-genes.ts';
import { rendered } from '../fuzz/body-render.ts';
import { loadAtRate, withKey } from '../load.ts';
import { callerOf } from '../net.ts';
import { messageOf, sendLast } from '../processes.ts';
import { createRandom } from '../random.ts';
import { brokenOf, count, round, type Say } from '../report.ts';
import { sleep } from '../wait.ts';
import type { TrialResult, TrialSettings } from './trial.ts';

const HERE = fileURLToPath(import.meta.url);
const CONNECTIONS = 8;
const REPEATS = 5;
const REPEATS_MAX = 30;

export async function trial({ say, quick }: TrialSettings): Promise<TrialResult> {
  const environment = await openWithOneAccount();
  try {
    const api = await environment.start('api', { API_PROCESSES: '1' });
    pin(api.pid, SERVICE);
    const admin = callerOf(api.url, TOKEN);
    const fields = { name: 'Attacker', email: 'attacker@mail.example', credits: 1, contract: 'older' };
    const { json } = await admin('POST', '/admin/accounts', fields);
    const costs = await costsOf(api, json.keys.test, say);
    const requests = withKey(environment.key, [{ path: '/user' }]);
    const others = (seconds: number) => loadAtRate({ origin: api.url, requests, rate: 50, seconds, cores: CLIENTS });
    await others(2);
    const calm = await others(quick ? 5 : 15);
    const calmP99 = calm.byStatus[200]?.p99 ?? 0;
    say(`calm: p99 ${round(calmP99, 1)} ms`);
    const attack = fork(HERE, ['--attack'], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    pin(attack.pid!, CLIENTS);
    const seconds = quick ? 10 : 30;
    attack.send({ url: api.url, key: json.keys.test, seconds: seconds + 2 });
    await messageOf<string>(attack);
    const ended = messageOf<Attacked>(attack);
    await sleep(500);
    const meanwhile = await others(seconds);
    const { statuses, megabytes } = await ended;
    const good = meanwhile.byStatus[200] ?? { count: 0, p99: Number.POSITIVE_INFINITY };
    const figures = {
      connections: CONNECTIONS,
      worstMsPerMB: costs.perMB,
      machineSlower: costs.slow,
      p99CalmMs: round(calmP99, 1),
      p99MeanwhileMs: round(good.p99, 1),
      attackerMB: round(megabytes),
      attackerStatuses: statuses,
      othersFailed: meanwhile.due - good.count,
    };
    return {
      figures,
      broken: brokenOf([
        [`a rejected body costs at most ${MS_PER_MB} ms for each started MB`, costs.over <= 0],
        ['another account’s p99 stays within ten times that of quiet times', good.p99 <= 10 * calmP99],
        ['no request of the other account fails', figures.othersFailed === 0],
        ['all that the attacker sends is rejected', Object.keys(statuses).every((status) => /^(?:4..|0)$/.test(status))],
      ]),
    };
  } finally {
    await environment.close();
  }
}

interface Worst {
  readonly over: number;
  readonly perMB: number;
  readonly slow: number;
}

/** The most expensive bodies, each at its cheapest: other processes only ever make a body look more expensive. */
async function costsOf(api: RunningProcess, key: string, say: Say): Promise<Worst> {
  const random = createRandom(20_261_117);
  const idle = await idleRate(api.pid);
  let worst: Worst = { over: Number.NEGATIVE_INFINITY, perMB: 0, slow: 1 };
  for (const [route, genes] of WORST) {
    const all = { ...PLAIN, ...genes };
    let best: Cost | null = null;
    for (let repeat = 0; repeat < REPEATS || (repeat < REPEATS_MAX && overOf(best!) > 0); repeat++) {
      const body = rendered(route, all, random);
      const headers = { authorization: `Bearer ${key}` };
      const cost: Cost = await costOf(api.pid, idle, () => send({ url: api.url, route, headers, body, chunk: all.chunk }));
      if (best === null || overOf(cost) < overOf(best)) best = cost;
    }
    const { ms, sent, status, slow } = best!;
    const perMB = round(msPerMB(best!), 1);
    say(
      `${route} ${JSON.stringify(genes)}: ${round(ms, 1)} ms for ${round(sent / 1e6, 3)} MB, ${status} (machine ${round(slow, 1)} times slower than usual)`,
    );
    worst = {
      over: Math.max(worst.over, overOf(best!)),
      perMB: Math.max(worst.perMB, perMB),
      slow: Math.max(worst.slow, round(slow, 1)),
    };
  }
  return worst;
}

interface Attack {
  readonly url: string;
  readonly key: string;
  readonly seconds: number;
}
interface Attacked {
  readonly statuses: Readonly<Record<string, number>>;
  readonly megabytes: number;
}

/** Runs in its own process. The bodies are made before, so that their sender spends its time sending. */
async function attack({ url, key, seconds }: Attack): Promise<void> {
  const random = createRandom(7);
  const bodies = WORST.map(([route, genes]) => ({ route, chunk: genes.chunk ?? 0, body: rendered(route, { ...PLAIN, ...genes }, random) }));
  process.send!('ready');
  const end = performance.now() + seconds * 1000;
  const statuses: Record<string, number> = {};
  let [number, bytes] = [0, 0];
  const one = async (): Promise<void> => {
    while (performance.now() < end) {
      const { status, sent } = await send({ url, headers: { authorization: `Bearer ${key}` }, ...bodies[number++ % bodies.length]! });
      count(statuses, status);
      bytes += sent;
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, one));
  sendLast({ statuses, megabytes: bytes / 1e6 } satisfies Attacked);
}

if (process.argv[2] === '--attack') process.once('message', attack);
