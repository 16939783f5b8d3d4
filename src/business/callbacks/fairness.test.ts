// Receivers and accounts that share a host: a slow receiver delays only itself.
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '../../../test/database.ts';
import { item, jobOf, makeAccount, placeWith } from '../../../test/orders.ts';
import { until } from '../../../test/service.ts';
import type { Account } from '../../contract/order.ts';
import { createHttpClient } from '../../platform/http.ts';
import { createQueue } from '../../platform/queue.ts';
import { createStore } from '../orders/objects.ts';
import { createSettleJob } from '../orders/settle.ts';
import { createDeliveries } from './deliveries.ts';
import { createDispatcher, type Dispatcher } from './dispatcher.ts';

const PER_HOST_MAX = 10;
let database: TestDatabase;
let dispatcher: Dispatcher | null = null;
let origin: string;
let [open, mostOpen] = [0, 0];
const held = new Set<ServerResponse>();
let paths: string[] = [];
/** `/slow…` never responds, `/302` redirects, every other path accepts. */
const receiver = createServer((request, response) => {
  const path = request.url!;
  paths.push(path);
  mostOpen = Math.max(mostOpen, ++open);
  response.on('close', () => open--);
  request.resume();
  if (path.startsWith('/slow')) held.add(response);
  else if (path.startsWith('/302')) response.writeHead(302, { location: '/elsewhere' }).end();
  else response.end();
});

beforeAll(async () => {
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
});
beforeEach(async () => {
  database = await createDatabase();
});
afterEach(async () => {
  for (const response of held) response.end();
  held.clear();
  receiver.closeAllConnections();
  await dispatcher?.stop();
  dispatcher = null;
  [paths, open, mostOpen] = [[], 0, 0];
  await database.drop();
});
afterAll(() => {
  receiver.close();
});

function start(retrySeconds: readonly number[] = [1, 1, 1]): Dispatcher {
  dispatcher = createDispatcher(
    {
      db: database.db,
      client: createHttpClient({
        policy: { allowLoopback: true, allowNetworks: [] },
        connectionsPerHost: 2 * PER_HOST_MAX,
        connectMsMax: 5000,
      }),
      render: () => ({ size: 0, whole: async () => Buffer.alloc(0), async *chunks() {} }),
      renderPostback: async () => Buffer.alloc(0),
      fetchAny: createStore(database.db).fetchAny,
      onAttempt: () => undefined,
      onError: () => undefined,
    },
    { retrySeconds, msMax: 120_000, atOnceMax: 100, perHostMax: PER_HOST_MAX, pollMs: 200 },
  );
  return dispatcher;
}

async function finished(account: Account, path: string, count: number): Promise<string[]> {
  const queue = createQueue(database.db);
  const items = Array.from({ length: count }, () => item({ priority: 'INSTANT' }, { callback: origin + path, callbackFormat: 'SIMPLE' }));
  await placeWith(database.db)({ account, kind: 'serp', items, idempotency: null });
  const jobs = (await queue.claim(count)).map(jobOf);
  const settle = createSettleJob(database.db, queue.token, () => undefined);
  await Promise.all(jobs.map((job) => settle(job, { outcome: 'done', verdict: 'valid', attempts: [], body: '{}', ageMs: 0 })));
  return jobs.map(({ id }) => id);
}
const ended = (ids: readonly string[]) =>
  until(async () => {
    const stored = await createStore(database.db).fetchAny(ids);
    return stored.every(({ callbackExecuted, callbackFailed }) => callbackExecuted || callbackFailed) && stored;
  }, 30);
const log = (id: string) => createDeliveries(database.db, async () => undefined).of(id);
const someone = () => makeAccount(database.db, { credits: 100_000 });
const arrived = (path: string) => paths.filter((one) => one.startsWith(path)).length;

describe('while a receiver leaves its callbacks unanswered', () => {
  test.each([
    ['another receiver of the same account on the same host', true],
    ['another account on the same host', false],
  ])('%s is tried on schedule and given up', async (_, same) => {
    const account = await someone();
    await finished(account, '/slow/hook', 40);
    start();
    await until(async () => arrived('/slow') >= 2);
    const redirected = await finished(same ? account : await someone(), '/302', 3);
    dispatcher!.wake();
    const stored = await ended(redirected);
    // None of the slow ones has ended before.
    expect(held.size).toBe(arrived('/slow'));
    expect(stored.map(({ callbackFailed }) => callbackFailed)).toEqual([true, true, true]);
    for (const id of redirected)
      expect((await log(id)).map(({ attempt, status }) => [attempt, status])).toEqual([
        [1, 302],
        [2, 302],
        [3, 302],
        [4, 302],
      ]);
    // The slow receiver alone has the limit of one host.
    await until(async () => arrived('/slow') === PER_HOST_MAX);
  });

  test('a fast receiver that stops responding loses its slots to other accounts within seconds, up to the host’s limit', async () => {
    const [one, other, third] = [await someone(), await someone(), await someone()];
    start();
    await ended(await finished(one, '/good', 40));
    await finished(one, '/slow/a', 40);
    await finished(other, '/slow/b', 40);
    dispatcher!.wake();
    await until(async () => arrived('/slow') >= PER_HOST_MAX);
    await ended(await finished(third, '/good', 20));
    expect(held.size).toBe(arrived('/slow'));
    expect(mostOpen).toBeLessThanOrEqual(2 * PER_HOST_MAX);
    // Both slow accounts have a share of the host.
    expect(Math.min(arrived('/slow/a'), arrived('/slow/b'))).toBeGreaterThan(1);
  });

  test('an account with many slow hosts leaves slots to others', async () => {
    const account = await someone();
    const servers = Array.from({ length: 100 }, () => createServer((_request, response) => void held.add(response)));
    for (const server of servers) await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const shared = origin;
    for (const server of servers) {
      origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      await finished(account, '/slow', 1);
    }
    origin = shared;
    start();
    await until(async () => held.size >= 40);
    const good = await finished(await someone(), '/good', 5);
    dispatcher!.wake();
    await ended(good);
    for (const server of servers) {
      server.closeAllConnections();
      server.close();
    }
  });
});

