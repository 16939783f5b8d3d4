// The cases: each measures the service and its bare limit in turn, several rounds, and reports medians.

import pg from 'pg';
import { createPlaceOrder } from '../dist/business/orders/place.js';
import { createSettleJob } from '../dist/business/orders/settle.js';
import { bigintArray, booleanArray, byteArray, doubleArray, integerArray, jsonArray, textArray } from '../dist/platform/db-arrays.js';
import { pack } from '../dist/platform/gzip.js';
import { createQueue } from '../dist/platform/queue.js';
import { startLoop } from '../dist/worker/loop.js';
import { placeParameters, placeSingles, rawSql } from './bare.mjs';
import { withCpu } from './cpu.mjs';
import { load } from './load.mjs';

const PLACE = {
  name: 'place',
  text: `select * from place_orders(row($1, $2, $3, $4, $5, $6, $7, $8, $9)::new_orders, row($10, $11, $12, $13, $14, $15)::new_items,
    row($16, $17, $18)::order_settings)`,
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
export const JSON_HEADERS = (key) => ({ 'content-type': 'application/json', authorization: `Bearer ${key}` });

export const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

/** Runs both sides alternately, so that a busy moment of the machine hits both. */
export async function rounds(count, ours, bare) {
  const results = { ours: [], bare: [] };
  for (let round = 0; round < count; round++) {
    results.bare.push(await bare());
    results.ours.push(await ours());
  }
  const rates = { ours: results.ours.map(rateOf), bare: results.bare.map(rateOf) };
  const middle = median(rates.ours);
  const { cpuMs } = results.ours[rates.ours.indexOf(middle)];
  return { ours: middle, bare: median(rates.bare), all: rates, ...(cpuMs ? { cpuMs } : {}) };
}

/** A side answers its rate, or that with more. */
const rateOf = (result) => (typeof result === 'number' ? result : result.rate);

export async function storedRequest(stage, api) {
  await fetch(`${api.base}/serp/new`, { method: 'POST', headers: JSON_HEADERS(stage.key), body: JSON.stringify(SERP) });
  const [row] = await stage.db.query({ name: 'one_request', text: 'select request from objects limit 1' });
  return row.request;
}

export async function ingest(stage, { roundCount, seconds }) {
  const api = await stage.startApi();
  const request = await storedRequest(stage, api);
  const batch = JSON.stringify(Array.from({ length: 1000 }, (_, index) => ({ ...SERP, keyword: `red shoes ${index}` })));
  const post = async (path, body, connections, perRequest) => {
    const measured = await withCpu({ api: api.pid, database: stage.databasePid() }, async () => {
      const got = await load({ origin: api.base, path, method: 'POST', headers: JSON_HEADERS(stage.key), body, connections, seconds });
      if (got.failed > 0) throw new Error(`${got.failed} of ${got.requests} requests failed`);
      return { rate: (got.requests * perRequest) / got.seconds, operations: got.requests * perRequest };
    });
    await stage.reset();
    return measured;
  };
  const sql = async (values, connections, perCall) => {
    const rate = (await rawSql(stage.url, PLACE, values, { connections, seconds })) * perCall;
    await stage.reset();
    return rate;
  };
  const thousand = placeParameters(stage.account, request, 1000);
  const batches = await rounds(
    roundCount,
    () => post('/serp/new/list', batch, 4, 1000),
    () => sql(thousand, 2, 1000),
  );
  const single = JSON.stringify(SERP);
  const flush = placeSingles(stage.account, request, 32);
  const singles = await rounds(
    roundCount,
    () => post('/serp/new', single, 64, 1),
    () => sql(flush, 2, 32),
  );
  const alone = await sql(placeSingles(stage.account, request, 1), 16, 1);
  await api.stop();
  return [
    { name: 'batch creates/s (1000 a request)', ...batches, limit: 'the same statement from 2 raw connections', expected: 0.6 },
    { name: 'single creates/s (64 clients)', ...singles, limit: 'the same statement, 32 orders a call, 2 raw connections', expected: 0.5 },
    { name: '– beside one call for each create', ours: singles.ours, bare: alone, limit: 'one order a call, 16 raw connections' },
  ];
}

export async function queue(stage, { roundCount, seconds }) {
  const place = createPlaceOrder(stage.db, PLACE_SETTINGS);
  const request = JSON.stringify({ keyword: 'red shoes', callback: null });
  const items = Array.from({ length: 1000 }, (_, index) => ({
    request: request.replace('shoes', `shoes ${index}`),
    priority: 'NORMAL',
    cost: 1,
    overCost: 1,
    waits: false,
    delayDays: 0,
  }));
  const fill = async (thousands) => {
    for (let count = 0; count < thousands; count++) await place({ account: stage.account, kind: 'serp', items, idempotency: null });
  };
  const ours = async () => {
    await fill(20);
    const measured = await withCpu({ worker: process.pid, database: stage.databasePid() }, async () => {
      const started = performance.now();
      const done = await drainOurs(stage, 20_000, seconds * 10_000);
      return { rate: done / ((performance.now() - started) / 1000), operations: done };
    });
    await stage.reset();
    return measured;
  };
  const bare = async () => {
    await fill(20);
    const rate = await bareDrain(stage);
    await stage.reset();
    return rate;
  };
  const result = await rounds(roundCount, ours, bare);
  return [
    { name: 'claim + settle/s (no work)', ...result, limit: 'the same two statements, 500 at a time, 2 raw connections', expected: 0.6 },
  ];
}

/** What a worker claims and settles at once, as the service does. */
const AT_ONCE = 500;

/** Works off what is queued as a worker does, without work in it. Answers how many were settled. */
export async function drainOurs(stage, count, msMax = 60_000) {
  const own = createQueue(stage.db);
  const end = { outcome: 'done', verdict: 'valid', attempts: [], body: '{"organic":[]}', ageMs: 0 };
  let done = 0;
  const started = performance.now();
  const loop = startLoop(
    {
      queue: own,
      settle: createSettleJob(stage.db, own.token, (finished) => {
        done += finished.length;
      }),
      run: async () => end,
      runAlone: async () => end,
      onEnd: () => {},
      onError: (message, error) => {
        throw new Error(message, { cause: error });
      },
    },
    { atOnceMax: 3 * AT_ONCE, claimMax: AT_ONCE, pollMs: 100, beatMs: 5000, jobMsMax: 60_000, crashesMax: 2 },
  );
  while (done < count && performance.now() - started < msMax) await new Promise((resolve) => setTimeout(resolve, 5));
  void loop.stop(1000);
  return done;
}

const SETTLE = {
  name: 'settle_jobs',
  text: `select finished from settle_jobs(${Array.from({ length: 17 }, (_, index) => `$${index + 1}`).join(', ')})`,
};

/** The same two statements from raw connections: everything but the ids is made once, ahead of time. */
export async function bareDrain(stage) {
  const packed = await pack('{"organic":[]}}');
  const fill = (write, value) => write(Array.from({ length: AT_ONCE }, () => value));
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
      const client = new pg.Client({ connectionString: stage.url });
      await client.connect();
      for (;;) {
        const { rows } = await client.query({
          name: 'claim',
          text: `select object_id from set_config('synchronous_commit', 'off', true), claim_jobs($1, $2, $3)`,
          values: [token, AT_ONCE, [AT_ONCE / 20, AT_ONCE / 10]],
        });
        if (rows.length === 0) break;
        const ids = rows.map((row) => row.object_id);
        while (ids.length < AT_ONCE) ids.push(null);
        await client.query({ ...SETTLE, values: [token, textArray(ids), ...same] });
        done += rows.length;
      }
      await client.end();
    }),
  );
  return done / ((performance.now() - started) / 1000);
}
