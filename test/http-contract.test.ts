// HTTP behaviour that clients and browsers rely on: empty bodies, methods, trailing slashes, CORS, gzip, error messages.
import { once } from 'node:events';
import { connect } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { request as send } from 'undici';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestService, type TestService } from './service.ts';

let service: TestService;
let base: string;
let account: Awaited<ReturnType<TestService['account']>>;
const PAGE = 'https://app.example';
const serp = (fields: object = {}) => ({ keyword: 'tea', region: 'US', ...fields });
const make = async () => (await service.call('POST', '/serp/new', account.test, serp())).json.id as string;

beforeAll(async () => {
  service = await startTestService({ CORS_ORIGINS: PAGE });
  base = await service.app.listen({ host: '127.0.0.1', port: 0 });
  account = await service.account();
});
afterAll(() => service.stop());

/** Sends a raw request. Returns status line, headers and body. */
async function raw(lines: readonly string[], body = ''): Promise<{ status: number; headers: Record<string, string>; body: string }> {
  const socket = connect(Number(new URL(base).port), '127.0.0.1');
  socket.write([...lines, 'host: localhost', 'connection: close', '', body].join('\r\n'));
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk;
  });
  await once(socket, 'close');
  const [head = '', rest = ''] = text.split('\r\n\r\n');
  const headers = Object.fromEntries(
    head
      .split('\r\n')
      .slice(1)
      .map((line) => line.split(': ') as [string, string]),
  );
  return { status: Number(head.slice(9, 12)), headers, body: rest };
}

describe('a request without a body', () => {
  const JSON_TYPE = 'content-type: application/json';
  test.each([
    ['no length', []],
    ['a length of 0', ['content-length: 0']],
    ['an empty chunked body', ['transfer-encoding: chunked']],
    ['a length of 0, in UTF-8', ['content-length: 0', 'content-type: application/json; charset=utf-8']],
    ['another content type', ['content-length: 0', 'content-type: text/plain']],
  ])('DELETE with content-type application/json and %s works', async (_what, more) => {
    for (const kind of ['serp', 'keyword']) {
      const fields = kind === 'serp' ? serp() : { keywords: ['tea'], region: 'US' };
      const { json } = await service.call('POST', `/${kind}/new`, account.test, fields);
      const types = more.some((line) => line.startsWith('content-type')) ? [] : [JSON_TYPE];
      const chunks = more.includes('transfer-encoding: chunked') ? '0\r\n\r\n' : '';
      const answer = await raw([`DELETE /${kind}/${json.id}?apikey=${account.test} HTTP/1.1`, ...types, ...more], chunks);
      expect([answer.status, answer.body]).toEqual([204, '']);
      expect((await service.call('GET', `/${kind}/${json.id}`, account.test)).status).toBe(404);
    }
  });
  test('works for GET, for POST routes without a body, and for the admin API', async () => {
    const type = { 'content-type': 'application/json' };
    const id = await make();
    expect((await service.call('GET', `/serp/${id}`, account.test, undefined, type)).status).toBe(200);
    const resend = await service.call('POST', `/objects/${id}/resend`, account.test, undefined, type);
    expect([resend.status, resend.json.message]).toEqual([400, expect.stringContaining('has no callback')]);
    const { json: key } = await service.admin('POST', `/admin/accounts/${account.id}/keys`, { mode: 'test' });
    const revoked = await service.app.inject({
      method: 'DELETE',
      url: `/admin/keys/${key.id}`,
      headers: { ...type, authorization: 'Bearer operator-token-for-tests' },
    });
    expect(revoked.statusCode).toBeLessThan(300);
  });
  test('is rejected where a body is required', async () => {
    for (const more of [['content-length: 0'], ['transfer-encoding: chunked']]) {
      const chunks = more.includes('transfer-encoding: chunked') ? '0\r\n\r\n' : '';
      const answer = await raw([`POST /serp/new?apikey=${account.test} HTTP/1.1`, JSON_TYPE, ...more], chunks);
      expect([answer.status, JSON.parse(answer.body).message]).toEqual([400, 'Bad request body: it is empty.']);
    }
  });
});

describe('content encodings', () => {
  test('identity is accepted; all others are rejected', async () => {
    const post = (encoding: string) =>
      service.call('POST', '/serp/new', account.test, JSON.stringify(serp()), {
        'content-type': 'application/json',
        'content-encoding': encoding,
      });
    const encodings = ['identity', 'Identity', 'gzip', 'identity, gzip', 'br'];
    expect(await Promise.all(encodings.map(async (encoding) => (await post(encoding)).status))).toEqual([200, 200, 400, 400, 400]);
  });
});

