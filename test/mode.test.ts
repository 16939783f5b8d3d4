// MODE=production and MODE=local: access to metrics, sharing between accounts, and the output of a start.
import fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openAdminListener } from '../src/api/admin-listener.ts';
import { healthRoutes } from '../src/api/routes/health.ts';
import { banner, MODE_DIFFERENCES } from '../src/cli/start.ts';
import { readConfig } from '../src/config.ts';
import { ErrorBody } from '../src/contract/errors.ts';
import { examineMode } from '../src/wiring/doctor-mode.ts';
import { OPERATOR_TOKEN, startTestService, type TestService, until } from './service.ts';

const TOKEN = { authorization: `Bearer ${OPERATOR_TOKEN}` };

let [production, local] = [null as unknown as TestService, null as unknown as TestService];
let [open, closed] = ['', ''];
beforeAll(async () => {
  production = await startTestService({ MODE: 'production', TRUST_PROXY: '127.0.0.1' });
  local = await startTestService();
  closed = await production.app.listen({ host: '127.0.0.1', port: 0 });
  open = await local.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await production?.stop();
  await local?.stop();
});

describe('settings', () => {
  test('have another default in production, and values that are set count in both modes', () => {
    const shared = (environment: Record<string, string>) => readConfig(environment).FRESHNESS_SHARED;
    expect([readConfig({}).MODE, shared({}), shared({ MODE: 'local' }), shared({ MODE: 'production' })]).toEqual([
      'local',
      true,
      true,
      false,
    ]);
    expect(shared({ MODE: 'production', FRESHNESS_SHARED: 'true' })).toBe(true);
    expect(shared({ FRESHNESS_SHARED: 'false' })).toBe(false);
  });
  test('with an invalid mode or target are rejected by name', () => {
    expect(() => readConfig({ MODE: 'prod' })).toThrow('MODE must be one of local, production');
    expect(() => readConfig({ CALLBACK_ALLOW: '10.0.0.0/8,http://x' })).toThrow('CALLBACK_ALLOW must be networks');
  });
});

describe('/metrics, /readyz and /healthz', () => {
  const get = async (url: string, headers: Record<string, string> = {}) => {
    const response = await fetch(url, { headers });
    return { status: response.status, text: await response.text() };
  };
  test('in production the metrics need the admin token', async () => {
    const { test: key } = await production.account();
    for (const token of ['', 'wrong', key]) {
      const { status, text } = await get(`${closed}/metrics`, token === '' ? {} : { authorization: `Bearer ${token}` });
      expect([status, text.includes('sextant_')]).toEqual([403, false]);
    }
    expect(await get(`${closed}/metrics`, TOKEN)).toMatchObject({ status: 200, text: expect.stringContaining('sextant_') });
    expect((await get(`${open}/metrics`)).status).toBe(200);
  });
  test('liveness and readiness are public', async () => {
    for (const base of [open, closed])
      for (const [path, status] of [
        ['/healthz', 'ok'],
        ['/readyz', 'ready'],
      ])
        expect(await get(`${base}${path}`)).toEqual({ status: 200, text: JSON.stringify({ status }) });
  });
  test('in production only the operator sees why it is not ready', async () => {
    const app = fastify();
    app.addSchema(ErrorBody);
    healthRoutes(app, {
      healthGuarded: true,
      operatorToken: OPERATOR_TOKEN,
      findOperator: () => null,
      limits: { tokensRejected: () => false, badToken: () => undefined },
      onBadToken: () => undefined,
      notReady: async () => 'the database is away',
      metrics: async () => 'sextant_x 1\n',
    });
    const outside = await app.listen({ host: '127.0.0.1', port: 0 });
    const listener = await openAdminListener(app, '127.0.0.1', 0);
    const inside = `http://127.0.0.1:${(listener.address() as { port: number }).port}`;
    const bare = { status: 503, text: '{"status":"not ready"}' };
    const whole = { status: 503, text: '{"status":"not ready","reason":"the database is away"}' };
    expect(await get(`${outside}/readyz`)).toEqual(bare);
    expect(await get(`${outside}/readyz`, { authorization: 'Bearer wrong' })).toEqual(bare);
    expect(await get(`${outside}/readyz`, TOKEN)).toEqual(whole);
    // The admin listener needs no token.
    expect(await get(`${inside}/readyz`)).toEqual(whole);
    expect((await get(`${inside}/metrics`)).status).toBe(200);
    listener.closeAllConnections();
    listener.close();
    await app.close();
  });
});

describe('Strict-Transport-Security', () => {
  const hsts = async (base: string, headers: Record<string, string>) =>
    (await fetch(`${base}/healthz`, { headers })).headers.get('strict-transport-security');
  test('is sent in production only for TLS requests of a trusted proxy', async () => {
    expect(await hsts(closed, { 'x-forwarded-proto': 'https', 'x-forwarded-for': '198.51.100.7' })).toMatch(/^max-age=\d{7,}/);
    expect(await hsts(closed, {})).toBeNull();
    expect(await hsts(closed, { 'x-forwarded-proto': 'http' })).toBeNull();
    expect(await hsts(open, { 'x-forwarded-proto': 'https' })).toBeNull();
    const rejected = await fetch(`${closed}/user`, { headers: { 'x-forwarded-proto': 'https' } });
    expect([rejected.status, rejected.headers.has('strict-transport-security')]).toEqual([403, true]);
  });
});

