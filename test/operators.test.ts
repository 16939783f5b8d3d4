// Named operators: their tokens, their names in the audit log, and wrong tokens.
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openAdminListener } from '../src/api/admin-listener.ts';
import { createAudit } from '../src/business/accounts/audit.ts';
import { createOperators } from '../src/business/accounts/operators.ts';
import { operatorCommand } from '../src/cli/operator.ts';
import { type Method, startTestService, type TestService, until } from './service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ IP_BAD_TOKENS_PER_MINUTE: '10', TRUST_PROXY: '127.0.0.1', CALLBACK_ALLOW: '127.0.0.0/8' });
});
afterAll(() => service.stop());

const add = async (name: string) => {
  const { status, json } = await service.admin('POST', '/admin/operators', { name });
  expect(status).toBe(200);
  return json as { id: string; name: string; token: string };
};
const as = (token: string, method: Method, url: string, body?: unknown, ip = '192.0.2.1') =>
  service.call(method, url, token, body, { 'x-forwarded-for': ip });
const newest = async (count: number) =>
  (await service.admin('GET', `/admin/audit?limit=${count}`)).json.items as {
    actor: string;
    action: string;
    subject: string;
    detail: Record<string, unknown>;
  }[];

describe('a named operator', () => {
  test('gets a token once, is listed without it, and is named in the audit log for every action', async () => {
    const anna = await add('Anna Müller');
    expect(anna).toEqual({
      id: expect.stringMatching(/^\w{8}$/),
      name: 'Anna Müller',
      token: expect.stringMatching(/^sxt_operator_\w{46}$/),
    });
    const { json: made } = await as(anna.token, 'POST', '/admin/accounts', { name: 'A', email: 'a@mail.example', credits: 10 });
    const { json: key } = await as(anna.token, 'POST', `/admin/accounts/${made.id}/keys`, { mode: 'test' });
    await as(anna.token, 'DELETE', `/admin/keys/${key.id}`);
    await as(anna.token, 'POST', `/admin/accounts/${made.id}/credits`, { total: 5 });
    await as(anna.token, 'PATCH', `/admin/accounts/${made.id}`, { name: 'B' });
    await as(anna.token, 'POST', `/admin/accounts/${made.id}/feed`, { open: true });
    const callback = { callback: 'http://127.0.0.1:49151/' };
    const serp = await service.call('POST', '/serp/new', made.keys.test, {
      keyword: 'tea',
      region: 'DE',
      asynchronous: false,
      ...callback,
    });
    expect((await as(anna.token, 'POST', `/admin/deliveries/${serp.json.id}/resend`)).status).toBe(200);
    const other = (await as(anna.token, 'POST', '/admin/operators', { name: 'Ben' })).json;
    expect((await as(anna.token, 'DELETE', `/admin/operators/${other.id}`)).status).toBe(204);
    const done = (await newest(9)).map(({ actor, action }) => `${actor}: ${action}`);
    expect(done).toEqual(
      [
        'operator.revoke',
        'operator.create',
        'callback.resend',
        'feed.open',
        'account.change',
        'credits.grant',
        'key.revoke',
        'key.create',
        'account.create',
      ].map((action) => `Anna Müller: ${action}`),
    );
    expect((await newest(10)).at(-1)).toMatchObject({ actor: 'admin', action: 'operator.create', subject: anna.id });
    const listed = (await as(anna.token, 'GET', '/admin/operators')).json;
    expect(listed.you).toBe('Anna Müller');
    const [first] = listed.items.filter(({ id }: { id: string }) => id === anna.id);
    expect(first).toMatchObject({ name: 'Anna Müller', createdAt: expect.any(String), revokedAt: null });
    await until(async () => (await as(anna.token, 'GET', '/admin/operators')).json.items[0].lastUsedAt !== null);
    expect(JSON.stringify(listed)).not.toContain(anna.token.slice(-20));
    const stored = await service.database.db.query<{ text: string }>({
      name: 'all',
      text: 'select operators::text as text from operators',
    });
    expect(JSON.stringify(stored)).not.toContain(anna.token);
    expect(service.lines.join('')).not.toContain(anna.token);
    expect((await service.admin('GET', '/admin/operators')).json.you).toBe('admin');
  });

  test('has a unique name without a special meaning', async () => {
    const carl = await add('Carl');
    for (const name of ['carl', 'Admin', 'command line', 'unknown', '', ' x', 'x ', 'a\u202eb', 'a\nb', 'x'.repeat(101), 5, null]) {
      const { status, json } = await service.admin('POST', '/admin/operators', { name });
      expect(status, String(name)).toBe(400);
      expect(json.message).toContain('name');
    }
    // The same person gets a new token after the old one was revoked.
    await service.admin('DELETE', `/admin/operators/${carl.id}`);
    expect((await add('Carl')).id).not.toBe(carl.id);
  });

  test('is rejected within 5 seconds after being revoked, in every process, without a query per request', async () => {
    const dora = await add('Dora');
    let now = 0;
    let asked = 0;
    const { db } = service.database;
    const query = ((...given: Parameters<typeof db.query>) => {
      asked += 1;
      return db.query(...given);
    }) as typeof db.query;
    const counting = { ...db, query };
    const elsewhere = createOperators(counting, 'pepper', createAudit(db, 'operator'), () => now);
    for (let calls = 0; calls < 100; calls++) expect(await elsewhere.byToken(dora.token)).toEqual({ id: dora.id, name: 'Dora' });
    // One query for the list, one for the time of use.
    expect(asked).toBe(2);
    expect((await as(dora.token, 'GET', '/admin/accounts')).status).toBe(200);
    expect(await elsewhere.revokedAmong([dora.id, 'admin'])).toEqual(new Map());
    expect((await service.admin('DELETE', `/admin/operators/${dora.id}`)).status).toBe(204);
    expect((await as(dora.token, 'GET', '/admin/accounts', undefined, '192.0.2.77')).status).toBe(403);
    expect(await elsewhere.revokedAmong([dora.id, 'admin'])).toEqual(new Map([[dora.id, 'revoked']]));
    now = 4999;
    expect(await elsewhere.byToken(dora.token)).toBeNull();
    // A second revocation changes nothing and is not recorded again.
    const before = await newest(1);
    expect((await service.admin('DELETE', `/admin/operators/${dora.id}`)).status).toBe(204);
    expect(await newest(1)).toEqual(before);
  });

  test('cannot remove the first operator, and is not an API key', async () => {
    expect((await service.admin('DELETE', '/admin/operators/admin')).status).toBe(400);
    for (const id of ['zzzzzzzz', '%00', 'x'.repeat(65)])
      expect((await service.admin('DELETE', `/admin/operators/${id}`)).status).toBe(404);
    const eva = await add('Eva');
    expect((await as(eva.token, 'GET', '/user')).status).toBe(403);
    const { test: key } = await service.account();
    expect((await as(key, 'GET', '/admin/operators', undefined, '192.0.2.78')).status).toBe(403);
  });
});

