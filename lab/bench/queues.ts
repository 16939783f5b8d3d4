// What people would use instead: well-known queues doing far less than we do (no charge, no object, no callback), in the same run.
import { createPlaceOrder } from '#product/business/orders/place.js';
import { drainOurs, median, PLACE_SETTINGS } from './cases.ts';
import { bullmq } from './peers/bullmq.ts';
import { graphileWorker } from './peers/graphile-worker.ts';
import { nats } from './peers/nats.ts';
import { pgBoss } from './peers/pg-boss.ts';

const PEERS = [pgBoss, graphileWorker, bullmq, nats];
const REQUEST = { keyword: 'red shoes', region: 'US', engine: 'google', maxResults: 10 };
const thousand = Array.from({ length: 1000 }, (_, index) => ({ ...REQUEST, keyword: `red shoes ${index}` }));
const CLIENTS = 64;
/** Enough for starting a worker to count little. */
const JOBS = 20_000;

/** Calls a second, by so many callers who each wait for their answer. */
async function rateOf(call, callers, seconds, perCall) {
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
async function measure(queue, seconds, rates) {
  rates.bulk.push(await rateOf(() => queue.addMany(thousand), 2, seconds, 1000));
  await queue.reset();
  rates.single.push(await rateOf(() => queue.addOne(REQUEST), CLIENTS, seconds, 1));
  await queue.reset();
  rates.drain.push(await drained(queue, queue.drain));
  if (queue.drainKept) rates.kept.push(await drained(queue, queue.drainKept));
}

async function drained(queue, drain) {
  for (let count = 0; count < JOBS / 1000; count++) await queue.addMany(thousand);
  const started = performance.now();
  const done = await drain(JOBS);
  const rate = done / ((performance.now() - started) / 1000);
  await queue.reset();
  return rate;
}

/** Ours without HTTP, as the others are measured: place and settle as the service calls them. */
function ourQueue(stage) {
  const place = createPlaceOrder(stage.db, PLACE_SETTINGS);
  const item = (fields) => ({
    request: JSON.stringify({ ...fields, callback: null }),
    priority: 'NORMAL',
    cost: 1,
    overCost: 1,
    waits: false,
    delayDays: 0,
  });
  const order = (items) => place({ account: stage.account, kind: 'serp', items, idempotency: null });
  return {
    addMany: (jobs) => order(jobs.map(item)),
    addOne: (job) => order([item(job)]),
    drain: (count) => drainOurs(stage, count),
    reset: () => stage.reset(),
  };
}

export async function queues(stage, { roundCount, seconds }) {
  const open = async (peer) => ({ peer, queue: await peer.open(stage), rates: { bulk: [], single: [], drain: [], kept: [] } });
  const ours = { queue: ourQueue(stage), rates: { bulk: [], single: [], drain: [], kept: [] } };
  const peers = (await Promise.all(PEERS.map(open))).filter(({ queue }) => queue !== null);
  try {
    // In turns, so that a busy moment of the machine hits them all.
    for (let round = 0; round < roundCount; round++) for (const each of [ours, ...peers]) await measure(each.queue, seconds, each.rates);
  } finally {
    for (const { queue } of peers) await queue.close().catch(() => undefined);
  }
  return peers.flatMap(({ peer, rates }) => {
    const limit = `${peer.name}${peer.durable ? '' : ' (not durable)'}`;
    const line = (name, key, expected) => ({
      name,
      ours: median(ours.rates[key]),
      bare: median(rates[key]),
      limit,
      ...(peer.durable || key === 'drain' ? { expected } : {}),
    });
    return [
      line('bulk enqueue/s', 'bulk', 2),
      line('single enqueue/s (64 callers)', 'single', 3),
      line('claim + settle/s', 'drain', peer === nats ? 1 : 2),
      // Ours keeps the result in any case.
      ...(rates.kept.length > 0 ? [{ ...line('claim + settle/s, results kept', 'drain', 2), bare: median(rates.kept) }] : []),
    ];
  });
}
