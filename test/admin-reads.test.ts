// Admin API reads and changes: accounts, objects of all accounts, overview and settings.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '../src/config.ts';
import { describeSettings, withoutCredentials } from '../src/wiring/settings.ts';
import { startTestService, type TestService, until } from './service.ts';

let service: TestService;
let one: Awaited<ReturnType<TestService['account']>>;
let two: typeof one;
let host: string;
let receiver: Server;
beforeAll(async () => {
  receiver = createServer((request, response) => {
    request.resume();
    response.writeHead(500).end();
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  host = `127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  service = await startTestService({
    SOURCE_RETRY_SECONDS: '0.1',
    SERPER_KEY: 'leaked-serper',
    S3_REGION: 'eu-1',
    UPSTREAM_URL: 'https://user:leaked-login@upstream.example/x?api_key=leaked-query&deep=1',
    CALLBACK_RETRY_SECONDS: '60',
  });
  [one, two] = [await service.account({ name: 'One' }), await service.account({ name: 'Two' })];
  for (const { test: key } of [one, two])
    for (const keyword of ['tea', 'test:unparsed']) await service.call('POST', '/serp/new', key, { keyword, region: 'US' });
  await service.call('POST', '/serp/new', one.test, { keyword: 'told', region: 'US', callback: `http://u:leaked-callback@${host}/x` });
  await until(async () => (await service.admin('GET', '/admin/objects?state=waiting')).json.items.length === 0);
});
afterAll(async () => {
  await service.stop();
  receiver.close();
});

describe('200', () => {
  test('returns an account with all its settings', async () => {
    const { json } = await service.admin('GET', `/admin/accounts/${one.id}`);
    expect(json).toEqual({
      id: one.id,
      name: 'One',
      email: 'test@mail.example',
      contract: 'current',
      createdAt: expect.any(String),
      limit: { hour: null, day: null, action: 'reject', chargeMultiplier: 1 },
      rates: { perMinute: null, burst: null },
      archive: false,
      maxResults: 100,
      prices: {},
      profile: {},
      balance: { live: 1000, test: 998 },
      keys: 2,
    });
  });

  test('changes one field, keeps the others and records the previous value in the audit log', async () => {
    const { id } = await service.account({ limit: { hour: 10, day: 20 } });
    const change = { name: 'Renamed', limit: { hour: null, action: 'overcharge' }, rates: { perMinute: 50 }, prices: { 'base.serp': 2 } };
    const { status, json } = await service.admin('PATCH', `/admin/accounts/${id}`, change);
    expect(status).toBe(200);
    expect(json).toMatchObject({
      name: 'Renamed',
      limit: { hour: null, day: 20, action: 'overcharge', chargeMultiplier: 1 },
      rates: { perMinute: 50, burst: null },
      prices: { 'base.serp': 2 },
    });
    expect((await service.admin('GET', `/admin/accounts/${id}`)).json).toEqual(json);
    const entries = async () =>
      (await service.admin('GET', '/admin/audit')).json.items.filter(({ action }: { action: string }) => action === 'account.change');
    expect((await entries())[0]).toMatchObject({
      subject: id,
      detail: {
        name: { from: 'Test', to: 'Renamed' },
        rates: { from: { perMinute: null, burst: null }, to: { perMinute: 50, burst: null } },
      },
    });
    // A change without effect is not recorded.
    const before = (await entries()).length;
    await service.admin('PATCH', `/admin/accounts/${id}`, change);
    expect((await entries()).length).toBe(before);
  });

  test('stores notes about an account, and removes them when they are empty', async () => {
    const { id, test: key } = await service.account();
    const change = (notes: string) => service.admin('PATCH', `/admin/accounts/${id}`, { notes });
    expect((await change('Pays in advance.')).json.notes).toBe('Pays in advance.');
    expect((await service.admin('GET', `/admin/accounts/${id}`)).json.notes).toBe('Pays in advance.');
    expect((await service.call('GET', '/user', key)).text).not.toContain('Pays in advance.');
    expect((await change('')).json).not.toHaveProperty('notes');
    expect((await service.admin('GET', `/admin/accounts/${id}`)).json).not.toHaveProperty('notes');
    expect((await change('x'.repeat(4001))).status).toBe(400);
  });

  test('lists the keys of an account without their secrets', async () => {
    const { id, live } = await service.account();
    const { json } = await service.admin('GET', `/admin/accounts/${id}/keys`);
    expect(json.items.map(({ mode }: { mode: string }) => mode).sort()).toEqual(['live', 'test']);
    expect(live).toContain(json.items.find(({ mode }: { mode: string }) => mode === 'live').id);
    await service.admin('DELETE', `/admin/keys/${json.items[0].id}`);
    const repeated = (await service.admin('GET', `/admin/accounts/${id}/keys`)).json.items;
    expect(repeated.filter(({ revokedAt }: { revokedAt: string | null }) => revokedAt !== null)).toHaveLength(1);
    expect(JSON.stringify(repeated)).not.toContain(live);
  });

  test('lists objects of all accounts and of one, with their account', async () => {
    const owners = async (query: string) =>
      (await service.admin('GET', `/admin/objects?${query}`)).json.items.map(({ account }: { account: string }) => account).sort();
    expect(await owners('mode=test')).toEqual([one.id, one.id, one.id, two.id, two.id]);
    expect((await owners(`account=${two.id}&mode=test`)).length).toBe(2);
    expect(await owners(`account=${two.id}`)).toEqual([]);
    const { json } = await service.admin('GET', '/admin/objects?limit=2');
    expect(json.items).toHaveLength(2);
    const rest = (await service.admin('GET', `/admin/objects?after=${json.next}`)).json;
    expect([rest.items.length, rest.next]).toEqual([3, null]);
    const id = json.items[0].id;
    expect((await service.admin('GET', `/admin/objects/${id}/life`)).json).toMatchObject({ id, account: json.items[0].account });
    const csv = await service.admin('GET', '/admin/objects/export?format=csv');
    expect(csv.text.split('\r\n')).toHaveLength(7);
    expect(csv.text).toMatch(/^account,id,/);
    // Within a second the order is random, and the object with a pending callback is streamed until its next attempt.
    const over = [...json.items, ...rest.items].find(({ callback }: { callback: string }) => callback === 'none');
    const stream = (await service.admin('GET', `/admin/objects/${over.id}/stream`)).text;
    expect(stream).toContain('event: life');
    expect(stream).toContain('event: end');
  });

  test('returns the usage of an account', async () => {
    const { json } = await service.admin('GET', `/admin/accounts/${two.id}/usage?mode=test`);
    expect(json).toMatchObject({
      mode: 'test',
      balance: 999,
      days: [{ kind: 'serp', engine: 'google', credits: 2, count: 2, reversed: 1 }],
    });
  });

  test('returns an overview of engines, queue, callbacks and workers', async () => {
    const overview = await until(async () => {
      const { json } = await service.admin('GET', '/admin/overview');
      return json.callbacks.failing.length > 0 ? json : null;
    });
    expect(overview.sample.objects).toBe(5);
    const google = overview.engines.find(
      ({ engine, source }: { engine: string; source: string }) => engine === 'google' && source === 'sandbox',
    );
    expect(google).toMatchObject({ mode: 'test', ok: 3, blocked: 0, unreachable: 0 });
    expect(google.unreadable).toBeGreaterThanOrEqual(2);
    expect(google.p95Ms).toBeGreaterThanOrEqual(google.p50Ms);
    expect(google.fill.organic).toBeGreaterThan(0.5);
    expect(overview.queue).toEqual(
      ['LOW', 'NORMAL', 'REALTIME', 'INSTANT'].map((priority) => ({ priority, waiting: 0, running: 0, oldestSeconds: 0 })),
    );
    expect(overview.callbacks).toMatchObject({
      pending: 1,
      failing: [{ host, count: 1, lastReason: 'answered 500' }],
    });
    expect(overview.workers).toHaveLength(1);
    expect(overview.database).toMatchObject({ version: expect.any(String), drift: 0 });
    expect(overview.database.bytes).toBeGreaterThan(1_000_000);
    expect(JSON.stringify(overview)).not.toContain('leaked');
  });

  test('shows a paused source with the end of its cooldown', async () => {
    const { createReadOverview } = await import('../src/business/orders/overview.ts');
    const { engines } = await createReadOverview(service.database.db)(new Map([['bing/live/page', 60]]));
    const bing = engines.find(({ engine }) => engine === 'bing')!;
    expect(bing).toMatchObject({ source: 'page', mode: 'live', ok: 0 });
    expect(Date.parse(bing.resting!)).toBeGreaterThan(Date.now());
  });

  test('settings are shown with their origin and without secrets', async () => {
    const { text, json } = await service.admin('GET', '/admin/settings');
    expect(text).not.toContain('leaked');
    const of = (name: string) => json.items.find((item: { name: string }) => item.name === name);
    expect(of('SERPER_KEY')).toMatchObject({ value: '••••••', origin: 'environment' });
    expect(of('SERPAPI_KEY')).toMatchObject({ value: null, origin: 'default' });
    expect(of('ADMIN_TOKEN')).toMatchObject({ value: '••••••', origin: 'file' });
    expect(of('S3_REGION')).toMatchObject({ value: 'eu-1', origin: 'environment' });
    expect(of('PORT')).toMatchObject({ value: '8080', origin: 'default', reason: 'Port to listen on.' });
    expect(of('UPSTREAM_URL').value).toBe('https://••••••@upstream.example/x?api_key=••••••&deep=1');
  });
});

describe('settings of every type', () => {
  test('hide secrets, also inside other values', () => {
    for (const text of [
      'postgres://a:leaked@host/db',
      'x,http://:leaked@h:1,y',
      'https://h/?Auth_Token=leaked',
      'https://h/a?b=1&sig=leaked#x',
    ])
      expect(withoutCredentials(text)).not.toContain('leaked');
    const secret = 'leaked-leaked';
    const environment = {
      DATABASE_URL: `postgres://u:${secret}@h/d`,
      PROXIES: `DE=http://u:${secret}@h:1`,
      ADMIN_TOKEN: secret,
      KEY_PEPPER: secret,
    };
    const shown = describeSettings({ ...readConfig(environment), PORT: 1 });
    expect(JSON.stringify(shown)).not.toContain('leaked');
    expect(shown.items.filter(({ origin }) => origin === 'environment').map(({ name }) => name)).toEqual(
      expect.arrayContaining(Object.keys(environment)),
    );
  });
});

describe('400', () => {
  test.each([
    [{ name: '' }, 'name'],
    [{ name: null }, 'name'],
    [{ limit: { hour: -1 } }, 'limit.hour'],
    [{ limit: { hours: 1 } }, 'limit.hours'],
    [{ rates: { perMinute: 0 } }, 'rates.perMinute'],
    [{ maxResults: 15 }, 'maxResults'],
    [{ credits: 5 }, 'credits'],
    [{ webhookSecret: 'x' }, 'webhookSecret'],
  ])('rejects the change %j by name and changes nothing', async (change, name) => {
    const { status, json } = await service.admin('PATCH', `/admin/accounts/${one.id}`, { email: 'new@mail.example', ...change });
    expect([status, json.message]).toEqual([400, expect.stringContaining(`: ${name} `)]);
    expect((await service.admin('GET', `/admin/accounts/${one.id}`)).json.email).toBe('test@mail.example');
  });
  test('rejects a list of an invalid account', async () => {
    expect((await service.admin('GET', '/admin/objects?account=x')).json.message).toContain(': account ');
  });
});

describe('403', () => {
  test.each([
    '/admin/overview',
    '/admin/settings',
    '/admin/objects',
    '/admin/objects/export',
    '/admin/accounts/1',
    '/admin/accounts/1/keys',
  ])('rejects the key of a customer for %s', async (path) => expect((await service.call('GET', path, one.live)).status).toBe(403));
});

describe('404', () => {
  test.each(['999999', 'x', '0', '%00'])('has no account %s', async (id) => {
    for (const path of ['', '/keys', '/usage']) expect((await service.admin('GET', `/admin/accounts/${id}${path}`)).status).toBe(404);
    expect((await service.admin('PATCH', `/admin/accounts/${id}`, { name: 'x' })).status).toBe(404);
  });
  test('has no such object', async () => {
    for (const path of ['life', 'stream'])
      expect((await service.admin('GET', `/admin/objects/ffffffffffffffffffffffff/${path}`)).status).toBe(404);
  });
});
