import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '../../../test/database.ts';
import { item, jobOf, makeAccount, placeWith } from '../../../test/orders.ts';
import { until } from '../../../test/service.ts';
import type { Account } from '../../contract/order.ts';
import { DatabaseUnavailable, type Db } from '../../platform/db.ts';
import { createHttpClient } from '../../platform/http.ts';
import { createQueue } from '../../platform/queue.ts';
import { createStore } from '../orders/objects.ts';
import { createSettleJob } from '../orders/settle.ts';
import { createDeliveries } from './deliveries.ts';
import { createDispatcher, type Dispatcher } from './dispatcher.ts';

type Handler = (request: IncomingMessage, response: ServerResponse, count: number) => void;
let database: TestDatabase;
let account: Account;
let port: number;
let dispatcher: Dispatcher | null = null;
let handle: Handler = (_request, response) => response.end();
let hits: { url: string; headers: IncomingMessage['headers'] }[] = [];
const receiver = createServer((request, response) => {
  hits.push({ url: request.url ?? '', headers: request.headers });
  request.resume();
  handle(request, response, hits.length);
});

beforeAll(async () => {
  database = await createDatabase();
  account = await makeAccount(database.db, { credits: 1000 });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  port = (receiver.address() as AddressInfo).port;
});
afterEach(async () => {
  receiver.closeAllConnections();
  await dispatcher?.stop();
  dispatcher = null;
  hits = [];
});
afterAll(async () => {
  receiver.closeAllConnections();
  receiver.close();
  await database.drop();
});

function start(allowLoopback = true, msMax = 30_000, db: Db = database.db): Dispatcher {
  const store = createStore(database.db);
  dispatcher = createDispatcher(
    {
      db,
      client: createHttpClient({ policy: { allowLoopback, allowNetworks: [] }, connectionsPerHost: 10, connectMsMax: 30_000 }),
      render: () => ({ size: 0, whole: async () => Buffer.alloc(0), async *chunks() {} }),
      renderPostback: async () => Buffer.alloc(0),
      fetchAny: store.fetchAny,
      onAttempt: () => undefined,
      onError: () => undefined,
    },
    { retrySeconds: [0.05, 0.05], msMax, atOnceMax: 50, perHostMax: 10, pollMs: 50 },
  );
  return dispatcher;
}

async function finishedObjects(url: string, count: number, callbackFormat = 'SIMPLE'): Promise<string[]> {
  const queue = createQueue(database.db);
  const items = Array.from({ length: count }, () => item({ priority: 'INSTANT' }, { callback: url, callbackFormat }));
  await placeWith(database.db)({ account, kind: 'serp', items, idempotency: null });
  const jobs = (await queue.claim(count)).map(jobOf);
  const settle = createSettleJob(database.db, queue.token, () => undefined);
  await Promise.all(jobs.map((job) => settle(job, { outcome: 'done', verdict: 'valid', attempts: [], body: '{}', ageMs: 0 })));
  return jobs.map(({ id }) => id);
}
const finishedObject = async (url: string): Promise<string> => (await finishedObjects(url, 1))[0]!;
const here = (path = '/hook') => `http://127.0.0.1:${port}${path}`;
const flags = (id: string) =>
  until(async () => {
    const [stored] = await createStore(database.db).fetchAny([id]);
    return stored!.callbackExecuted || stored!.callbackFailed
      ? { executed: stored!.callbackExecuted, failed: stored!.callbackFailed }
      : null;
  });
const log = (id: string) => createDeliveries(database.db, async () => undefined).of(id);

