// Two thousand synchronous clients at once: what they cost, whether all get a response, and what they get at a shutdown.

import { Agent, request } from 'undici';
import type { Db } from '#product/platform/db.js';
import { openWithOneAccount, type RunningProcess } from '../environment.ts';
import { brokenOf, round, type Say } from '../report.ts';
import { sleep } from '../wait.ts';
import type { TrialResult, TrialSettings } from './trial.ts';

const SETTLE_MS = 3000;
/** Clients arrive one after the other. */
const ARRIVAL_MS = 8;

export async function trial({ say, quick }: TrialSettings): Promise<TrialResult> {
  const count = quick ? 200 : 2000;
  const environment = await openWithOneAccount();
  const agent = new Agent({ connections: count + 50, pipelining: 1, headersTimeout: 300_000, bodyTimeout: 300_000 });
  try {
    const api = await environment.start('api');
    const before = api.megabytes();
    const first = await overload(api, environment.key, agent, count, say);
    await sleep(SETTLE_MS);
    const megabytes = api.megabytes() - before;
    const busy = await heldOf(environment.db);
    say(`${count} wait: ${round(megabytes)} MB more, ${busy} database connections busy`);
    const started = performance.now();
    const worker = await environment.start('worker');
    const answers = await Promise.all(first.answers);
    const seconds = (performance.now() - started) / 1000;
    await worker.stop();

    const second = await overload(api, environment.key, agent, count, say);
    await sleep(500);
    const stopped = performance.now();
    const gone = api.stop('SIGTERM');
    const unfinished = await Promise.all(
      second.answers.map((answer) => answer.then((got) => ({ ...got, at: performance.now() - stopped }))),
    );
    const { code, seconds: exitSeconds } = await gone;
    const right = answers.filter(({ status, ready, data }) => status === 200 && ready && data).length;
    const told = unfinished.filter(({ status, ready }) => status === 200 && ready === false).length;
    const figures = {
      waits: count,
      turnedAwayFirst: first.refused() + second.refused(),
      megabytes: round(megabytes, 1),
      kilobytesEach: round((megabytes * 1024) / count, 1),
      busyConnections: busy,
      answeredReady: right,
      answeredSeconds: round(seconds, 1),
      drainAnswered: told,
      drainAnsweredSeconds: round(Math.max(...unfinished.map(({ at }) => at)) / 1000, 1),
      exitSeconds: round(exitSeconds, 1),
    };
    return {
      figures,
      broken: brokenOf([
        ['every client that waits gets its finished object', right === count],
        ['waiting holds no database connection', busy === 0],
        ['2,000 clients that wait cost at most 50 MB', megabytes <= 50],
        ['a stop answers everybody who waits with ready: false within 10 s', told === count && figures.drainAnsweredSeconds <= 10],
        ['it exits cleanly within 30 s', code === 0 && exitSeconds <= 30],
      ]),
    };
  } finally {
    await agent.destroy();
    await environment.close();
  }
}

/** The number of database connections that were busy at each of ten polls. */
async function heldOf(db: Db): Promise<number> {
  let held = Number.POSITIVE_INFINITY;
  for (let polls = 0; polls < 10; polls++, await sleep(130)) {
    const [row] = await db.query<{ busy: number }>({
      name: 'busy',
      text: `select count(*)::integer as busy from pg_stat_activity
        where datname = 'sextant' and state <> 'idle' and backend_type = 'client backend' and pid <> pg_backend_pid()`,
    });
    held = Math.min(held, row!.busy);
  }
  return held;
}

interface Waited {
  readonly status: number;
  readonly ready: boolean;
  readonly data: unknown;
}
interface Waiters {
  readonly answers: readonly Promise<Waited>[];
  refused(): number;
}

/** Sends all requests and resolves when all of them wait. A rejected client retries after `Retry-After`. */
async function overload(api: RunningProcess, key: string, agent: Agent, count: number, say: Say): Promise<Waiters> {
  let rejected = 0;
  const one = async (number: number): Promise<Waited> => {
    const body = JSON.stringify({ keyword: `wait ${number}`, region: 'US', asynchronous: false });
    await sleep(number * ARRIVAL_MS);
    for (;;) {
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
      const response = await request(`${api.url}/serp/new`, { method: 'POST', headers, body, dispatcher: agent });
      const json = (await response.body.json()) as Pick<Waited, 'ready' | 'data'>;
      if (response.statusCode !== 429) return { status: response.statusCode, ready: json.ready, data: json.data };
      rejected++;
      await sleep(Number(response.headers['retry-after']) * 1000 * (1 + Math.random()));
    }
  };
  const answers = Array.from({ length: count }, (_, number) => one(number));
  for (let waiting = 0; waiting < count; await sleep(200)) {
    const text = await fetch(`${api.url}/metrics`).then((response) => response.text());
    waiting = Number(/^sextant_sync_waiters\S* (\d+)/m.exec(text)?.[1] ?? 0);
  }
  say(`all ${count} wait; ${rejected} times one was turned away and came again`);
  return { answers, refused: () => rejected };
}