describe('freshness', () => {
  const body = { keyword: 'shared oars', region: 'US', freshness: 3600, asynchronous: false };
  const ask = async (service: TestService, key: string, more: object = {}) => {
    const { json } = await service.call('POST', '/serp/new', key, { ...body, ...more });
    return until(async () => {
      const { json: timeline } = await service.call('GET', `/objects/${json.id}/life`, key);
      return timeline.state === 'ready' && timeline;
    });
  };
  const sourceOf = ({ attempts }: { attempts: { source: string }[] }) => attempts.at(-1)!.source;

  test('in production shares nothing between accounts, and an account reuses its own', async () => {
    const [one, two] = [await production.account(), await production.account()];
    expect(sourceOf(await ask(production, one.test))).toBe('sandbox');
    expect(sourceOf(await ask(production, two.test))).toBe('sandbox');
    expect(sourceOf(await ask(production, two.test))).toBe('reused');
  });

  test('in local mode rounds the age of another account’s result to the minute, and never exceeds the requested age', async () => {
    const [one, two] = [await local.account(), await local.account()];
    const { id } = await ask(local, one.test);
    await local.database.db.script(
      `update results set generated_at = date_trunc('minute', generated_at) - interval '90 minutes' + interval '12.345 seconds' where id = '${id}'`,
    );
    const long = { freshness: 36_000 };
    const askedAt = ({ steps }: { steps: { what: string; detail: { askedAt: string } }[] }) =>
      new Date(steps.find(({ what }) => what === 'attempt')!.detail.askedAt);
    const [own, foreign] = [await ask(local, one.test, long), await ask(local, two.test, long)];
    expect([sourceOf(own), sourceOf(foreign)]).toEqual(['reused', 'reused']);
    expect(askedAt(own).getTime() % 60_000).toBe(12_345);
    expect(askedAt(foreign).getTime() % 60_000).toBe(0);
    expect(askedAt(own).getTime() - askedAt(foreign).getTime()).toBe(12_345);
    const { json } = await local.call('GET', `/serp/${foreign.id}`, two.test);
    expect(json.generatedAt).toMatch(/:00\+0000$/);
    await local.database.db.script(`update results set generated_at = now() - interval '3 seconds' where id = '${id}'`);
    const soon = await ask(local, two.test, { freshness: 30 });
    expect(soon.attempts.at(-1).ageSeconds).toBeLessThanOrEqual(30);
  });
});

describe('the banner and the doctor', () => {
  const started = {
    url: 'http://127.0.0.1:8080',
    mode: 'local' as const,
    openHost: null,
    newToken: 'token-of-24-characters',
    tokenGiven: false,
    firstKeys: { live: 'sxt_live_x', test: 'sxt_test_x' },
    noAccount: false,
    seconds: 1,
    dataFolder: '/data',
  };
  test('show the mode', () => {
    expect(banner(started)).toMatch(/Mode {12}local\n[\s\S]*Admin token {5}token-of-24-characters\n[\s\S]*sxt_test_x/);
    expect(banner(started)).not.toContain('MODE=production');
  });
  test('in production print no secret, and how to create an account', () => {
    const text = banner({ ...started, mode: 'production', openHost: '0.0.0.0', firstKeys: null, noAccount: true });
    expect(text).toMatch(/Mode {12}production\n/);
    expect(text).toContain('sextant account create --name');
    expect(text).not.toMatch(/token-of-24|sxt_/);
  });
  test('print the differences when a local-mode service is reachable by others', () => {
    const text = banner({ ...started, openHost: '0.0.0.0' });
    for (const { production } of MODE_DIFFERENCES) expect(text).toContain(production);
    const findings = (environment: Record<string, string>) => {
      const told: string[] = [];
      examineMode(readConfig(environment), ({ check, state, found, fix = '' }) => told.push(`${check} ${state} ${found} ${fix}`));
      return told.join('\n');
    };
    expect(findings({})).toBe('mode ok local: for this machine only ');
    expect(findings({ HOST: '0.0.0.0' })).toMatch(
      /^mode note local, and other machines may reach the service: HOST is 0\.0\.0\.0 Set MODE=production/,
    );
    expect(findings({ TRUST_PROXY: '127.0.0.1' })).toContain('TRUST_PROXY names a proxy');
    expect(findings({ MODE: 'production', HOST: '0.0.0.0', ADMIN_PORT: '9090' })).toBe('mode ok production ');
    expect(findings({ MODE: 'production', FRESHNESS_SHARED: 'true' })).toContain('FRESHNESS_SHARED is true');
  });
});
