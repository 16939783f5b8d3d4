// Fields that once were constants: the origin of an object, and its start time.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestService, type TestService, until } from './service.ts';

const DASHBOARD = { 'sextant-client': 'dashboard' };
const serp = (fields: object = {}) => ({ keyword: 'tea', region: 'US', ...fields });
const words = (fields: object = {}) => ({ keywords: ['tea'], region: 'US', ...fields });
const secondsOf = (date: string): number => Date.parse(date.replace('+0000', 'Z')) / 1000;

describe('isFromApi', () => {
  let service: TestService;
  let key: string;
  beforeAll(async () => {
    service = await startTestService();
    key = (await service.account()).test;
  });
  afterAll(() => service.stop());

  test.each([
    ['serp', serp()],
    ['serp', serp({ freshness: 60 })],
    ['serp', serp({ find: { domain: 'shop.example' } })],
    ['serp', serp({ regionSearch: { types: ['city'] } })],
    ['keyword', words()],
  ])('is false for a %s created in the dashboard, wherever it is shown, and true for all others', async (kind, fields) => {
    for (const [headers, expected] of [
      [DASHBOARD, false],
      [{}, true],
      [{ 'sextant-client': 'something else' }, true],
    ] as const) {
      const made = await service.call('POST', `/${kind}/new`, key, fields, headers);
      expect([made.status, made.json.isFromApi]).toEqual([200, expected]);
      const done = await until(async () => {
        const { json } = await service.call('GET', `/${kind}/${made.json.id}`, key);
        return json.ready ? json : null;
      });
      expect(done.isFromApi).toBe(expected);
      const [listed] = (await service.call('POST', `/${kind}/list`, key, [made.json.id])).json;
      expect(listed.isFromApi).toBe(expected);
    }
  });
  test('works for batches and reused results, and cannot be set in the body', async () => {
    const batch = await service.call('POST', '/serp/new/list', key, [serp({ keyword: 'a' }), serp({ keyword: 'b' })], DASHBOARD);
    expect(batch.json.map(({ isFromApi }: { isFromApi: boolean }) => isFromApi)).toEqual([false, false]);
    const fresh = serp({ keyword: 'reused', freshness: 3600, asynchronous: false });
    await service.call('POST', '/serp/new', key, fresh);
    const reused = (await service.call('POST', '/serp/new', key, fresh, DASHBOARD)).json;
    expect([reused.attempts[0].source, reused.isFromApi]).toEqual(['reused', false]);
    expect((await service.call('POST', '/serp/new', key, serp({ isFromApi: false }))).json.isFromApi).toBe(true);
  });
});

describe('scheduledTo', () => {
  let service: TestService;
  let key: string;
  beforeAll(async () => {
    service = await startTestService({}, false);
    key = (await service.account()).test;
  });
  afterAll(() => service.stop());
  const make = async (fields: object = {}) => (await service.call('POST', '/keyword/new', key, words(fields))).json;
  const read = async (id: string) => (await service.call('GET', `/keyword/${id}`, key)).json.scheduledTo as string;
  const queue = (set: string, id: string) =>
    service.database.db.query({ name: `set ${set}`, text: `update queue set ${set} where object_id = $1` }, [id]);

  test('is now for a new object, and byte for byte the same in a replay', async () => {
    const send = () => service.call('POST', '/keyword/new', key, words(), { 'idempotency-key': 'scheduled' });
    const first = await send();
    expect(first.json.scheduledTo).toBe(first.json.createdAt);
    expect((await send()).text).toBe(first.text);
  });
  test('is the next attempt of an object that waits for one', async () => {
    const { id, createdAt } = await make();
    await queue("due = false, claim_count = 1, run_at = now() + interval '10 minutes'", id);
    expect(Math.abs(secondsOf(await read(id)) - secondsOf(createdAt) - 600)).toBeLessThan(60);
  });
  test('follows the queue: never in the past, and not before the jobs ahead', async () => {
    const [head, late] = [await make({ priority: 'LOW' }), await make({ priority: 'LOW' })];
    await queue("run_at = now() - interval '1 hour'", head.id);
    expect(secondsOf(await read(late.id))).toBeGreaterThanOrEqual(secondsOf(late.createdAt));
    // The estimate is read in the background.
    await until(async () => secondsOf(await read(late.id)) > secondsOf(late.createdAt) + 3000);
    expect(secondsOf(await read(late.id))).toBeLessThan(secondsOf(late.createdAt) + 4200);
  });
  test('is the actual start time of a finished object', async () => {
    const working = await startTestService();
    try {
      const other = await working.account();
      const { json } = await working.call('POST', '/keyword/new', other.test, words({ asynchronous: false }));
      expect([json.ready, json.scheduledTo]).toEqual([true, json.generatedAt > json.createdAt ? json.generatedAt : json.createdAt]);
    } finally {
      await working.stop();
    }
  });
});
