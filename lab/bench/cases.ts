// Cases: each measures the service and its baseline in turn for several rounds and reports medians.

import pg from 'pg';
import { createPlaceOrder } from '#product/business/orders/place.js';
import { createSettleJob } from '#product/business/orders/settle.js';
import type { JobEnd, OrderItem } from '#product/contract/order.js';
import { bigintArray, booleanArray, byteArray, doubleArray, integerArray, jsonArray, textArray } from '#product/platform/db-arrays.js';
import { compress } from '#product/platform/gzip.js';
import { createQueue } from '#product/platform/queue.js';
import { startLoop } from '#product/worker/loop.js';
import { loadWaiting, type WaitingResult } from '../load.ts';
import { median } from '../report.ts';
import { placeParameters, placeSingles, rawSql } from './baseline.ts';
import { withCpu } from './cpu.ts';
import type { BenchApi, BenchEnvironment, BenchSettings } from './environment.ts';

const PLACE = {
  name: 'place',
  text: `select * from place_orders(row($1, $2, $3, $4, $5, $6, $7, $8, $9)::new_orders, row($10, $11, $12, $13, $14, $15)::new_items,
    row($16, $17, $18)::order_settings, null)`,
};
const SERP = { keyword: 'red shoes', region: 'US', priority: 'NORMAL' };
export const PLACE_SETTINGS = {
  retentionDays: 7,
  archiveDays: 30,
  deadlineSeconds: [86400, 21600, 600, 600, 900],
  aiGraceDays: 7,
  aiRateSeconds: 0,
  itemsMax: 1000,
  callsMax: 2,
};
export const JSON_HEADERS = (key: string) => ({ 'content-type': 'application/json', authorization: `Bearer ${key}` });

/** One line of the report: our rate compared with the baseline or an alternative. */
export interface BenchResult {
  readonly name: string;
  readonly ours: number;
  readonly bare: number;
  /** What the baseline is, in words. */
  readonly limit: string;
  /** The least ratio that is accepted. */
  readonly expected?: number;
  readonly all?: { readonly ours: readonly number[]; readonly bare: readonly number[] };
  readonly cpuMs?: Readonly<Record<string, number>>;
  readonly digits?: number;
}

export const itemOf = (request: string): OrderItem => ({
  request,
  priority: 'NORMAL',
  cost: 1,
  overCost: 1,
  hasWaiter: false,
  delayDays: 0,
});

/** A rate, or a rate with the CPU time that it took. */
type Measured = number | { readonly rate: number; readonly cpuMs?: Readonly<Record<string, number>> };
type Side = () => Promise<Measured>;

/** Runs both sides alternately, so that other load of the machine affects both. */
export async function rounds(count: number, ours: Side, bare: Side): Promise<Pick<BenchResult, 'ours' | 'bare' | 'all' | 'cpuMs'>> {
  const results: { ours: Measured[]; bare: Measured[] } = { ours: [], bare: [] };
  for (let round = 0; round < count; round++) {
    results.bare.push(await bare());
    results.ours.push(await ours());
  }
  const rates = { ours: results.ours.map(rateOf), bare: results.bare.map(rateOf) };
  const middle = median(rates.ours);
  const measured = results.ours[rates.ours.indexOf(middle)]!;
  const cpuMs = typeof measured === 'number' ? undefined : measured.cpuMs;
  return { ours: middle, bare: median(rates.bare), all: rates, ...(cpuMs ? { cpuMs } : {}) };
}

const rateOf = (result: Measured): number => (typeof result === 'number' ? result : result.rate);

/** Throws when a request failed: a rate of errors means nothing. */
export function goodRate({ requests, failed, seconds }: WaitingResult, perRequest: number): { rate: number; operations: number } {
  if (failed > 0) throw new Error(`${failed} of ${requests} requests failed`);
  return { rate: (requests * perRequest) / seconds, operations: requests * perRequest };
}

export async function storedRequest(environment: BenchEnvironment, api: BenchApi): Promise<string> {
  await fetch(`${api.base}/serp/new`, { method: 'POST', headers: JSON_HEADERS(environment.key), body: JSON.stringify(SERP) });
  const [row] = await environment.db.query<{ request: string }>({ name: 'one_request', text: 'select request from objects limit 1' });
  return row!.request;
}

export async function ingest(environment: BenchEnvironment, { roundCount, seconds }: BenchSettings): Promise<BenchResult[]> {
  const api = await environment.startApi();
  const request = await storedRequest(environment, api);
  const batch = JSON.stringify(Array.from({ length: 1000 }, (_, index) => ({ ...SERP, keyword: `red shoes ${index}` })));
  const post = async (path: string, body: string, clients: number, perRequest: number): Promise<Measured> => {
    const measured = await withCpu({ api: api.pid, database: environment.databasePid() }, async () => {
      const requests = [{ path, method: 'POST', headers: JSON_HEADERS(environment.key), body }];
      return goodRate(await loadWaiting({ origin: api.base, requests, clients, seconds }), perRequest);
    });
    await environment.reset();
    return measured;
  };
  const sql = async (values: unknown[], connections: number, perCall: number): Promise<number> => {
    const rate = (await rawSql(environment.url, PLACE, values, { connections, seconds })) * perCall;
    await environment.reset();
    return rate;
  };
  const thousand = placeParameters(environment.account, request, 1000);
  const batches = await rounds(
    roundCount,
    () => post('/serp/new/list', batch, 4, 1000),
    () => sql(thousand, 2, 1000),
  );
  const single = JSON.stringify(SERP);
  const flush = placeSingles(environment.account, request, 32);
  const singles = await rounds(
    roundCount,
    () => post('/serp/new', single, 64, 1),
    () => sql(flush, 2, 32),
  );
  const alone = await sql(placeSingles(environment.account, request, 1), 16, 1);
  await api.stop();
  return [
    { name: 'batch creates/s (1000 a request)', ...batches, limit: 'the same statement from 2 raw connections', expected: 0.6 },
    { name: 'single creates/s (64 clients)', ...singles, limit: 'the same statement, 32 orders a call, 2 raw connections', expected: 0.5 },
    { name: '– beside one call for each create', ours: singles.ours, bare: alone, limit: 'one order a call, 16 raw connections' },
  ];
}

