// Sources in the admin API with the whole service: a live source that works, fails, is tested and switched off.
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestService, type TestService, until } from './service.ts';

let upstream: TestService;
let service: TestService;
let account: Awaited<ReturnType<TestService['account']>>;

interface Listed {
  readonly name: string;
  readonly disabledSince: string | null;
  readonly disabledBy: string | null;
  readonly cooldowns: readonly { mode: string; seconds: number; reason: string; processes: number }[];
}
const engineOf = async (name: string) => {
  const { json } = await service.admin('GET', '/admin/sources');
  return json.engines.find(({ engine }: { engine: string }) => engine === name);
};
const sourceOf = async (engine: string, name: string): Promise<Listed> =>
  (await engineOf(engine)).sources.find((source: Listed) => source.name === name);
const search = async (keyword: string, searchEngine = 'google') => {
  const { json } = await service.call('POST', '/serp/new', account.live, { keyword, region: 'US', searchEngine, asynchronous: false });
  return until(async () => {
    const { json: object } = await service.call('GET', `/serp/${json.id}`, account.live);
    return object.ready || object.faulty ? object : null;
  });
};
const testRun = async (engine: string, body: object = {}) => (await service.admin('POST', `/admin/sources/${engine}/test`, body)).json;

beforeAll(async () => {
  // The live source is a second service with a test key, so no test reaches the network.
  upstream = await startTestService();
  await upstream.app.listen({ port: 0, host: '127.0.0.1' });
  const { test: key } = await upstream.account();
  service = await startTestService({
    UPSTREAM_URL: `http://127.0.0.1:${(upstream.app.server.address() as AddressInfo).port}`,
    UPSTREAM_KEY: key,
    SERP_ROUTES: '{"google":["upstream"],"bing":["upstream"]}',
    BING_RSS: 'false',
    SOURCE_RETRY_SECONDS: '0.1',
    SOURCE_ATTEMPTS_MAX: '1',
  });
  account = await service.account();
});
afterAll(async () => {
  await service?.stop();
  await upstream?.stop();
});

describe('200', () => {
  test('lists what is configured, what is missing and what to change', async () => {
    expect(await engineOf('google')).toMatchObject({
      sources: [{ name: 'upstream', disabledSince: null, disabledBy: null, cooldowns: [] }],
      advice: null,
    });
    expect((await engineOf('google')).missing).toContainEqual({ name: 'serpapi', settings: ['SERPAPI_KEY'] });
    // The other service has results of ChatGPT, so the missing API is no problem.
    expect(await engineOf('chatgpt')).toMatchObject({ sources: [{ name: 'upstream' }], advice: null });
    expect((await engineOf('chatgpt')).missing).toContainEqual({ name: 'openai', settings: ['OPENAI_API_KEY'] });
    expect((await engineOf('duckduckgo')).advice).toContain('PROXIES');
  });

  test('tests a source with one live search, and records it in the audit log', async () => {
    const result = await testRun('google', { keyword: 'green tea' });
    expect(result).toMatchObject({ source: 'upstream', outcome: 'valid', error: null, ms: expect.any(Number) });
    expect(result.results).toBeGreaterThan(5);
    expect(result.titles).toHaveLength(3);
    const { json } = await service.admin('GET', '/admin/audit');
    expect(json.items[0]).toMatchObject({ action: 'source.test', subject: 'google', detail: { keyword: 'green tea' } });
    // A second test is a new request, with another keyword.
    expect(await testRun('google', { keyword: 'black tea' })).toMatchObject({ outcome: 'valid', error: null });
    // No account pays for it.
    expect((await service.admin('GET', `/admin/accounts/${account.id}`)).json.balance.live).toBe(1000);
  });

  test('says why a test failed', async () => {
    expect(await testRun('google', { keyword: 'test:unparsed' })).toMatchObject({ source: 'upstream', outcome: 'unparsed', results: 0 });
    expect((await testRun('google', { keyword: 'test:unparsed' })).error).toMatch(/could not be read/);
  });

  test('a source that is switched off is not queried within seconds, and is queried again when it is on', async () => {
    expect((await search('before')).ready).toBe(true);
    const off = await service.admin('POST', '/admin/sources/google/upstream/disable');
    expect(off.status).toBe(200);
    expect(await sourceOf('google', 'upstream')).toMatchObject({ disabledSince: expect.stringMatching(/^20/), disabledBy: 'admin' });
    expect((await engineOf('google')).advice).toMatch(/^All sources are switched off/);
    // The worker follows with its next heartbeat.
    const failed = await until(async () => {
      const object = await search(`off ${Math.random()}`);
      return object.faulty ? object : null;
    });
    expect(failed.attempts).toEqual([]);
    // Other engines keep the source.
    expect((await search('other engine', 'bing')).ready).toBe(true);
    // A test still works, so that an operator can check the source first.
    expect((await testRun('google')).outcome).toBe('valid');
    await service.admin('POST', '/admin/sources/google/upstream/enable');
    expect((await sourceOf('google', 'upstream')).disabledSince).toBeNull();
    await until(async () => (await search(`on ${Math.random()}`)).ready);
    const actions = (await service.admin('GET', '/admin/audit')).json.items.map(({ action }: { action: string }) => action);
    expect(actions.filter((action: string) => action === 'source.disable' || action === 'source.enable')).toHaveLength(2);
  });

  test('a repeated switch changes nothing and is not audited again', async () => {
    for (let count = 0; count < 2; count++) await service.admin('POST', '/admin/sources/bing/upstream/disable');
    for (let count = 0; count < 2; count++) await service.admin('POST', '/admin/sources/bing/upstream/enable');
    const { json } = await service.admin('GET', '/admin/audit');
    expect(json.items.filter(({ subject }: { subject: string }) => subject === 'bing/upstream')).toHaveLength(2);
  });

  test('a paused source has its reason and the time left', async () => {
    await service.database.db.script(`
      insert into processes (id, node, role, version, pid, started_at, labels, settings_digest, settings, cooldowns)
      values ('other', 'south', 'worker', '1', 7, now(), '{}', '', '{}', '[["bing/live/upstream", 600, "captcha"]]')`);
    const { cooldowns } = await sourceOf('bing', 'upstream');
    expect(cooldowns).toEqual([{ mode: 'live', seconds: expect.any(Number), reason: 'captcha', processes: 1 }]);
    expect(cooldowns[0]!.seconds).toBeGreaterThan(590);
    // A process without a heartbeat does not count.
    await service.database.db.script(`update processes set seen_at = now() - interval '2 minutes' where id = 'other'`);
    expect((await sourceOf('bing', 'upstream')).cooldowns).toEqual([]);
    await service.database.db.script(`delete from processes where id = 'other'`);
  });
});

describe('400', () => {
  test('for a test of a source that is not on the route', async () => {
    const { status, json } = await service.admin('POST', '/admin/sources/google/test', { source: 'serper' });
    expect([status, json.message]).toEqual([400, expect.stringContaining('source')]);
    expect(json.solution).toContain('upstream');
  });
});

describe('403', () => {
  test('without the admin token', async () => {
    expect((await service.call('GET', '/admin/sources', account.test)).status).toBe(403);
    expect((await service.call('POST', '/admin/sources/google/test', account.test, {})).status).toBe(403);
  });
});

describe('404', () => {
  test.each(['/admin/sources/google/serper/disable', '/admin/sources/nowhere/page/disable', '/admin/sources/nowhere/test'])(
    'for %s',
    async (path) => {
      expect((await service.admin('POST', path, {})).status).toBe(404);
    },
  );
});