test('the command line adds, lists and revokes operators, and reports errors', async () => {
  const { db } = service.database;
  const operators = createOperators(db, 'pepper', createAudit(db, 'command line'));
  const run = async (...words: string[]) => {
    let printed = '';
    await operatorCommand(words, operators, (text) => {
      printed += text;
    });
    return printed;
  };
  const fred = JSON.parse(await run('add', 'Fred', '--json')) as { id: string; token: string };
  expect((await as(fred.token, 'GET', '/admin/operators')).json.you).toBe('Fred');
  expect((await newest(1))[0]).toMatchObject({ actor: 'command line', action: 'operator.create', subject: fred.id });
  expect(await run('list')).toMatch(/Fred/);
  expect(await run('list')).not.toContain(fred.token.slice(-20));
  expect(await run('revoke', fred.id)).toContain('within 5 seconds');
  await until(async () => (await as(fred.token, 'GET', '/admin/operators', undefined, '192.0.2.79')).status === 403);
  await expect(run('add', 'admin')).rejects.toThrow('name');
  await expect(run('add', 'Ann', 'Lee')).rejects.toThrow('"Ann Lee"');
  await expect(run('revoke', 'nobody')).rejects.toThrow('Operator nobody not found');
  for (const words of [[], ['add'], ['revoke'], ['sing']]) await expect(run(...words)).rejects.toThrow('sextant help operator');
});

