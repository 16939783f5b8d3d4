// Alternatives: well-known queues that do less than we do (no charge, no object, no callback), in the same run.

import { createPlaceOrder } from '#product/business/orders/place.js';
import type { OrderItem } from '#product/contract/order.js';
import { median } from '../report.ts';
import { bullmq } from './alternatives/bullmq.ts';
import { graphileWorker } from './alternatives/graphile-worker.ts';
import { nats } from './alternatives/nats.ts';
import { pgBoss } from './alternatives/pg-boss.ts';
import { type BenchResult, drainOurs, itemOf, PLACE_SETTINGS } from './cases.ts';
import type { BenchEnvironment, BenchSettings } from './environment.ts';

/** A queue as all of them are measured. */
export interface OpenQueue {
  addMany(jobs: readonly object[]): Promise<unknown>;
  addOne(job: object): Promise<unknown>;
  /** Returns the number of finished jobs. */
  drain(count: number): Promise<number>;
  /** The same, and each result is stored. */
  drainKept?(count: number): Promise<number>;
  reset(): Promise<unknown>;
  close(): Promise<unknown>;
}

export interface Alternative {
  readonly name: string;
  /** It responds after its data is on disk. */
  readonly durable: boolean;
  /** Returns null when it cannot run here. */
  open(environment: { readonly url: string }): Promise<OpenQueue | null>;
}

type Rates = Record<'bulk' | 'single' | 'drain' | 'kept', number[]>;

const ALTERNATIVES = [pgBoss, graphileWorker, bullmq, nats];
const REQUEST = { keyword: 'red shoes', region: 'US', engine: 'google', maxResults: 10 };
const thousand = Array.from({ length: 1000 }, (_, index) => ({ ...REQUEST, keyword: `red shoes ${index}` }));
const CLIENTS = 64;
/** Enough that the start of a worker hardly counts. */
const JOBS = 20_000;

/** Calls per second by several callers that each wait for the response. */
async function rateOf(call: () => Promise<unknown>, callers: number, seconds: number, perCall: number): Promise<number> {
  let calls = 0;
  const started = performance.now();
  const end = started + seconds * 1000;
  const caller = async () => {
    while (performance.now() < end) {
      await call();
      calls++;
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
  return (calls * perCall) / ((performance.now() - started) / 1000);
}

/** One round of one queue, added to its rates. */
async function measure(queue: OpenQueue, seconds: number, rates: Rates): Promise<void> {
  rates.bulk.push(await rateOf(() => queue.addMany(thousand), 2, seconds, 1000));
  await queue.reset();
  rates.single.push(await rateOf(() => queue.addOne(REQUEST), CLIENTS, seconds, 1));
  await queue.reset();
  rates.drain.push(await drained(queue, (count) => queue.drain(count)));
  const { drainKept } = queue;
  if (drainKept) rates.kept.push(await drained(queue, drainKept));
}

async function drained(queue: OpenQueue, drain: (count: number) => Promise<number>): Promise<number> {
  for (let count = 0; count < JOBS / 1000; count++) await queue.addMany(thousand);
  const started = performance.now();
  const done = await drain(JOBS);
  const rate = done / ((performance.now() - started) / 1000);
  await queue.reset();
  return rate;
}

/** Ours without HTTP, as the others are measured. */
function ourQueue(environment: BenchEnvironment): OpenQueue {
  const place = createPlaceOrder(environment.db, PLACE_SETTINGS);
  const item = (fields: object): OrderItem => itemOf(JSON.stringify({ ...fields, callback: null }));
  const order = (items: readonly OrderItem[]) => place({ account: environment.account, kind: 'serp', items, idempotency: null });
  return {
    addMany: (jobs) => order(jobs.map(item)),
    addOne: (job) => order([item(job)]),
    drain: (count) => drainOurs(environment, count),
    reset: () => environment.reset(),
    close: async () => undefined,
  };
}

export async function queues(environment: BenchEnvironment, { roundCount, seconds }: BenchSettings): Promise<BenchResult[]> {
  const noRates = (): Rates => ({ bulk: [], single: [], drain: [], kept: [] });
  const ours = { queue: ourQueue(environment), rates: noRates() };
  const alternatives: { alternative: Alternative; queue: OpenQueue; rates: Rates }[] = [];
  const opened = await Promise.all(ALTERNATIVES.map(async (alternative) => ({ alternative, queue: await alternative.open(environment) })));
  for (const { alternative, queue } of opened) if (queue) alternatives.push({ alternative, queue, rates: noRates() });
  try {
    // In turn, so that other load of the machine affects them all.
    for (let round = 0; round < roundCount; round++)
      for (const each of [ours, ...alternatives]) await measure(each.queue, seconds, each.rates);
  } finally {
    for (const { queue } of alternatives) await queue.close().catch(() => undefined);
  }
  return alternatives.flatMap(({ alternative, rates }) => {
    const limit = `${alternative.name}${alternative.durable ? '' : ' (not durable)'}`;
    const line = (name: string, key: keyof Rates, expected: number): BenchResult => ({
      name,
      ours: median(ours.rates[key]),
      bare: median(rates[key]),
      limit,
      ...(alternative.durable || key === 'drain' ? { expected } : {}),
    });
    return [
      line('bulk enqueue/s', 'bulk', 2),
      line('single enqueue/s (64 callers)', 'single', 3),
      line('claim + settle/s', 'drain', alternative === nats ? 1 : 2),
      // Ours always stores the result.
      ...(rates.kept.length > 0 ? [{ ...line('claim + settle/s, results kept', 'drain', 2), bare: median(rates.kept) }] : []),
    ];
  });
}