describe('methods of plain paths', () => {
  const CASES = ['serp', 'keyword'].flatMap((kind) =>
    [`/${kind}/new`, `/${kind}/list`, `/${kind}/new/`, `/${kind}/list/`].flatMap((path) =>
      (['GET', 'HEAD', 'DELETE', 'PUT'] as const).map((method) => [method, path] as const),
    ),
  );
  test.each(CASES)('%s %s is 405 and names POST, with a key and without', async (method, path) => {
    for (const key of [`?apikey=${account.test}`, '']) {
      const response = await service.app.inject({ method, url: `${path}${key}` });
      expect([response.statusCode, response.headers.allow]).toEqual([405, 'POST']);
      expect(response.headers['ratelimit-limit']).toBeDefined();
    }
  });
  test('ids keep their methods', async () => {
    const id = await make();
    const wrong = await service.app.inject({ method: 'PUT', url: `/serp/${id}` });
    expect([wrong.statusCode, wrong.headers.allow]).toEqual([405, 'GET, HEAD, DELETE']);
  });
});

describe('a trailing slash', () => {
  test('changes nothing and causes no redirect', async () => {
    const made = await service.call('POST', '/serp/new/', account.test, serp());
    expect([made.status, made.json.keyword]).toEqual([200, 'tea']);
    for (const path of ['/user', '/heartbeat', `/serp/${made.json.id}`, '/region/list', '/whois/shop.example', '/healthz']) {
      const [plain, slashed] = await Promise.all(
        [path, `${path}/`].map((one) => service.app.inject({ method: 'GET', url: `${one}?apikey=${account.test}` })),
      );
      expect([slashed!.statusCode, slashed!.headers.location]).toEqual([plain!.statusCode, undefined]);
    }
  });
  test('has the same keys, rate limits and unknown paths', async () => {
    const get = async (url: string) => (await service.app.inject({ method: 'GET', url })).statusCode;
    expect([await get('/user/'), await get('/user/?apikey=wrong'), await get('/nowhere/'), await get('/user//')]).toEqual([
      403, 403, 404, 404,
    ]);
    const slow = await service.account({ rates: { perMinute: 1, burst: 1 } });
    const statuses = [];
    for (const path of ['/user/', '/user', '/user/', '/region/list/']) statuses.push((await service.call('GET', path, slow.test)).status);
    expect(statuses).toEqual([200, 429, 429, 503]);
  });
  test('stays in the guide and the documentation', async () => {
    expect((await service.app.inject({ method: 'GET', url: '/docs/' })).statusCode).toBeLessThan(400);
  });
});

describe('CORS', () => {
  const preflight = (path: string, origin: string, method = 'POST') =>
    service.app.inject({
      method: 'OPTIONS',
      url: path,
      headers: { origin, 'access-control-request-method': method, 'access-control-request-headers': 'authorization,content-type' },
    });
  test('a preflight of an allowed origin names methods and headers, and never credentials', async () => {
    const { statusCode, headers, payload } = await preflight('/serp/new', PAGE);
    expect([statusCode, payload]).toEqual([204, '']);
    expect(headers).toMatchObject({
      'access-control-allow-origin': PAGE,
      'access-control-allow-methods': 'POST',
      'access-control-allow-headers': expect.stringMatching(/authorization.*content-type.*idempotency-key/),
      vary: expect.stringContaining('origin'),
    });
    expect(headers['access-control-allow-credentials']).toBeUndefined();
    expect((await preflight('/serp/0123', PAGE, 'DELETE')).headers['access-control-allow-methods']).toBe('GET, HEAD, DELETE');
    expect((await preflight('/user/', PAGE, 'GET')).statusCode).toBe(204);
  });
  test.each([
    ['another origin', '/serp/new', 'https://evil.example'],
    ['the origin with another scheme', '/serp/new', 'http://app.example'],
    ['a longer origin', '/serp/new', `${PAGE}.evil.example`],
    ['no origin of its own', '/serp/new', 'null'],
    ['the operator’s interface', '/admin/accounts', PAGE],
    ['the metrics', '/metrics', PAGE],
    ['the tools for agents, which have a list of their own', '/mcp', PAGE],
  ])('%s gets 405 and no permission', async (_what, path, origin) => {
    const { statusCode, headers } = await preflight(path, origin);
    expect([statusCode, headers['access-control-allow-origin']]).toEqual([405, undefined]);
  });
  test('pages can read responses and errors with the listed headers', async () => {
    for (const [url, status] of [
      [`/user?apikey=${account.test}`, 200],
      ['/user?apikey=wrong', 403],
      [`/serp/new?apikey=${account.test}`, 405],
      [`/serp/zzz?apikey=${account.test}`, 404],
    ] as const) {
      const { statusCode, headers } = await service.app.inject({ method: 'GET', url, headers: { origin: PAGE } });
      expect([statusCode, headers['access-control-allow-origin']]).toEqual([status, PAGE]);
      for (const name of ['RateLimit-Remaining', 'Retry-After', 'X-Request-Id', 'Idempotent-Replayed'])
        expect(headers['access-control-expose-headers']).toContain(name);
    }
    const other = await service.app.inject({
      method: 'GET',
      url: `/user?apikey=${account.test}`,
      headers: { origin: 'https://evil.example' },
    });
    expect([other.statusCode, other.headers['access-control-allow-origin']]).toEqual([200, undefined]);
  });
  test('every response varies by origin, in addition to its other Vary values', async () => {
    const id = await make();
    for (const url of ['/user', `/serp/${id}`, '/region/list?items=1']) {
      const { headers } = await service.call('GET', url, account.test);
      expect(String(headers.vary).split(', ')).toContain('origin');
    }
    expect((await service.call('GET', `/serp/${id}`, account.test)).headers.vary).toContain('accept-encoding');
  });
  test('without the setting there are no headers, and * allows all origins', async () => {
    const [closed, open] = [await startTestService({}, false), await startTestService({ CORS_ORIGINS: '*' }, false)];
    try {
      const ask = (app: TestService['app'], url = '/healthz') =>
        app.inject({ method: 'GET', url, headers: { origin: 'https://any.example' } });
      const [none, any] = [await ask(closed.app), await ask(open.app)];
      expect([none.headers['access-control-allow-origin'], any.headers['access-control-allow-origin']]).toEqual([undefined, '*']);
      expect(String(none.headers.vary)).not.toContain('origin');
      expect(String(any.headers.vary)).not.toContain('origin');
    } finally {
      await Promise.all([closed.stop(), open.stop()]);
    }
  });
});

