import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ApiResponse, startTestService, type TestService, until } from '../../test/service.ts';
import { createStore } from '../business/orders/objects.ts';
import { compress } from '../platform/gzip.ts';
import { compileValidators } from './validation.ts';

let service: TestService;
let base: string;
let account: Awaited<ReturnType<TestService['account']>>;
const serp = (fields: object = {}) => ({ keyword: 'tea', region: 'US', ...fields });
const post = (path: string, body: unknown, headers = {}) => service.call('POST', path, account.test, body, headers);

beforeAll(async () => {
  service = await startTestService();
  base = await service.app.listen({ host: '127.0.0.1', port: 0 });
  account = await service.account();
});
afterAll(() => service.stop());

function isError(response: ApiResponse, status: number, named?: string): void {
  expect([response.status, response.json?.code]).toEqual([status, status]);
  if (named) expect(response.json.message).toContain(named);
  expect(Object.keys(response.headers).some((name) => name.startsWith('ratelimit'))).toBe(true);
}

test('the schemas of all routes can be compiled', async () => {
  await expect(compileValidators()).resolves.toBeUndefined();
});

describe('200', () => {
  test('a compressed and an uncompressed object are equal', async () => {
    const { json } = await post('/serp/new', serp({ asynchronous: false }));
    const get = (encoding: string) => fetch(`${base}/serp/${json.id}?apikey=${account.test}`, { headers: { 'accept-encoding': encoding } });
    const [compressed, plain] = await Promise.all([get('gzip'), get('identity')]);
    expect([compressed.headers.get('content-encoding'), plain.headers.get('content-encoding')]).toEqual(['gzip', null]);
    const [one, other] = [await compressed.json(), await plain.json()];
    expect(one).toEqual(other);
    expect((one as { data: { organic: unknown[] } }).data.organic.length).toBeGreaterThan(5);
  });
  test('a compressed and an uncompressed list are equal, in any state of the objects', async () => {
    const bodies = [
      serp(),
      serp({ keyword: 'test:faulty' }),
      serp({ keyword: 'coffee' }),
      serp({ keyword: 'test:slow:30', asynchronous: true }),
    ];
    const made = await Promise.all(bodies.map((body) => post('/serp/new', { asynchronous: false, ...body })));
    const list = (encoding: string) =>
      fetch(`${base}/serp/list?apikey=${account.test}`, {
        method: 'POST',
        headers: { 'accept-encoding': encoding, 'content-type': 'application/json' },
        body: JSON.stringify(made.map(({ json }) => json.id)),
      });
    const [compressed, plain, rejected] = await Promise.all([list('br, gzip'), list('identity'), list('gzip;q=0')]);
    expect([compressed, plain, rejected].map(({ headers }) => headers.get('content-encoding'))).toEqual(['gzip', null, null]);
    const [one, other] = [await compressed.text(), await plain.text()];
    expect(one).toBe(other);
    expect(JSON.parse(one).map((object: { data: { organic: unknown[] } | null }) => object.data !== null)).toEqual([
      true,
      false,
      true,
      false,
    ]);
  });
  test('a replayed synchronous create repeats its first response byte for byte', async () => {
    const headers = { 'idempotency-key': 'sync-1' };
    const body = serp({ asynchronous: false, keyword: 'replay' });
    const [first, second] = [await post('/serp/new', body, headers), await post('/serp/new', body, headers)];
    expect(second.text).toBe(first.text);
    expect([first.json.ready, first.headers['idempotent-replayed'], second.headers['idempotent-replayed']]).toEqual([
      true,
      undefined,
      'true',
    ]);
  });
  test('the user and password of a callback are never shown', async () => {
    const { json } = await post('/serp/new', serp({ callback: 'https://me:secret@receiver.example/x?y={:id:}' }));
    expect(json.callback).toBe('https://receiver.example/x?y={:id:}');
  });
  test('regions have an ETag, and 304 when nothing changed', async () => {
    const first = await service.call('GET', '/region/list?items=2', account.test);
    const repeated = await service.call('GET', '/region/list?items=2', account.test, undefined, {
      'if-none-match': String(first.headers.etag),
    });
    expect([first.status, repeated.status, repeated.text]).toEqual([200, 304, '']);
  });
});

