// Callbacks per second from outbox to record, compared with plain posts of the same bytes to the same receiver.
import { Pool } from 'undici';
import { createDispatcher } from '#product/business/callbacks/dispatcher.js';
import { createStore } from '#product/business/orders/objects.js';
import { createPlaceOrder } from '#product/business/orders/place.js';
import { createHttpClient } from '#product/platform/http.js';
import { bareHttp } from './baseline.ts';
import { type BenchResult, drainOurs, itemOf, PLACE_SETTINGS, rounds } from './cases.ts';
import type { BenchEnvironment, BenchSettings } from './environment.ts';

/** About two seconds of work, because the first second of a process is compilation. */
const COUNT = 15_000;
const CONNECTIONS = 50;

export async function callbacks(environment: BenchEnvironment, { roundCount }: BenchSettings): Promise<BenchResult[]> {
  const receiver = await bareHttp({}, Buffer.from('ok'));
  const place = createPlaceOrder(environment.db, PLACE_SETTINGS);
  const request = JSON.stringify({ keyword: 'red shoes', callback: `${receiver.origin}/hook?id={:id:}`, callbackFormat: 'SIMPLE' });
  const items = Array.from({ length: 1000 }, () => itemOf(request));
  const client = createHttpClient({
    policy: { allowLoopback: true, allowNetworks: [] },
    connectionsPerHost: CONNECTIONS,
    connectMsMax: 5000,
  });

  const ours = async () => {
    for (let made = 0; made < COUNT; made += 1000) await place({ account: environment.account, kind: 'serp', items, idempotency: null });
    await drainOurs(environment, COUNT);
    let sent = 0;
    let all = (): void => undefined;
    const done = new Promise<void>((resolve) => {
      all = resolve;
    });
    const started = performance.now();
    const dispatcher = createDispatcher(
      {
        db: environment.db,
        client,
        render: () => ({ size: 0, whole: async () => Buffer.alloc(0), async *chunks() {} }),
        renderPostback: async () => Buffer.alloc(0),
        fetchAny: createStore(environment.db).fetchAny,
        onAttempt: ({ ok }) => {
          if (ok && ++sent === COUNT) all();
        },
        onError: (error) => {
          throw error;
        },
      },
      { retrySeconds: [5], msMax: 15_000, atOnceMax: 200, perHostMax: CONNECTIONS, pollMs: 50 },
    );
    await done;
    const rate = COUNT / ((performance.now() - started) / 1000);
    await dispatcher.stop();
    await environment.reset();
    return rate;
  };
  const bare = async () => {
    const pool = new Pool(receiver.origin, { connections: CONNECTIONS });
    const body = JSON.stringify({ id: '0'.repeat(24), type: 'serp' });
    let left = COUNT;
    const started = performance.now();
    const poster = async () => {
      while (left-- > 0) {
        const response = await pool.request({ path: '/hook', method: 'POST', headers: { 'content-type': 'application/json' }, body });
        await response.body.dump();
      }
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, poster));
    const rate = COUNT / ((performance.now() - started) / 1000);
    await pool.close();
    return rate;
  };
  // Both sides are warm before the measurement, as a worker is that runs for days.
  await rounds(1, ours, bare);
  const rates = await rounds(roundCount, ours, bare);
  await client.close();
  receiver.stop();
  return [{ name: 'callbacks/s (claim, sign, post, record)', ...rates, limit: 'bare undici posts, 50 connections', expected: 0.5 }];
}