describe('the claim', () => {
  const claim = (want: number) =>
    database.db.query<{ account_id: number; object_id: string }>({
      name: `claim_${want}`,
      text: `select * from claim_callbacks(${want}, 60, '{}', '{}', '{}', '{}', '{}', 0, 0)`,
    });
  const fill = (account: number, count: number, offset: number, host = '') =>
    database.db.script(`
      insert into objects (retention_class, id, kind, account_id, live, request, cost, over_limit, expires_at)
      select 0, to_hex(extract(epoch from now())::bigint) || lpad(to_hex(${offset} + g), 16, '0'), 'serp', ${account}, false, '{"callback":"${origin}/good"}', 1, false,
        now() + interval '1 day' from generate_series(1, ${count}) as g;
      insert into outbox (object_id, retention_class, kind, account_id, expires_at, next_at, host)
      select id, retention_class, kind, account_id, expires_at, now() - interval '1 hour' + make_interval(secs => ${offset / 1000}), '${host}' from objects o
      where account_id = ${account} and not exists (select 1 from outbox b where b.object_id = o.id)`);

  test.each(['', 'q1'])('takes the first callback of an account before thousands of another (queue "%s")', async (host) => {
    const [many, few] = [await someone(), await someone()];
    await fill(many.id, 10_000, 0, host);
    await fill(few.id, 3, 100_000, host);
    const claimed = await claim(20);
    expect(claimed.filter(({ account_id }) => account_id === few.id)).toHaveLength(3);
    expect(claimed.filter(({ account_id }) => account_id === many.id).length).toBeGreaterThanOrEqual(10);
  });

  test('reaches every account, even if one claim cannot visit all', async () => {
    const many = await someone();
    await fill(many.id, 2000, 0);
    // These have nothing due and are between the two.
    await database.db.script('alter table accounts alter column id restart with 1000');
    await database.db.script(`
      insert into outbox (object_id, retention_class, kind, account_id, expires_at, next_at)
      select 'later' || g, 0, 'serp', g, now() + interval '1 day', now() + interval '1 hour' from generate_series(${many.id + 1}, 900) as g`);
    const last = await someone();
    await fill(last.id, 1, 100_000);
    let [after, claims, got] = [0, 0, 0];
    while (got === 0 && claims++ < 10) {
      const rows = await database.db.query<{ account_id: number; after_account: number }>(
        { name: 'claim_after', text: `select * from claim_callbacks(10, 60, '{}', '{}', '{}', '{}', '{}', $1, 0)` },
        [after],
      );
      after = rows[0]!.after_account;
      got = rows.filter(({ account_id }) => account_id === last.id).length;
    }
    expect(got).toBe(1);
  });

  test('gives no account and no queue more than its capacity, and returns the next start when nothing is due', async () => {
    const [one, other] = [await someone(), await someone()];
    await fill(one.id, 50, 0);
    await fill(other.id, 50, 1000, 'q1');
    const bounded = (rooms: string) =>
      database.db.query<{ account_id: number; object_id: string | null; more: boolean }>({
        name: `bounded_${rooms}`,
        text: `select * from claim_callbacks(20, 60, '{${one.id}}', '{${rooms}}', '{${other.id}}', '{q1}', '{${rooms}}', 0, 0)`,
      });
    const none = await bounded('0');
    expect(none).toMatchObject([{ object_id: null, more: true }]);
    const some = await bounded('3');
    expect(some.map(({ account_id }) => account_id).sort()).toEqual([one.id, one.id, one.id, other.id, other.id, other.id].sort());
  });

  test('keeps its position among the queues while nothing is due', async () => {
    const { id } = await someone();
    await fill(id, 1, 0, 'q1');
    await database.db.script(`update outbox set next_at = now() + interval '1 hour'`);
    const rows = await database.db.query({
      name: 'nothing_due',
      text: `select object_id, more, after_account, after_queue_account from claim_callbacks(10, 60, '{}', '{}', '{}', '{}', '{}', 5, 7)`,
    });
    expect(rows).toEqual([{ object_id: null, more: false, after_account: 0, after_queue_account: 7 }]);
  });
});