describe('400', () => {
  test('a type without regions is named instead of an empty list', async () => {
    const { status, json } = await service.call('GET', '/region/list?type=dma%20region', account.test);
    expect([status, json.message]).toEqual([400, expect.stringContaining('“dma region”')]);
    expect(json.solution).toContain('sextant regions refresh');
  });
  const CASES: [what: string, body: object, named: string][] = [
    ['a keyword of blanks', serp({ keyword: '  ' }), 'keyword'],
    ['an unknown region', serp({ region: 'Qqxx,Nowhere' }), 'region'],
    ['a forbidden port', serp({ callback: 'http://receiver.example:22/' }), 'callback'],
    ['a placeholder in the host', serp({ callback: 'http://{:id:}.example/' }), 'callback'],
    ['a line break hidden in a callback', serp({ callback: 'http://a.example/\r\nx' }), 'callback'],
    ['a nested parameter of the wrong type', serp({ customUrlParameter: [{ name: 5 }] }), 'customUrlParameter[0].name'],
  ];
  test.each(CASES)('%s', async (_what, body, named) => isError(await post('/serp/new', body), 400, named));
  test('an item of a batch is named with its index', async () => {
    isError(await post('/serp/new/list', [serp(), serp({ maxResults: 15 })]), 400, '[1].maxResults');
  });
  test('a compressed body', async () => {
    isError(await post('/serp/new', JSON.stringify(serp()), { 'content-type': 'application/json', 'content-encoding': 'gzip' }), 400);
  });
  test('names such as __proto__ have no effect', async () => {
    const raw = '{"keyword":"tea","region":"US","__proto__":{"priority":"INSTANT"},"constructor":{"x":1}}';
    const response = await post('/serp/new', raw, { 'content-type': 'application/json' });
    expect([response.status, response.json.priority]).toEqual([200, 'NORMAL']);
  });
  test('a live key for a source without credentials, before any charge', async () => {
    const response = await service.call('POST', '/keyword/new', account.live, { keywords: ['tea'], region: 'US' });
    isError(response, 400, 'source');
    const { json } = await service.admin('GET', `/admin/accounts/${account.id}/ledger?mode=live`);
    expect(json.entries.map(({ kind }: { kind: string }) => kind)).toEqual(['grant']);
  });
});

describe('402 and 429', () => {
  test('without credits, with 429 for WHOIS', async () => {
    const poor = await service.account({ credits: 0 });
    isError(await service.call('POST', '/serp/new', poor.test, serp()), 402, 'No credits');
    isError(await service.call('GET', '/whois/shop.example', poor.test), 429, 'no credits');
    isError(await service.call('GET', '/technologies/shop.example', poor.test), 402);
  });
});

describe('403', () => {
  test('an unknown well-formed key, a repeated one, and two different ones', async () => {
    const other = await service.account();
    const get = async (url: string, headers = {}) => {
      const response = await fetch(base + url, { headers });
      return [response.status, ((await response.json()) as { message: string }).message];
    };
    const expected = [403, 'Bad API key, or no access.'];
    const wrongEnd = account.test.endsWith('x') ? 'y' : 'x';
    expect(await get(`/user?apikey=${account.test.slice(0, -1)}${wrongEnd}`)).toEqual(expected);
    expect(await get(`/user?apikey=${account.test}&apikey=${account.test}`)).toEqual(expected);
    expect(await get(`/user?apikey=${account.test}`, { authorization: `Bearer ${other.test}` })).toEqual(expected);
  });
  test('is sent before the body is read', async () => {
    const socket = connect(Number(new URL(base).port), '127.0.0.1');
    socket.write('POST /serp/new?apikey=wrong HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 4000000\r\n\r\n{');
    const response = await new Promise<string>((resolve) => socket.once('data', (chunk) => resolve(String(chunk))));
    socket.destroy();
    expect(response).toMatch(/^HTTP\/1\.1 403 /);
  });
});

