// The delivery log with the whole service: a receiver that fails and recovers, searching, and resending.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestService, type TestService, until } from './service.ts';

let service: TestService;
let one: Awaited<ReturnType<TestService['account']>>;
let two: typeof one;
let receiver: Server;
let host: string;
let status = 500;
let received: string[] = [];
const ids: Record<'short' | 'whole' | 'other', string> = { short: '', whole: '', other: '' };

const order = async (key: string, path: string, more: object = {}): Promise<string> => {
  const body = { keyword: 'tea', region: 'US', asynchronous: false, callback: `http://user:canary-login@${host}${path}`, ...more };
  return (await service.call('POST', '/serp/new', key, body)).json.id;
};
const log = async (query = '') => (await service.admin('GET', `/admin/delivery-log${query}`)).json;
const attemptsOf = async (id: string) => (await service.admin('GET', `/admin/objects/${id}/deliveries`)).json.items;

beforeAll(async () => {
  receiver = createServer((request, response) => {
    received.push(request.url ?? '');
    request.resume();
    response.writeHead(status, { 'content-type': 'text/plain', 'set-cookie': 'session=canary-cookie' }).end(`reply ${'x'.repeat(2000)}`);
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  host = `127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  service = await startTestService({ CALLBACK_RETRY_SECONDS: '0.1' });
  [one, two] = [await service.account({ name: 'One' }), await service.account({ name: 'Two' })];
  ids.short = await order(one.test, '/short');
  ids.whole = await order(one.test, '/whole', { callbackFormat: 'JSON' });
  ids.other = await order(two.test, '/other');
  for (const id of Object.values(ids)) await until(async () => (await attemptsOf(id)).length === 2);
});
afterAll(async () => {
  await service.stop();
  receiver.closeAllConnections();
  receiver.close();
});

describe('200', () => {
  test('lists all attempts, newest first, with account, mode and host', async () => {
    const { items, next } = await log();
    expect(items).toHaveLength(6);
    expect(next).toBeNull();
    const times = items.map(({ at }: { at: string }) => at);
    expect(times).toEqual([...times].sort().reverse());
    expect(items.find(({ objectId, attempt }: { objectId: string; attempt: number }) => objectId === ids.other && attempt === 2)).toEqual({
      id: `evt_${ids.other}.2`,
      objectId: ids.other,
      account: two.id,
      mode: 'test',
      host,
      attempt: 2,
      state: 'failed',
      status: 500,
      reason: 'answered 500',
      ms: expect.any(Number),
      at: expect.stringMatching(/^20.*\.\d{3}\+0000$/),
      nextAt: null,
    });
  });

  test('finds attempts by account, mode, host, state and time', async () => {
    const count = async (query: string): Promise<number> => (await log(query)).items.length;
    expect(await count(`?account=${two.id}&mode=test`)).toBe(2);
    expect(await count('?mode=live')).toBe(0);
    expect(await count(`?host=${host}`)).toBe(6);
    expect(await count('?host=elsewhere.example')).toBe(0);
    expect(await count('?state=failed')).toBe(6);
    expect(await count('?state=delivered')).toBe(0);
    expect(await count('?to=2026-01-01')).toBe(0);
    expect(await count('?from=2026-01-01')).toBe(6);
  });

  test('pages cover every attempt once, also with a filter', async () => {
    for (const filter of ['', `&host=${host}`]) {
      const seen: string[] = [];
      let after = '';
      for (let pages = 0; pages < 10; pages++) {
        const { items, next } = await log(`?limit=2${filter}${after}`);
        seen.push(...items.map(({ id }: { id: string }) => id));
        if (next === null) break;
        after = `&after=${next}`;
      }
      expect(seen).toHaveLength(6);
      expect(new Set(seen).size).toBe(6);
    }
  });

  test('shows what an attempt sent and received, without secrets', async () => {
    const [first] = await attemptsOf(ids.short);
    expect(first).toMatchObject({
      attempt: 1,
      state: 'failed',
      status: 500,
      request: { url: `http://${host}/short`, body: JSON.stringify({ id: ids.short, type: 'serp' }) },
      response: { bytes: 2006, firstByteMs: expect.any(Number) },
    });
    expect(first.response.body).toBe(`reply ${'x'.repeat(1018)}`);
    expect(first.response.headers).toEqual({ 'content-type': 'text/plain', 'set-cookie': '(hidden)' });
    expect(first.request.headers).toMatchObject({
      'webhook-id': `evt_${ids.short}`,
      'webhook-signature': '(hidden)',
      authorization: '(hidden)',
    });
    const [whole] = await attemptsOf(ids.whole);
    expect(whole.request.body).toBeNull();
    expect(whole.request.bytes).toBeGreaterThan(1000);
    for (const secret of ['canary', one.webhookSecret]) expect(JSON.stringify([first, whole])).not.toContain(secret);
  });

  test('the owner of a key sees the attempts of their own requests only', async () => {
    const { json } = await service.call('GET', `/objects/${ids.short}/deliveries`, one.test);
    expect(json.items).toEqual(await attemptsOf(ids.short));
    for (const key of [two.test, one.live]) expect((await service.call('GET', `/objects/${ids.short}/deliveries`, key)).status).toBe(404);
  });

  test('resends all failing callbacks of a host, and no delivered one', async () => {
    status = 204;
    received = [];
    const since = '2026-01-01T00:00:00Z';
    const resend = async (more: object) => (await service.admin('POST', '/admin/delivery-log/resend', { host, since, ...more })).json;
    expect(await resend({ host: 'elsewhere.example' })).toEqual({ count: 0, more: false });
    expect(await resend({ since: '2099-01-01T00:00:00Z' })).toEqual({ count: 0, more: false });
    expect(await resend({ account: two.id })).toEqual({ count: 1, more: false });
    await until(async () => received.length === 1);
    expect(received).toEqual(['/other']);
    await until(async () => (await log('?state=delivered')).items.length === 1);
    expect(await resend({})).toEqual({ count: 2, more: false });
    await until(async () => (await log('?state=delivered')).items.length === 3);
    expect(received.sort()).toEqual(['/other', '/short', '/whole']);
    expect(await resend({})).toEqual({ count: 0, more: false });
    const { json } = await service.admin('GET', '/admin/audit');
    expect(json.items.filter(({ action }: { action: string }) => action === 'callback.resend-failing')).toHaveLength(2);
  });

  test('resends the callbacks of objects that still exist, however many were removed', async () => {
    status = 500;
    const [removed, left] = [await order(one.test, '/removed'), await order(one.test, '/left')].sort();
    for (const id of [removed!, left!]) await until(async () => (await attemptsOf(id)).length === 2);
    await service.database.db.script(`update objects set deleted = true where id = '${removed}'`);
    const text = `select resend_failing($1, now() - interval '1 day', null, null, 1)::integer as count`;
    expect(await service.database.db.query({ name: 'resend_of_test', text }, [host])).toEqual([{ count: 1 }]);
  });
});

