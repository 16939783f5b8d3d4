// A database whose connections are all in use, and lost responses: no request is charged twice or waits for long.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type DatabaseProxy, startDatabaseProxy } from './database-proxy.ts';
import { startTestService, type TestService, until } from './service.ts';

let proxy: DatabaseProxy | null = null;
let service: TestService;
const CONNECTIONS = 3;
const SERP = { keyword: 'tea', region: 'US' };

beforeAll(async () => {
  service = await startTestService({}, false, {
    way: async (url) => {
      proxy = await startDatabaseProxy(url);
      return proxy.url;
    },
    connectionsMax: CONNECTIONS,
    connectMsMax: 1000,
  });
});
afterAll(async () => {
  await service?.stop();
  await proxy?.close();
});

const charges = async (id: string): Promise<number> => {
  const { json } = await service.admin('GET', `/admin/accounts/${id}/ledger?mode=test`);
  return json.entries.filter(({ kind }: { kind: string }) => kind === 'charge').length;
};

describe('a create whose response from the database is lost', () => {
  test.each([
    ['after it was carried out', 'after', 'true'],
    ['before it was heard', 'before', undefined],
  ] as const)('%s is a 502, is not retried by the service, and is placed once when the client retries', async (_, when, replayed) => {
    const { id, test: key } = await service.account();
    const create = () => service.call('POST', '/serp/new', key, SERP, { 'idempotency-key': 'the same' });
    expect((await service.call('GET', '/user', key)).status).toBe(200);
    proxy!.lose('place', when);
    const lost = await create();
    expect([lost.status, Number(lost.headers['retry-after']) > 0]).toEqual([502, true]);
    expect(proxy!.seen).toBe(1);
    expect(await charges(id)).toBe(when === 'after' ? 1 : 0);
    const repeated = await until(async () => {
      const response = await create();
      return response.status === 502 ? null : response;
    });
    expect([repeated.status, repeated.headers['idempotent-replayed']]).toEqual([200, replayed]);
    expect((await service.call('GET', `/serp/${repeated.json.id}`, key)).status).toBe(200);
    expect(await charges(id)).toBe(1);
  });
});

describe('while other sessions hold every connection', () => {
  let release: (() => Promise<unknown>) | null = null;
  afterEach(() => release?.());

  test('a request is a 502 after a short time, health checks and metrics work, and the service recovers when they are released', async () => {
    const { test: key } = await service.account();
    const user = () => service.call('GET', '/user', key);
    expect((await user()).status).toBe(200);
    const holder = await service.database.db.connect();
    await holder.query('begin; lock table lots in access exclusive mode');
    release = () => holder.end();
    const held = Array.from({ length: CONNECTIONS }, user);
    await until(async () => {
      const [row] = await service.database.db.query<{ count: number }>({
        name: 'kept_waiting',
        text: "select count(*)::integer from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      });
      return row!.count >= CONNECTIONS;
    });
    const rejected = await user();
    expect([rejected.status, Number(rejected.headers['retry-after']) > 0]).toEqual([502, true]);
    // Longer than the time after which an unavailable database makes the service not ready.
    await new Promise((resolve) => setTimeout(resolve, 4000));
    const ready = await service.call('GET', '/readyz', '');
    const figures = await service.call('GET', '/metrics', '');
    expect([ready.status, figures.status]).toEqual([200, 200]);
    expect(figures.text).toMatch(/^sextant_database_up(?:\{[^}]*\})? 1$/m);
    await holder.query('rollback');
    expect((await Promise.all(held)).map(({ status }) => status)).toEqual(held.map(() => 200));
    expect((await user()).status).toBe(200);
  });
});