describe('404 and 405', () => {
  test('foreign, unknown and malformed ids get equal responses', async () => {
    const other = await service.account();
    const { json } = await post('/serp/new', serp());
    const responses = await Promise.all(
      [json.id, 'ffffffffffffffffffffffff', 'zzz'].map((id) => service.call('GET', `/serp/${id}`, other.test)),
    );
    expect(new Set(responses.map(({ text }) => text)).size).toBe(1);
    expect(responses[0]!.status).toBe(404);
  });
  test('a wrong method lists the allowed ones, an unknown path does not', async () => {
    const wrong = await service.app.inject({ method: 'PUT', url: '/serp/new' });
    expect([wrong.statusCode, wrong.headers.allow]).toEqual([405, 'POST']);
    expect((await service.app.inject({ method: 'GET', url: '/nowhere' })).statusCode).toBe(404);
  });
});

describe('operators', () => {
  test('see queue, callbacks and requests in the metrics, but no secrets', async () => {
    await post('/serp/new', serp({ keyword: 'secretword' }));
    const { text } = await service.call('GET', '/metrics', 'x');
    for (const name of [
      'sextant_queue_depth{priority="LOW"',
      'sextant_callbacks_pending',
      'sextant_ledger_mismatched_accounts',
      'sextant_http_request_duration_seconds_bucket',
    ])
      expect(text).toContain(name);
    expect(text).not.toContain('secretword');
    expect(text).not.toContain(account.test);
  });
  test('read logs without keys, keywords or IP addresses', async () => {
    await fetch(`${base}/serp/new?apikey=${account.test}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(serp({ keyword: 'anothersecret' })),
    });
    await until(async () => service.lines.some((line) => line.includes('"/serp/new"')));
    const log = service.lines.join('');
    for (const secret of [account.test, 'anothersecret', 'apikey']) expect(log).not.toContain(secret);
    expect(log).toContain(`"key":"${account.test.slice(9, 17)}"`);
  });
});

describe('parsing again', () => {
  test('updates an object with raw pages, and reports one without', async () => {
    const { json: serpWithPages } = await post('/serp/new', serp({ saveRawData: true, asynchronous: false }));
    const poorer = await compress(`${JSON.stringify({ ...serpWithPages.data, organic: serpWithPages.data.organic.slice(0, 2) })}}`);
    await createStore(service.database.db).replaceBody(serpWithPages.id, poorer);
    const repeated = await service.admin('POST', `/admin/objects/${serpWithPages.id}/reparse`);
    expect(repeated.json).toEqual({ outcome: 'updated', before: 2, after: serpWithPages.data.organic.length });
    expect((await service.call('GET', `/serp/${serpWithPages.id}`, account.test)).json.data).toEqual(serpWithPages.data);
    expect((await service.admin('POST', `/admin/objects/${serpWithPages.id}/reparse`)).json.outcome).toBe('same');
    const { json: plain } = await post('/serp/new', serp({ asynchronous: false }));
    expect((await service.admin('POST', `/admin/objects/${plain.id}/reparse`)).json).toEqual({ outcome: 'no pages' });
    expect((await service.admin('POST', '/admin/objects/ffffffffffffffffffffffff/reparse')).status).toBe(404);
  });
});

describe('waiting', () => {
  test('a client that disconnects loses nothing', async () => {
    const hangUp = new AbortController();
    const asked = fetch(`${base}/serp/new?apikey=${account.test}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(serp({ keyword: 'test:slow:2 hangup', asynchronous: false, priority: 'INSTANT' })),
      signal: hangUp.signal,
    }).catch(() => 'hung up');
    const hung = { name: 'hung', text: "select id from objects where request->>'keyword' = 'test:slow:2 hangup'" };
    const row = await until(async () => (await service.database.db.query<{ id: string }>(hung))[0]);
    hangUp.abort();
    expect(await asked).toBe('hung up');
    await until(async () => (await service.call('GET', `/serp/${row.id}`, account.test)).json.ready);
  });
});