describe('400', () => {
  test.each([
    ['a cursor that no page returned', '?after=x', 'after'],
    ['an unknown state', '?state=lost', 'state'],
    ['a time that is none', '?from=yesterday', 'from'],
    ['an end before the start', '?from=2026-02-01&to=2026-01-01', 'to'],
    ['a host with control characters', '?host=%00', 'host'],
  ])('for %s', async (_, query, parameter) => {
    const { status, json } = await service.admin('GET', `/admin/delivery-log${query}`);
    expect(status).toBe(400);
    expect(json.message).toContain(parameter);
  });

  test('for a resend without a host or a time', async () => {
    expect((await service.admin('POST', '/admin/delivery-log/resend', { host })).status).toBe(400);
    expect((await service.admin('POST', '/admin/delivery-log/resend', { since: '2026-01-01T00:00:00Z' })).status).toBe(400);
  });
});

describe('403', () => {
  test('without the admin token', async () => {
    expect((await service.call('GET', '/admin/delivery-log', one.test)).status).toBe(403);
  });
});

describe('404', () => {
  test('for attempts of an unknown object', async () => {
    for (const id of ['0'.repeat(24), 'x']) expect((await service.admin('GET', `/admin/objects/${id}/deliveries`)).status).toBe(404);
  });
});
