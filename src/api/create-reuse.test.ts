import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startObjectServer } from '../../test/s3-server.ts';
import { startTestService, type TestService, until } from '../../test/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ FRESHNESS_PRICE: '0.5' });
});
afterAll(() => service.stop());

const body = { keyword: 'green tea', region: 'US', priority: 'REALTIME', freshness: 600 };
const spent = async (by: TestService, key: string): Promise<number> =>
  (await by.call('GET', '/user', key)).json.credits.reduce(
    (sum: number, lot: { total: number; remaining: number }) => sum + lot.total - lot.remaining,
    0,
  );

describe('freshness', () => {
  test('a second equal request is finished in the create itself, at the price of a reused result', async () => {
    const [one, two] = [(await service.account()).test, (await service.account()).test];
    const first = (await service.call('POST', '/serp/new', one, body)).json;
    expect([first.ready, first.freshness, first.attempts[0].source]).toEqual([true, 600, 'sandbox']);
    const repeated = (await service.call('POST', '/serp/new', two, { ...body, priority: 'INSTANT', asynchronous: true })).json;
    expect(repeated.id).not.toBe(first.id);
    // The time of another account's result is rounded to the minute, so that its exact time stays private.
    const minute = first.generatedAt.replace(/:\d\d\+/, ':00+');
    expect([repeated.ready, repeated.attempts[0].source, repeated.generatedAt]).toEqual([true, 'reused', minute]);
    expect(repeated.data).toEqual(first.data);
    expect((await service.call('GET', `/serp/${repeated.id}`, two)).json).toEqual(repeated);
    expect([await spent(service, one), await spent(service, two)]).toEqual([2, 3]);
    const other = (await service.call('POST', '/serp/new', two, { ...body, isMobile: true })).json;
    expect(other.attempts[0].source).toBe('sandbox');
  });

  test('an Idempotency-Key repeats a reused result byte for byte', async () => {
    const { test: key } = await service.account();
    await service.call('POST', '/serp/new', key, { ...body, keyword: 'white tea' });
    const twice = () =>
      service.call('POST', '/serp/new', key, { ...body, keyword: 'white tea', asynchronous: true }, { 'idempotency-key': 'x' });
    const [one, two] = [await twice(), await twice()];
    expect(one.json.ready).toBe(true);
    expect([two.text, two.headers['idempotent-replayed']]).toEqual([one.text, 'true']);
  });

  test('concurrent equal requests cost one source query, and every client waits for its own object', async () => {
    const { test: key } = await service.account();
    const responses = await Promise.all(
      Array.from({ length: 8 }, () => service.call('POST', '/serp/new', key, { ...body, keyword: 'black tea' })),
    );
    const sources = responses.map(({ json }) => json.attempts.map(({ source }: { source: string }) => source).join());
    expect(sources.filter((source) => source !== 'reused')).toEqual(['sandbox']);
    expect(new Set(responses.map(({ json }) => json.id)).size).toBe(8);
    expect(responses.every(({ json }) => json.ready)).toBe(true);
  });

  test('when the first one fails, all end without a charge', async () => {
    const { test: key } = await service.account();
    const request = { ...body, keyword: 'tea test:faulty', freshness: 0 };
    const made = await Promise.all(
      Array.from({ length: 3 }, () => service.call('POST', '/serp/new', key, { ...request, asynchronous: true })),
    );
    for (const { json } of made) await until(async () => (await service.call('GET', `/serp/${json.id}`, key)).json.faulty, 30);
    expect(await spent(service, key)).toBe(0);
  });

  test('keyword requests and batches reuse, too', async () => {
    const { test: key } = await service.account();
    const request = { keywords: ['tea'], region: 'US', freshness: 60 };
    const [first] = (await service.call('POST', '/keyword/new/list', key, [request])).json;
    await until(async () => (await service.call('GET', `/keyword/${first.id}`, key)).json.ready);
    const [second] = (await service.call('POST', '/keyword/new/list', key, [request])).json;
    const { json } = await service.call('GET', `/keyword/${second.id}`, key);
    expect([json.ready, json.attempts[0].source]).toEqual([true, 'reused']);
  });

  test.each([-1, 1.5, '60', 2_592_001])('rejects the freshness %s', async (freshness) => {
    const { test: key } = await service.account();
    const { status, json } = await service.call('POST', '/serp/new', key, { ...body, freshness });
    expect([status, json.message]).toEqual([400, expect.stringContaining('freshness')]);
  });

  test('results in S3 are copied, so that each object has its own blob', async () => {
    const store = await startObjectServer();
    const own = await startTestService({ ...store.environment, S3_MIN_BYTES: '1' });
    try {
      const { test: key } = await own.account();
      const first = (await own.call('POST', '/serp/new', key, body)).json;
      const second = (await own.call('POST', '/serp/new', key, body)).json;
      expect([second.ready, second.attempts[0].source]).toEqual([true, 'reused']);
      await own.call('DELETE', `/serp/${first.id}`, key);
      expect((await own.call('GET', `/serp/${second.id}`, key)).json.data).toEqual(first.data);
    } finally {
      await own.stop();
      await store.close();
    }
  });

  test('accounts that do not share results query the source separately', async () => {
    const own = await startTestService({ FRESHNESS_SHARED: 'false' });
    try {
      for (let n = 0; n < 2; n++) {
        const { test: key } = await own.account();
        const one = (await own.call('POST', '/serp/new', key, body)).json;
        const two = (await own.call('POST', '/serp/new', key, body)).json;
        expect([one.attempts[0].source, two.attempts[0].source]).toEqual(['sandbox', 'reused']);
      }
    } finally {
      await own.stop();
    }
  });
});