describe('wrong admin tokens', () => {
  test('are rejected with 429 above the limit, for the whole IPv6 network, while valid tokens and other networks still work', async () => {
    const ida = await add('Ida');
    const tries = [];
    for (let index = 0; index < 15; index++)
      tries.push((await as(`wrong-${index}`, 'GET', '/admin/audit', undefined, `2001:db8:7:7::${index}`)).status);
    expect(tries).toEqual([...Array(10).fill(403), ...Array(5).fill(429)]);
    const rejected = await as('wrong', 'GET', '/admin/audit', undefined, '2001:db8:7:7::9');
    expect(rejected.json).toEqual({ code: 429, message: expect.stringContaining('admin token'), solution: expect.any(String) });
    expect(Number(rejected.headers['retry-after'])).toBeGreaterThan(0);
    expect((await as(ida.token, 'GET', '/admin/audit', undefined, '2001:db8:7:7::9')).status).toBe(200);
    expect((await as('wrong', 'GET', '/admin/audit', undefined, '2001:db8:7:8::9')).status).toBe(403);
    // Well-formed ones too; an unknown token costs the database nothing.
    expect((await as(`${ida.token.slice(0, -1)}x`, 'GET', '/admin/audit', undefined, '2001:db8:7:7::9')).status).toBe(429);
  });

  test('are in the audit log and in the log, with a count per network', async () => {
    const seen = await startTestService({ IP_BAD_TOKENS_PER_MINUTE: '5', TRUST_PROXY: '127.0.0.1' }, false);
    const { database, lines } = seen;
    const before = await createAudit(database.db, 'test').list(1000);
    for (let index = 0; index < 40; index++)
      await seen.call('GET', '/admin/accounts', `wrong-${index}`, undefined, { 'x-forwarded-for': '198.51.100.9' });
    for (let index = 0; index < 30; index++)
      await seen.call('GET', '/admin/accounts', 'wrong', undefined, { 'x-forwarded-for': `2001:db8:0:${index}::1` });
    await seen.app.inject({ method: 'GET', url: '/admin/accounts', headers: { 'x-forwarded-for': '198.51.100.9' } });
    // Counts are written at the latest when the service stops.
    const { entries, audit } = await new Promise<{ entries: Awaited<ReturnType<typeof newest>>; audit: object }>((resolve, reject) => {
      const drop = database.drop.bind(database);
      (database as { drop: () => Promise<void> }).drop = async () => {
        try {
          const log = createAudit(database.db, 'test');
          resolve({ entries: (await log.list(1000)) as never, audit: await log.check() });
        } catch (error) {
          reject(error);
        }
        await drop();
      };
      seen.stop().catch(reject);
    });
    const refused = entries.filter(({ action }) => action === 'operator.refused');
    expect(entries.length - before.length).toBe(21);
    expect(refused.at(-1)).toMatchObject({
      actor: 'unknown',
      subject: '198.51.100.9',
      detail: { attempts: 41, throttled: expect.any(Number) },
    });
    expect(refused[0]).toMatchObject({ subject: 'other networks', detail: { attempts: 11, throttled: 0 } });
    expect(audit).toMatchObject({ brokenAt: null });
    const logged = lines.filter((line) => line.includes('bad admin tokens'));
    expect(logged).toHaveLength(21);
    expect(JSON.parse(logged[0]!)).toMatchObject({ level: 'warn', network: '198.51.100.9', count: 41 });
    expect(lines.join('')).not.toContain('wrong-7');
  });
});

describe('on the admin listener', () => {
  let apart: TestService;
  let listener: Server;
  let inside = '';
  beforeAll(async () => {
    apart = await startTestService({ ADMIN_PORT: '1', IP_BAD_TOKENS_PER_MINUTE: '10' }, false);
    await apart.app.listen({ host: '127.0.0.1', port: 0 });
    listener = await openAdminListener(apart.app, '127.0.0.1', 0);
    inside = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    listener.closeAllConnections();
    listener.close();
    await apart.stop();
  });

  test('wrong tokens are rejected in the same way', async () => {
    const statuses: number[] = [];
    for (let index = 0; index < 12; index++)
      statuses.push((await fetch(`${inside}/admin/accounts`, { headers: { authorization: `Bearer wrong-${index}` } })).status);
    expect(statuses).toEqual([...Array(10).fill(403), 429, 429]);
  });
});

test('with MODE=production wrong tokens are rejected in the same way at /metrics, and the token of a named operator works', async () => {
  const guarded = await startTestService({ MODE: 'production', IP_BAD_TOKENS_PER_MINUTE: '5' }, false);
  try {
    const { token } = (await guarded.admin('POST', '/admin/operators', { name: 'Prometheus' })).json;
    const statuses: number[] = [];
    for (let index = 0; index < 7; index++) statuses.push((await guarded.call('GET', '/metrics', `wrong-${index}`)).status);
    expect(statuses).toEqual([...Array(5).fill(403), 429, 429]);
    expect((await guarded.call('GET', '/metrics', token)).status).toBe(200);
  } finally {
    await guarded.stop();
  }
});