describe('a receiver that', () => {
  test('redirects is not followed', async () => {
    handle = (_request, response) => response.writeHead(302, { location: here('/elsewhere') }).end();
    const id = await finishedObject(here());
    start();
    expect(await flags(id)).toEqual({ executed: false, failed: true });
    expect(new Set(hits.map(({ url }) => url))).toEqual(new Set(['/hook']));
    expect((await log(id)).map(({ status, ok }) => [status, ok])).toEqual([
      [302, false],
      [302, false],
      [302, false],
    ]);
  });
  test('never responds is given up after the timeout', async () => {
    handle = () => undefined;
    const id = await finishedObject(here());
    start(true, 100);
    expect(await flags(id)).toEqual({ executed: false, failed: true });
    expect((await log(id)).map(({ reason }) => reason)).toEqual(['no answer in time', 'no answer in time', 'no answer in time']);
  });
  test('responds with an endless body counts by its status', async () => {
    handle = (_request, response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write('x'.repeat(10_000)), 1);
      response.on('close', () => clearInterval(timer));
    };
    const id = await finishedObject(here());
    start(true, 3000);
    expect(await flags(id)).toEqual({ executed: true, failed: false });
  });
  test('never responds delays no other receiver, and its attempts count only sent callbacks', async () => {
    const held = new Set<ServerResponse>();
    handle = (_request, response) => void held.add(response);
    const slow = await finishedObjects(here('/slow?id={:id:}'), 300);
    const other = createServer((_request, response) => response.end());
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const good = await finishedObjects(`http://127.0.0.1:${(other.address() as AddressInfo).port}/good`, 20);
    start(true, 60_000);
    await Promise.all(good.map(flags));
    const tried = await database.db.query({ name: 'tried', text: 'select 1 from deliveries where object_id = any ($1)' }, [slow]);
    expect([tried.length, hits.length]).toEqual([0, 10]);

    handle = (_request, response) => void response.end();
    for (const response of held) response.destroy();
    await Promise.all(slow.map(flags));
    const sent = new Map<string, number>();
    for (const { url } of hits) sent.set(url.slice(-24), (sent.get(url.slice(-24)) ?? 0) + 1);
    for (const id of slow)
      expect((await log(id)).map(({ attempt }) => attempt)).toEqual(Array.from({ length: sent.get(id)! }, (_, n) => n + 1));
    expect(hits).toHaveLength(310);
    other.closeAllConnections();
    other.close();
  });
  test('sends Retry-After is retried later', async () => {
    handle = (_request, response, count) => response.writeHead(count === 1 ? 429 : 200, { 'retry-after': '600' }).end();
    const id = await finishedObject(here());
    start();
    await until(async () => (await log(id)).length === 1);
    const pause = {
      name: 'pause',
      text: 'select extract(epoch from next_at - now())::integer as seconds from outbox where object_id = $1',
    };
    const [next] = await database.db.query<{ seconds: number }>(pause, [id]);
    // The schedule alone would try again after 0.05 s.
    expect(next!.seconds).toBeGreaterThan(300);
    await database.db.query({ name: 'pause_over', text: 'update outbox set next_at = now() where object_id = $1' }, [id]);
    expect(await flags(id)).toEqual({ executed: true, failed: false });
    expect(hits).toHaveLength(2);
  });
  test('has user and password in its URL gets them as Basic authentication', async () => {
    handle = (_request, response) => response.end();
    const id = await finishedObject(`http://me:p%40ss@127.0.0.1:${port}/secret`);
    start();
    await flags(id);
    expect(hits[0]!.headers.authorization).toBe(`Basic ${Buffer.from('me:p@ss').toString('base64')}`);
  });
});

describe('URLs', () => {
  test('loopback is rejected at connection time when the service is public, without a retry', async () => {
    handle = (_request, response) => response.end();
    const id = await finishedObject(here());
    start(false);
    expect(await flags(id)).toEqual({ executed: false, failed: true });
    expect(hits).toEqual([]);
    expect(await log(id)).toMatchObject([{ attempt: 1, status: null, ok: false, reason: 'the address is not allowed' }]);
  });
});