export async function queue(environment: BenchEnvironment, { roundCount, seconds }: BenchSettings): Promise<BenchResult[]> {
  const place = createPlaceOrder(environment.db, PLACE_SETTINGS);
  const request = JSON.stringify({ keyword: 'red shoes', callback: null });
  const items = Array.from({ length: 1000 }, (_, index) => itemOf(request.replace('shoes', `shoes ${index}`)));
  const fill = async (thousands: number): Promise<void> => {
    for (let count = 0; count < thousands; count++) await place({ account: environment.account, kind: 'serp', items, idempotency: null });
  };
  const ours = async () => {
    await fill(20);
    const measured = await withCpu({ worker: process.pid, database: environment.databasePid() }, async () => {
      const started = performance.now();
      const done = await drainOurs(environment, 20_000, seconds * 10_000);
      return { rate: done / ((performance.now() - started) / 1000), operations: done };
    });
    await environment.reset();
    return measured;
  };
  const bare = async () => {
    await fill(20);
    const rate = await bareDrain(environment);
    await environment.reset();
    return rate;
  };
  const result = await rounds(roundCount, ours, bare);
  return [
    { name: 'claim + settle/s (no work)', ...result, limit: 'the same two statements, 500 at a time, 2 raw connections', expected: 0.6 },
  ];
}

/** Jobs that a worker claims and settles at once. */
const AT_ONCE = 500;

/** Settles queued jobs as a worker does, without any work in them. Returns the number of settled jobs. */
export async function drainOurs(environment: BenchEnvironment, count: number, msMax = 60_000): Promise<number> {
  const own = createQueue(environment.db);
  const end: JobEnd = { outcome: 'done', verdict: 'valid', attempts: [], body: '{"organic":[]}', ageMs: 0 };
  let done = 0;
  const started = performance.now();
  const loop = startLoop(
    {
      queue: own,
      settle: createSettleJob(environment.db, own.token, (finished) => {
        done += finished.length;
      }),
      run: async () => end,
      runIsolated: async () => end,
      onEnd: () => {},
      onError: (message, error) => {
        throw new Error(message, { cause: error });
      },
    },
    { atOnceMax: 3 * AT_ONCE, claimMax: AT_ONCE, pollMs: 100, heartbeatMs: 5000, jobMsMax: 60_000, crashesMax: 2 },
  );
  while (done < count && performance.now() - started < msMax) await new Promise((resolve) => setTimeout(resolve, 5));
  void loop.stop(1000);
  return done;
}

export const SETTLE = {
  name: 'settle_jobs',
  text: `select finished from settle_jobs(${Array.from({ length: 17 }, (_, index) => `$${index + 1}`).join(', ')})`,
};

/** The same two statements from raw connections, with prepared values. Returns jobs per second. */
export async function bareDrain(environment: BenchEnvironment): Promise<number> {
  const packed = await compress('{"organic":[]}}');
  const fill = <T>(write: (values: T[]) => Buffer, value: T): Buffer => write(Array.from({ length: AT_ONCE }, () => value));
  const same = [
    fill(integerArray, 1),
    fill(textArray, 'done'),
    fill(textArray, 'valid'),
    fill(jsonArray, '[]'),
    fill(jsonArray, '{"life":{"claims":1,"earlier":0,"ms":0}}'),
    fill(doubleArray, 0),
    fill(byteArray, packed.bytes),
    fill(integerArray, packed.size),
    fill(bigintArray, packed.crc),
    fill(booleanArray, true),
    ...Array.from({ length: 5 }, () => null),
  ];
  let done = 0;
  const started = performance.now();
  await Promise.all(
    ['bare-1', 'bare-2'].map(async (token) => {
      const client = new pg.Client({ connectionString: environment.url });
      await client.connect();
      for (;;) {
        const { rows } = await client.query({
          name: 'claim',
          text: `select object_id from set_config('synchronous_commit', 'off', true), claim_jobs($1, $2, $3, '{""}')`,
          values: [token, AT_ONCE, [AT_ONCE / 20, AT_ONCE / 10]],
        });
        if (rows.length === 0) break;
        const ids: (string | null)[] = rows.map((row) => row.object_id);
        while (ids.length < AT_ONCE) ids.push(null);
        await client.query({ ...SETTLE, values: [token, textArray(ids), ...same] });
        done += rows.length;
      }
      await client.end();
    }),
  );
  return done / ((performance.now() - started) / 1000);
}
