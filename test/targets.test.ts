// Targets on this machine for callbacks, `universal` and page analyses: every spelling through the whole service, in each mode.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { startTestService, type TestService, until } from './service.ts';

/** Spellings of loopback. `%` is the port. */
const SPELLINGS = [
  'http://127.0.0.1:%/',
  'http://127.1:%/',
  'http://0x7f000001:%/',
  'http://0x7f.1:%/',
  'http://2130706433:%/',
  'http://017700000001:%/',
  'http://0177.0.0.1:%/',
  'http://127.0.0.2:%/',
  'http://①②⑦.0.0.1:%/',
  'http://[::1]:%/',
  'http://[0:0:0:0:0:0:0:1]:%/',
  'http://[::ffff:127.0.0.1]:%/',
  'http://[::ffff:7f00:1]:%/',
  'http://localhost:%/',
  'http://LOCALHOST:%/',
  'http://localhost.:%/',
  'http://any.localhost:%/',
  'http://user:pass@127.0.0.1:%/',
  'http://user@localhost:%/',
  'http://0.0.0.0:%/',
  'http://0:%/',
  'http://[::]:%/',
];

/** A listener of the operator that must never be reached. */
const reached: string[] = [];
const servers: Server[] = [];
let port = 0;
/** Another listener, for callbacks that are allowed. */
let allowedPort = 0;
const heard: string[] = [];

const listen = (onRequest: (url: string) => void, host: string, at: number): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer((request, response) => {
      onRequest(request.url ?? '');
      request.resume();
      response.end('secret');
    });
    server.once('error', () => resolve(at));
    server.listen(at, host, () => resolve((server.address() as AddressInfo).port));
    servers.push(server);
  });

beforeAll(async () => {
  port = await listen((url) => reached.push(url), '0.0.0.0', 0);
  await listen((url) => reached.push(url), '::1', port);
  allowedPort = await listen((url) => heard.push(url), '0.0.0.0', 0);
});
afterAll(() => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

let service: TestService;
afterEach(async () => {
  await service?.stop();
  reached.length = 0;
  heard.length = 0;
});

/** Sends a request of each kind for one target; returns the statuses. */
async function tried(
  target: string,
  keys: { live: string; test: string },
  headers: Record<string, string>,
): Promise<Record<string, number>> {
  const post = async (path: string, key: string, body: object) => (await service.call('POST', path, key, body, headers)).status;
  return {
    serp: await post('/serp/new', keys.test, { keyword: 'x', region: 'US', callback: target }),
    batch: await post('/serp/new/list', keys.test, [{ keyword: 'y', region: 'US', callback: target }]),
    keyword: await post('/keyword/new', keys.test, { keywords: ['x'], region: 'US', callback: target }),
    prompt: await post('/ai/send-prompt', keys.test, { prompt: 'x', callback: target }),
    universal: await post('/serp/new', keys.live, { keyword: target, region: 'US', searchEngine: 'universal' }),
    analysis: await post('/ai/seo-analysis', keys.live, { url: target, aiService: 'chatgpt' }),
  };
}
const REFUSED = { serp: 400, batch: 400, keyword: 400, prompt: 400, universal: 400, analysis: 400 };
const RATES = { AI_RATE_SECONDS: '0', OPENAI_API_KEY: 'sk-none' };
const OWN_LISTENERS: readonly [string, Record<string, string>, Record<string, string>][] = [
  ['MODE=production', { MODE: 'production' }, {}],
  ['MODE=production behind a trusted proxy', { MODE: 'production', TRUST_PROXY: '127.0.0.1' }, { 'x-forwarded-for': '198.51.100.7' }],
  ['TRUST_PROXY in local mode', { TRUST_PROXY: '127.0.0.1' }, {}],
  ['local mode, through a proxy that no setting names', {}, { 'x-forwarded-for': '198.51.100.7' }],
  ['a public listening address in local mode', { HOST: '0.0.0.0' }, {}],
];

describe('the operator’s own services', () => {
  test.each(OWN_LISTENERS)('are not reached in any spelling: %s', async (_name, environment, headers) => {
    service = await startTestService({ ...RATES, ...environment });
    const account = await service.account({ credits: 10_000 });
    const statuses: Record<string, unknown> = {};
    for (const spelling of SPELLINGS) statuses[spelling] = await tried(spelling.replace('%', String(port)), account, headers);
    expect(statuses).toEqual(Object.fromEntries(SPELLINGS.map((spelling) => [spelling, REFUSED])));
    // An accepted callback would be sent at once, before the callback of this one.
    const { json } = await service.call('POST', '/serp/new', account.test, { keyword: 'last', region: 'US' });
    await until(async () => (await service.call('GET', `/serp/${json.id}`, account.test)).json.ready);
    expect(reached).toEqual([]);
  });

  test('include the ports of the service itself in local mode, in every spelling', async () => {
    // A port that it uses, and the one on which it listens.
    service = await startTestService({ ...RATES, OPENAI_BASE_URL: `http://127.0.0.1:${port}` });
    const base = await service.app.listen({ host: '127.0.0.1', port: 0 });
    const account = await service.account();
    const call = (callback: string) => service.call('POST', '/serp/new', account.test, { keyword: 'x', region: 'US', callback });
    for (const spelling of SPELLINGS) {
      for (const own of [String(port), new URL(base).port]) {
        const { status, json } = await call(spelling.replace('%', own));
        expect([spelling, status, json.message]).toEqual([spelling, 400, expect.stringContaining('callback must not point to')]);
      }
    }
    expect(reached).toEqual([]);
  });
});

describe('allowed callbacks', () => {
  const delivered = async (callback: string): Promise<number> => {
    const account = await service.account();
    const { status, json } = await service.call('POST', '/serp/new', account.test, { keyword: 'x', region: 'US', callback });
    if (status === 200) await until(async () => (await service.call('GET', `/serp/${json.id}`, account.test)).json.callbackExecuted);
    return status;
  };

  test('reach a receiver on this machine in local mode', async () => {
    service = await startTestService(RATES);
    for (const host of ['127.0.0.1', '127.1', '[::ffff:127.0.0.1]']) expect(await delivered(`http://${host}:${allowedPort}/in`)).toBe(200);
    expect(heard).toEqual(['/in', '/in', '/in']);
  });

  test('reach what CALLBACK_ALLOW lists in production, and only that port', async () => {
    service = await startTestService({ ...RATES, MODE: 'production', CALLBACK_ALLOW: `127.0.0.1:${allowedPort},hooks.internal` });
    expect(await delivered(`http://127.0.0.1:${allowedPort}/in`)).toBe(200);
    expect(heard).toEqual(['/in']);
    const account = await service.account();
    const status = async (callback: string) =>
      (await service.call('POST', '/serp/new', account.test, { keyword: 'x', region: 'US', callback })).status;
    expect(await status(`http://127.0.0.1:${port}/`)).toBe(400);
    expect(await status(`http://127.0.0.2:${allowedPort}/`)).toBe(400);
    expect(await status('http://hooks.internal:9000/')).toBe(200);
    expect(await status('http://other.internal:9000/')).toBe(400);
    // A page is shown to the customer, so no list allows private IP addresses for pages.
    expect(await tried(`http://127.0.0.1:${allowedPort}/`, account, {})).toMatchObject({ serp: 200, universal: 400, analysis: 400 });
    expect(reached).toEqual([]);
  });
});