describe('/region/list', () => {
  test('is compressed for clients that accept gzip, with its own ETag and identical content', async () => {
    const url = `${base}/region/list?items=500&countryCode=DE&apikey=${account.test}`;
    const get = async (headers: Record<string, string>) => {
      const response = await send(url, { headers });
      return { ...response, bytes: Buffer.from(await response.body.arrayBuffer()) };
    };
    const [plain, first, second] = [await get({}), await get({ 'accept-encoding': 'gzip' }), await get({ 'accept-encoding': 'br, gzip' })];
    expect([plain, first, second].map(({ headers }) => headers['content-encoding'])).toEqual([undefined, 'gzip', 'gzip']);
    expect(gunzipSync(first.bytes).equals(plain.bytes)).toBe(true);
    expect(second.bytes.equals(first.bytes)).toBe(true);
    expect(first.bytes.length * 4).toBeLessThan(plain.bytes.length);
    expect(first.headers.etag).not.toBe(plain.headers.etag);
    for (const { headers } of [plain, first]) {
      expect(headers.vary).toContain('accept-encoding');
      const again = await get({ 'accept-encoding': 'gzip', 'if-none-match': String(headers.etag) });
      expect([again.statusCode, again.bytes.length]).toEqual([304, 0]);
    }
  });
});

describe('error messages', () => {
  test.each([[true], [2276.5], [{}], [['US']]])('say that region %j must be a string or a whole number', async (region) => {
    for (const [path, body] of [
      ['/serp/new', serp({ region })],
      ['/keyword/new', { keywords: ['tea'], region }],
    ] as const) {
      const { status, json } = await service.call('POST', path, account.test, body);
      expect([status, json.message]).toEqual([400, 'Bad input parameter: region must be a string or a whole number.']);
    }
  });
  test('for a wrong source list only the available sources', async () => {
    const ask = (key: string, source: string, path = '/keyword/new') =>
      service.call(
        'POST',
        path,
        key,
        path === '/quote'
          ? { type: 'keyword', request: { keywords: ['tea'], region: 'US', source } }
          : { keywords: ['tea'], region: 'US', source },
      );
    for (const source of ['yandex', 'naver', 'duckduckgo'])
      for (const path of ['/keyword/new', '/quote']) {
        const { status, json } = await ask(account.test, source, path);
        expect([status, json.message]).toEqual([400, 'Bad input parameter: source must be one of google, baidu.']);
      }
    const live = await ask(account.live, 'duckduckgo');
    expect([live.status, live.json.message]).toEqual([
      400,
      'Bad input parameter: source cannot be answered: this service has no source of keyword data.',
    ]);
    expect((await service.call('POST', '/keyword/new', account.test, { keywords: ['tea'], region: 'US', source: 7 })).json.message).toBe(
      'Bad input parameter: source must be a string.',
    );
  });
});
