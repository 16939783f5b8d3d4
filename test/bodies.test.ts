// Rejected bodies: their cost, their limits, and that bodies within the limits still work.
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestService, type TestService } from './service.ts';

const JSON_TYPE = { 'content-type': 'application/json' };
const many = (count: number, one: (index: number) => string) => Array.from({ length: count }, (_, index) => one(index)).join();

/** Milliseconds of CPU time of this process, which also runs the service. */
async function cpuOf<T>(work: () => Promise<T>): Promise<{ ms: number; answer: T }> {
  const before = process.cpuUsage();
  const answer = await work();
  const { user, system } = process.cpuUsage(before);
  return { ms: (user + system) / 1000, answer };
}

/** Sends the head and a part of the body. Returns the first data received. */
async function sent(base: string, lines: string[], body: string | Buffer): Promise<string> {
  const socket = connect(Number(new URL(base).port), '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  socket.write(body);
  const answer = await new Promise<string>((resolve) => socket.once('data', (bytes) => resolve(String(bytes))));
  socket.destroy();
  return answer;
}

describe('a rejected body', () => {
  let service: TestService;
  let base: string;
  let account: Awaited<ReturnType<TestService['account']>>;
  const post = (path: string, body: string, headers = {}) => service.call('POST', path, account.test, body, { ...JSON_TYPE, ...headers });

  beforeAll(async () => {
    service = await startTestService({}, false);
    base = await service.app.listen({ host: '127.0.0.1', port: 0 });
    account = await service.account({ contract: 'older', credits: 100_000 });
    // Lazy initialisation is not part of the body's cost.
    await post('/serp/new', '{"keyword":"tea","region":"nowhere at all"}');
  });
  afterAll(() => service.stop());

  // Without the limits these took 1,400 and 1,000 ms. The bounds are wide enough for any machine.
  test.each([
    ['/serp/new', () => `{${many(300_000, (index) => `"k${index}":1`)}}`, 'more than 100 properties'],
    ['/serp/new/list', () => `[${many(1_000_000, () => '{}')}]`, '1 to 1000 SERP requests'],
    ['/serp/list', () => `[${many(1_000_000, () => '{}')}]`, '1 to 1000 ids'],
    ['/quote', () => `{"type":"serp","request":[${many(1_000_000, () => '{}')}]}`, '1 to 1000 requests'],
    ['/keyword/new', () => `{"keywords":[${many(500_000, () => '"tea"')}],"region":"US"}`, 'more than 1000 entries'],
  ])('of %s costs a small part of reading it', async (path, bodyOf, named) => {
    const body = bodyOf();
    const { ms, answer: response } = await cpuOf(() => post(path, body));
    expect([response.status, response.json.code]).toEqual([400, 400]);
    expect(response.json.message).toContain(named);
    expect(ms).toBeLessThan(250);
  });

  test('gets its response before it has arrived completely', async () => {
    const head = ['POST /serp/new/list HTTP/1.1', 'host: x', `authorization: Bearer ${account.test}`, 'content-type: application/json'];
    const answer = await sent(base, [...head, 'content-length: 4000000'], `[${many(2000, () => '{}')},`);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toMatch(/connection: close/i);
  });

  test('is rejected when it arrives in thousands of tiny chunks', async () => {
    const head = ['POST /serp/new HTTP/1.1', 'host: x', `authorization: Bearer ${account.test}`, 'content-type: application/json'];
    const answer = await sent(base, [...head, 'transfer-encoding: chunked'], '1\r\n \r\n'.repeat(20_000));
    expect(answer).toContain('too many small chunks');
  });

  test('is not quoted at length', async () => {
    const response = await service.call('POST', '/search', '', `{"${'x'.repeat(1_000_000)}":1}`, {
      ...JSON_TYPE,
      'x-api-key': account.test,
    });
    expect([response.status, response.text.length < 500]).toEqual([400, true]);
  });
});

describe('a large list within the limits', () => {
  let service: TestService;
  let account: Awaited<ReturnType<TestService['account']>>;
  const post = (path: string, body: unknown, headers = {}) => service.call('POST', path, account.test, body, headers);

  beforeAll(async () => {
    service = await startTestService({}, false);
    account = await service.account({ contract: 'older', credits: 1_000_000 });
  });
  afterAll(() => service.stop());

  const serps = (fields: object = {}) =>
    Array.from({ length: 1000 }, (_, index) => ({ keyword: `tea ${index}`, region: 'US', ...fields, unknown: { a: [1, { b: null }] } }));

  test('is created like any other, without unknown properties', async () => {
    const parameters = Array.from({ length: 3 }, (_, index) => ({ name: `p${index}`, value: index === 0 ? null : 'ü"\\' }));
    const { status, json } = await post('/serp/new/list', serps({ customUrlParameter: parameters, isMobile: true, language: null }));
    expect([status, json.length]).toEqual([200, 1000]);
    expect(json[999]).toMatchObject({ keyword: 'tea 999', customUrlParameter: parameters, isMobile: true, region: { countryCode: 'US' } });
  });

  test('gets an error that names the invalid item and field', async () => {
    const list = [...serps().slice(0, 998), { keyword: 'tea', region: 'US', find: { domain: ['x'] } }];
    expect((await post('/serp/new/list', list)).json.message).toBe('Bad input parameter: [998].find.domain must be a string.');
    const quoted = await post('/quote', { type: 'serp', request: list });
    expect([quoted.status, quoted.json.message]).toEqual([400, 'Bad input parameter: [998].find.domain must be a string.']);
  });

  test('is replayed for its idempotency key, whatever the order of its properties', async () => {
    const words = (turn: boolean) =>
      Array.from({ length: 100 }, (_, index) => {
        const keywords = Array.from({ length: 30 }, (_, word) => `word ${index} ${word}`);
        return turn ? { region: 'US', keywords } : { keywords, region: 'US' };
      });
    const headers = { 'idempotency-key': 'large' };
    const [first, second] = [await post('/keyword/new/list', words(false), headers), await post('/keyword/new/list', words(true), headers)];
    expect([first.status, second.status, second.headers['idempotent-replayed']]).toEqual([200, 200, 'true']);
    expect(second.json.map(({ id }: { id: string }) => id)).toEqual(first.json.map(({ id }: { id: string }) => id));
  });
});

describe('a limit', () => {
  let service: TestService;
  let base: string;
  // At once: a third of a megabyte of bodies, and 50 ms for rejected ones.
  beforeAll(async () => {
    service = await startTestService({ BODY_MB_PER_MINUTE: '1', REJECTED_SECONDS_PER_MINUTE: '0.1' }, false);
    base = await service.app.listen({ host: '127.0.0.1', port: 0 });
  });
  afterAll(() => service.stop());

  test('of bytes returns 429 before a body is read, for that account only', async () => {
    const [greedy, modest] = [await service.account(), await service.account()];
    const body = JSON.stringify({ keyword: 'tea', region: 'US', ignored: 'x'.repeat(400_000) });
    const post = (key: string, text: string) => service.call('POST', '/serp/new', key, text, JSON_TYPE);
    expect((await post(greedy.test, body)).status).toBe(200);
    const rejected = await post(greedy.test, '{"keyword":"tea","region":"US"}');
    expect([rejected.status, rejected.json.message]).toEqual([429, 'Too many requests: more than 1 MB of request bodies per minute.']);
    expect(Number(rejected.headers['retry-after'])).toBeGreaterThanOrEqual(1);
    expect([rejected.headers['ratelimit-remaining'], rejected.headers['ratelimit-policy']]).toEqual([
      '0',
      '"account bodies";q=1000000;w=60;burst=333333',
    ]);
    expect((await service.call('GET', '/user', greedy.test)).status).toBe(200);
    expect((await post(modest.test, '{"keyword":"tea","region":"US"}')).status).toBe(200);
    const head = ['POST /serp/new HTTP/1.1', 'host: x', `authorization: Bearer ${greedy.test}`, 'content-type: application/json'];
    expect(await sent(base, [...head, 'content-length: 4000000'], '{')).toMatch(/^HTTP\/1\.1 429 .*connection: close/is);
  });

  test('of CPU time for rejected bodies returns 429 too', async () => {
    const wrong = await service.account({ contract: 'older' });
    const list = Array.from({ length: 100 }, (_, index) => ({ keyword: `${index} tea`, region: 'US' }));
    const body = JSON.stringify([...list, { keyword: '' }]);
    const statuses: number[] = [];
    let last = '';
    for (let calls = 0; calls < 2000 && statuses.at(-1) !== 429; calls++) {
      const { status, json } = await service.call('POST', '/serp/new/list', wrong.test, body, JSON_TYPE);
      statuses.push(status);
      last = json.message;
    }
    expect([statuses[0], statuses.at(-1)]).toEqual([400, 429]);
    expect(last).toBe('Too many requests: rejected requests used too much CPU time.');
  });

  test('is not used up by accepted bodies', async () => {
    const good = await service.account({ credits: 100_000 });
    for (let calls = 0; calls < 25; calls++) {
      const list = Array.from({ length: 200 }, (_, index) => ({ keyword: `${calls} ${index}`, region: 'US' }));
      expect((await service.call('POST', '/serp/new/list', good.test, list)).status).toBe(200);
    }
  });

  test('of one IP address applies to all accounts that use it', async () => {
    const shared = await startTestService({ IP_BODY_MB_PER_MINUTE: '1' }, false);
    try {
      const [greedy, neighbour] = [await shared.account(), await shared.account()];
      const large = JSON.stringify({ keyword: 'tea', region: 'US', ignored: 'x'.repeat(400_000) });
      const post = (key: string, text: string) => shared.call('POST', '/serp/new', key, text, JSON_TYPE);
      expect((await post(greedy.test, large)).status).toBe(200);
      expect((await post(neighbour.test, '{"keyword":"tea","region":"US"}')).status).toBe(429);
    } finally {
      await shared.stop();
    }
  });
});
