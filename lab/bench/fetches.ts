// Reads of one result, of many open jobs and of many results, compared with a server that sends the same bytes from memory.
import { createSettleJob } from '#product/business/orders/settle.js';
import type { Job, JobEnd } from '#product/contract/order.js';
import { createQueue } from '#product/platform/queue.js';
import { loadWaiting } from '../load.ts';
import type { Json } from '../net.ts';
import { bareHttp } from './baseline.ts';
import { type BenchResult, goodRate, JSON_HEADERS, rounds } from './cases.ts';
import { withCpu } from './cpu.ts';
import type { BenchApi, BenchEnvironment, BenchSettings } from './environment.ts';

const RESULT_BYTES = 19_000;
const RESULTS = 100;

/** Text that compresses like result pages do: to somewhat less than half. */
export function resultOf(bytes: number): string {
  let seed = 7;
  const next = (): number => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return seed;
  };
  const word = () =>
    next()
      .toString(36)
      .slice(0, 3 + (next() % 5));
  const organic: object[] = [];
  while (JSON.stringify({ organic }).length < bytes) {
    organic.push({
      position: organic.length + 1,
      title: `${word()} ${word()} ${word()}`,
      url: `https://www.${word()}.example/${word()}/${word()}`,
      snippet: Array.from({ length: 25 }, word).join(' '),
    });
  }
  return JSON.stringify({ totalResults: 1000, raw: [], organic });
}

export async function fetches(environment: BenchEnvironment, settings: BenchSettings): Promise<BenchResult[]> {
  const api = await environment.startApi();
  const compare = comparing(environment, api, settings);
  const done = await finished(environment, api, RESULTS);
  const open = await created(environment, api, 999);
  const headers = (encoding: string) => ({ ...JSON_HEADERS(environment.key), 'accept-encoding': encoding });
  const one = { path: `/serp/${done[0]}`, method: 'GET' as const, connections: 64, perRequest: 1, expected: 0.35 };
  const list = (ids: readonly string[]) => ({
    path: '/serp/list',
    method: 'POST' as const,
    body: JSON.stringify(ids),
    connections: 4,
    perRequest: ids.length,
  });
  const results = [
    await compare('GET/s of a 20 KB result, gzip', { ...one, headers: headers('gzip') }),
    await compare('GET/s of a 20 KB result, not packed', { ...one, headers: headers('identity') }),
    await compare('open objects/s by lists of 1000', { ...list([done[0]!, ...open]), headers: headers('identity') }),
    await compare(`20 KB results/s by lists of ${RESULTS}, gzip`, { ...list(done), headers: headers('gzip') }),
    await compare(`20 KB results/s by lists of ${RESULTS}, not packed`, { ...list(done), headers: headers('identity') }),
  ];
  await api.stop();
  // The baseline is one process and cannot use a second core. The service can.
  const pair = await environment.startApi(2);
  const comparePair = comparing(environment, pair, settings);
  results.push(await comparePair('GET/s of a 20 KB result, gzip, two API processes', { ...one, headers: headers('gzip') }));
  await pair.stop();
  return results;
}

interface Fetch {
  readonly path: string;
  readonly method: 'GET' | 'POST';
  readonly body?: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly connections: number;
  readonly perRequest: number;
  readonly expected?: number;
}

function comparing(environment: BenchEnvironment, api: BenchApi, { roundCount, seconds }: BenchSettings) {
  return async (name: string, fetched: Fetch): Promise<BenchResult> => {
    const { path, method, body, headers, connections: clients, perRequest, expected } = fetched;
    const sample = await rawBytes(api.base, fetched);
    const bareServer = await bareHttp({ 'content-type': 'application/json' }, sample);
    const run = (origin: string) =>
      withCpu({ api: api.pid, database: environment.databasePid() }, async () => {
        const requests = [{ path, method, headers, ...(body === undefined ? {} : { body }) }];
        return goodRate(await loadWaiting({ origin, requests, clients, seconds }), perRequest);
      });
    const rates = await rounds(
      roundCount,
      () => run(api.base),
      () => run(bareServer.origin),
    );
    bareServer.stop();
    return { name, ...rates, limit: `bare node:http that sends the same ${sample.length} bytes`, ...(expected ? { expected } : {}) };
  };
}

async function created(environment: BenchEnvironment, api: BenchApi, count: number): Promise<string[]> {
  const made = await fetch(`${api.base}/serp/new/list`, {
    method: 'POST',
    headers: JSON_HEADERS(environment.key),
    body: JSON.stringify(Array.from({ length: count }, (_, index) => ({ keyword: `tea ${index}`, region: 'US' }))),
  });
  const objects: Json = await made.json();
  return objects.map(({ id }: { id: string }) => id);
}

async function finished(environment: BenchEnvironment, api: BenchApi, count: number): Promise<string[]> {
  const ids = await created(environment, api, count);
  const own = createQueue(environment.db);
  const settle = createSettleJob(environment.db, own.token, () => {});
  const end: JobEnd = {
    outcome: 'done',
    verdict: 'valid',
    attempts: [{ source: 'bench', outcome: 'valid', ms: 1 }],
    body: resultOf(RESULT_BYTES),
    ageMs: 0,
  };
  // Settling reads these fields of a job and no others.
  for (const { object_id: id, claim_count: attempt } of await own.claim(count))
    await settle({ id, attempt, history: [] as Job['history'] } as Job, end);
  return ids;
}

async function rawBytes(
  base: string,
  { path, headers, method, body: sent = null }: { path: string; headers: Fetch['headers']; method: Fetch['method']; body?: string | null },
): Promise<Buffer> {
  const { request } = await import('undici');
  const { body } = await request(base + path, { method, headers, body: sent });
  return Buffer.from(await body.arrayBuffer());
}
