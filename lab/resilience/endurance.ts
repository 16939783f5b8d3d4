// Half an hour of ordinary load: whether the memory of API and worker grows, and whether any call fails.

import { bareHttp } from '../bench/baseline.ts';
import { openWithOneAccount } from '../environment.ts';
import { loadAtRate, withKey } from '../load.ts';
import { type Call, callerOf } from '../net.ts';
import type { RawRequest } from '../open-sockets.ts';
import { brokenOf, median, round } from '../report.ts';
import { sleep } from '../wait.ts';
import type { TrialResult, TrialSettings } from './trial.ts';

/** Megabytes of each process. */
interface Memory {
  readonly api: number;
  readonly worker: number;
}

const MINUTES = { whole: 30, quick: 3 };
const RATE = 120;
const STRETCH_SECONDS = 30;
const SAMPLE_MS = 5000;
const QUARTERS = 4;
/** More than caches need, less than a leak takes in half an hour. */
const GROWTH_MAX = 1.1;

/** Typical calls in turn: orders with callbacks, batches, synchronous creates, reads, lists and lookups. */
async function mixOf(call: Call, receiver: string): Promise<RawRequest[]> {
  const made = await call(
    'POST',
    '/serp/new/list',
    Array.from({ length: 20 }, (_, index) => ({ keyword: `tea ${index}`, region: 'US' })),
  );
  const ids: string[] = made.json.map(({ id }: { id: string }) => id);
  const order = { keyword: 'green tea', region: 'Berlin,Germany', callback: `${receiver}/hook?id={:id:}` };
  const post = (path: string, body: unknown): RawRequest => ({ method: 'POST', path, body: JSON.stringify(body) });
  return [
    post('/serp/new', order),
    { path: `/serp/${ids[0]}` },
    post('/serp/new', { ...order, callbackFormat: 'JSON' }),
    post('/serp/list', ids),
    post(
      '/serp/new/list',
      Array.from({ length: 10 }, (_, index) => ({ ...order, keyword: `green tea ${index}` })),
    ),
    { path: '/objects?limit=50' },
    post('/serp/new', { keyword: 'white tea', region: 'US', asynchronous: false }),
    { path: '/whois/shop.example' },
    post('/keyword/new', { keywords: ['tea', 'green tea'], region: 'DE', callback: order.callback }),
    { path: `/serp/${ids[1]}` },
    { path: '/user' },
  ];
}

export async function trial({ say, quick }: TrialSettings): Promise<TrialResult> {
  const minutes = quick ? MINUTES.quick : MINUTES.whole;
  const environment = await openWithOneAccount();
  const receiver = await bareHttp({}, Buffer.from('ok'));
  try {
    const [api, worker] = [await environment.start('api'), await environment.start('worker')];
    const requests = withKey(environment.key, await mixOf(callerOf(api.url, environment.key), receiver.origin));
    const samples: Memory[] = [];
    const started = performance.now();
    const timer = setInterval(() => samples.push({ api: api.megabytes(), worker: worker.megabytes() }), SAMPLE_MS);
    const byStatus: Record<string, number> = {};
    const slowest: number[] = [];
    let failed = 0;
    while (performance.now() - started < minutes * 60_000) {
      const got = await loadAtRate({ origin: api.url, requests, rate: RATE, seconds: STRETCH_SECONDS });
      for (const [status, times] of Object.entries(got.byStatus)) {
        byStatus[status] = (byStatus[status] ?? 0) + times!.count;
        slowest.push(times!.p99);
      }
      failed += got.failed;
      const { api: ofApi, worker: ofWorker } = samples.at(-1)!;
      say(`${round((performance.now() - started) / 60_000)} min: API ${round(ofApi)} MB, worker ${round(ofWorker)} MB`);
    }
    clearInterval(timer);
    await sleep(3000);
    const [left] = await environment.db.query<{ jobs: number; callbacks: number; objects: number }>({
      name: 'endurance_left',
      text: 'select (select count(*) from queue)::integer as jobs, (select count(*) from outbox)::integer as callbacks, (select count(*) from objects)::integer as objects',
    });
    const quarter = (number: number, who: keyof Memory): number =>
      round(median(samples.slice((number * samples.length) / QUARTERS, ((number + 1) * samples.length) / QUARTERS).map((one) => one[who])));
    const figures = {
      minutes,
      byStatus,
      failed,
      objects: left!.objects,
      jobsLeft: left!.jobs,
      callbacksLeft: left!.callbacks,
      apiMegabytes: [0, 1, 2, 3].map((number) => quarter(number, 'api')),
      workerMegabytes: [0, 1, 2, 3].map((number) => quarter(number, 'worker')),
      p99Ms: round(median(slowest)),
    };
    const isFlat = ([, second, , last]: readonly number[]): boolean => last! <= second! * GROWTH_MAX;
    return {
      figures,
      broken: brokenOf([
        ['every call is answered with 200', failed === 0 && Object.keys(byStatus).every((status) => status === '200')],
        ['nothing stays behind in the queue or the outbox', left!.jobs === 0 && left!.callbacks === 0],
        ['the API’s memory stays where it is', isFlat(figures.apiMegabytes)],
        ['the worker’s memory stays where it is', isFlat(figures.workerMegabytes)],
      ]),
    };
  } finally {
    receiver.stop();
    await environment.close();
  }
}