describe('the outbox', () => {
  test('a callback held by a dead dispatcher becomes due again and another one sends it', async () => {
    handle = (_request, response) => response.end();
    const id = await finishedObject(here());
    await database.db.query({ name: 'dead_claim', text: 'select * from claim_callbacks(10, 0.3, null, null, null, null, null, 0, 0)' });
    start();
    expect(await flags(id)).toEqual({ executed: true, failed: false });
    expect(await log(id)).toMatchObject([{ attempt: 2, ok: true }]);
  });
  test('a successful resend changes failed to executed', async () => {
    handle = (_request, response, count) => response.writeHead(count <= 3 ? 500 : 204).end();
    const id = await finishedObject(here());
    start();
    expect(await flags(id)).toEqual({ executed: false, failed: true });
    expect(await createDeliveries(database.db, async () => undefined).resend(id)).toBe(true);
    await until(async () => (await createStore(database.db).fetchAny([id]))[0]!.callbackExecuted);
    expect((await log(id)).map(({ attempt, ok }) => [attempt, ok])).toEqual([
      [1, false],
      [2, false],
      [3, false],
      [4, true],
    ]);
  });
  test('two dispatchers do not send the same callback twice', async () => {
    handle = (_request, response) => setTimeout(() => response.end(), 50);
    const ids = await finishedObjects(here(), 20);
    // A long timeout, because a callback that times out is correctly sent again.
    const first = start(true, 15_000);
    const second = start(true, 15_000);
    await Promise.all(ids.map(flags));
    await first.stop();
    await second.stop();
    expect(hits).toHaveLength(20);
  });

  test('a callback is not sent when another server has become the primary since it was claimed', async () => {
    handle = (_request, response) => response.end();
    const id = await finishedObject(here());
    let asked = 0;
    const hitsByThen: number[] = [];
    // The primary changes right after the first claim.
    const takeovers = (): number => {
      hitsByThen.push(hits.length);
      return Math.min(asked++, 1);
    };
    start(true, 30_000, { ...database.db, takeovers });
    expect(await flags(id)).toEqual({ executed: true, failed: false });
    // Claim, check, and again claim and check before the only request.
    expect(hitsByThen.slice(0, 4)).toEqual([0, 0, 0, 0]);
    expect(hits).toHaveLength(1);
  });
  test('sizes that cannot be read delay only the callbacks that need them', async () => {
    handle = (_request, response) => response.end();
    const [simple] = await finishedObjects(here(), 1);
    const [whole] = await finishedObjects(here(), 1, 'JSON');
    let failures = 0;
    const query: Db['query'] = async (statement, values) => {
      if (statement.name === 'body_sizes' && failures++ < 1) throw new DatabaseUnavailable(new Error('no response to pings'));
      return database.db.query(statement, values);
    };
    start(true, 30_000, { ...database.db, query });
    expect(await flags(simple!)).toEqual({ executed: true, failed: false });
    await database.db.query({ name: 'hold_over', text: 'update outbox set next_at = now() where object_id = $1' }, [whole]);
    expect(await flags(whole!)).toEqual({ executed: true, failed: false });
    expect(failures).toBeGreaterThan(0);
  });
  test('an attempt that cannot be recorded yet is recorded later, and the callback is not sent again', async () => {
    handle = (_request, response) => response.end();
    const id = await finishedObject(here());
    let failures = 0;
    const query: Db['query'] = async (statement, values) => {
      if (statement.name === 'record_deliveries' && failures++ < 2) throw new DatabaseUnavailable(new Error('no response to pings'));
      return database.db.query(statement, values);
    };
    start(true, 30_000, { ...database.db, query });
    expect(await flags(id)).toEqual({ executed: true, failed: false });
    expect([failures, hits.length]).toEqual([3, 1]);
  });
  test('nothing is sent while the database is unavailable', async () => {
    handle = (_request, response) => response.end();
    const id = await finishedObject(here());
    let [available, checks] = [false, 0];
    const isAvailable = (): boolean => {
      checks++;
      return available;
    };
    start(true, 30_000, { ...database.db, isAvailable });
    await until(async () => checks > 2);
    expect(hits).toEqual([]);
    available = true;
    expect(await flags(id)).toEqual({ executed: true, failed: false });
  });

  test('a callback whose object has expired is given up, not claimed again', async () => {
    const id = await finishedObject(here());
    const query = (name: string, text: string) => database.db.query<{ count: number }>({ name, text }, [id]);
    await query('expire_it', "update outbox set expires_at = now() - interval '1 second' where object_id = $1");
    start();
    await until(async () => (await query('is_pending', 'select count(*)::integer from outbox where object_id = $1'))[0]?.count === 0);
    expect(hits).toEqual([]);
  });
});
