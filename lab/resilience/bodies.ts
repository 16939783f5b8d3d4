// Eight connections that send the most expensive rejected bodies without a pause: what each body costs, and what another account notices.
import { fork } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { MS_PER_MB, msPerMB, overOf } from '../fuzz/bodies.ts';
import { costOf, idleRate, send } from '../fuzz/body-cost.ts';
import { PLAIN, rendered, WORST } from '../fuzz/body-genes.ts';
import { createRandom } from '../fuzz/random.ts';
import { CLIENTS, pin, SERVICE } from './cores.ts';
import { load } from './load.ts';
import { brokenOf, round } from './run.ts';
import { callerOf, openStage, TOKEN } from './stage.ts';

const HERE = fileURLToPath(import.meta.url);
const CONNECTIONS = 8;
const REPEATS = 5;
const REPEATS_MAX = 30;

export async function trial({ say, quick }) {
  const stage = await openStage();
  try {
    const api = await stage.start('api', { API_PROCESSES: '1' });
    pin(api.pid, SERVICE);
    const admin = callerOf(api.url, TOKEN);
    const fields = { name: 'Attacker', email: 'attacker@mail.example', credits: 1, contract: 'older' };
    const { json } = await admin('POST', '/admin/accounts', fields);
    const costs = await costsOf(api, json.keys.test, say);
    const others = (seconds) => load({ origin: api.url, key: stage.key, requests: [{ path: '/user' }], rate: 50, seconds, cores: CLIENTS });
    await others(2);
    const calm = await others(quick ? 5 : 15);
    say(`calm: p99 ${round(calm.byStatus[200].p99, 1)} ms`);
    const attack = fork(HERE, ['--attack'], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    pin(attack.pid, CLIENTS);
    const heard = () => new Promise((resolve) => attack.once('message', resolve));
    const seconds = quick ? 10 : 30;
    attack.send({ url: api.url, key: json.keys.test, seconds: seconds + 2 });
    await heard();
    const ended = heard();
    await sleep(500);
    const meanwhile = await others(seconds);
    const { statuses, megabytes } = await ended;
    const good = meanwhile.byStatus[200] ?? { count: 0, p99: Number.POSITIVE_INFINITY };
    const figures = {
      connections: CONNECTIONS,
      worstMsPerMB: costs.perMB,
      machineSlower: costs.slow,
      p99CalmMs: round(calm.byStatus[200].p99, 1),
      p99MeanwhileMs: round(good.p99, 1),
      attackerMB: round(megabytes),
      attackerStatuses: statuses,
      othersFailed: meanwhile.due - good.count,
    };
    return {
      figures,
      broken: brokenOf([
        [`a rejected body costs at most ${MS_PER_MB} ms for each started MB`, costs.over <= 0],
        ['another account’s p99 stays within ten times that of quiet times', good.p99 <= 10 * calm.byStatus[200].p99],
        ['no request of the other account fails', figures.othersFailed === 0],
        ['all that the attacker sends is rejected', Object.keys(statuses).every((status) => /^(?:4..|0)$/.test(status))],
      ]),
    };
  } finally {
    await stage.close();
  }
}

/** The worst of the worst, each at its cheapest: other processes only ever make it look more expensive. */
async function costsOf(api, key, say) {
  const random = createRandom(20_261_117);
  const idle = await idleRate(api.pid);
  let worst = { over: Number.NEGATIVE_INFINITY, perMB: 0, slow: 1 };
  for (const [route, genes] of WORST) {
    const all = { ...PLAIN, ...genes };
    let best = null;
    for (let repeat = 0; repeat < REPEATS || (repeat < REPEATS_MAX && overOf(best) > 0); repeat++) {
      const body = rendered(route, all, random);
      const headers = { authorization: `Bearer ${key}` };
      const cost = await costOf(api.pid, idle, () => send({ url: api.url, route, headers, body, chunk: all.chunk }));
      if (best === null || overOf(cost) < overOf(best)) best = cost;
    }
    const over = overOf(best);
    const perMB = round(msPerMB(best), 1);
    say(
      `${route} ${JSON.stringify(genes)}: ${round(best.ms, 1)} ms for ${round(best.sent / 1e6, 3)} MB, ${best.status} (machine ${round(best.slow, 1)} times slower than usual)`,
    );
    worst = { over: Math.max(worst.over, over), perMB: Math.max(worst.perMB, perMB), slow: Math.max(worst.slow, round(best.slow, 1)) };
  }
  return worst;
}

/** Runs in a process of its own. The bodies are made before, so that their sender spends its time sending. */
async function attack({ url, key, seconds }) {
  const random = createRandom(7);
  const bodies = WORST.map(([route, genes]) => ({ route, chunk: genes.chunk ?? 0, body: rendered(route, { ...PLAIN, ...genes }, random) }));
  process.send('ready');
  const end = performance.now() + seconds * 1000;
  const statuses = {};
  let [number, bytes] = [0, 0];
  const one = async () => {
    while (performance.now() < end) {
      const { status, sent } = await send({ url, headers: { authorization: `Bearer ${key}` }, ...bodies[number++ % bodies.length] });
      statuses[status] = (statuses[status] ?? 0) + 1;
      bytes += sent;
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, one));
  process.send({ statuses, megabytes: bytes / 1e6 }, () => process.exit(0));
}

if (process.argv[2] === '--attack') process.once('message', attack);
