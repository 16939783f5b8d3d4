// Usage of an account, from the ledger and as counted by maintenance.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { countUsage } from '../src/worker/maintenance.ts';
import { startTestService, type TestService, until } from './service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ AI_RATE_SECONDS: '0', SOURCE_RETRY_SECONDS: '0.1' });
});
afterAll(() => service.stop());

async function spend(key: string): Promise<void> {
  for (const [path, body] of [
    ['/serp/new', { keyword: 'tea', region: 'US' }],
    ['/serp/new', { keyword: 'coffee', region: 'US' }],
    ['/serp/new', { keyword: 'test:unparsed', region: 'US', searchEngine: 'bing' }],
    ['/keyword/new', { keywords: ['tea'], region: 'US' }],
    ['/ai/send-prompt', { prompt: 'tea', aiService: 'chatgpt' }],
  ] as const)
    await service.call('POST', path, key, body);
  await service.call('GET', '/whois/shop.example', key);
  await until(async () => {
    const { json } = await service.call('GET', '/objects?state=waiting', key);
    return json.items.length === 0;
  });
}

describe('200', () => {
  test('days, lots, balance and limits show the usage', async () => {
    const account = await service.account({ limit: { hour: 500, day: 900, action: 'reject' } });
    await service.admin('POST', `/admin/accounts/${account.id}/credits`, { total: 50, mode: 'test', expiresAt: '2099-01-01T00:00:00Z' });
    await spend(account.test);
    const { status, json } = await service.call('GET', '/usage', account.test);
    expect(status).toBe(200);
    const { day } = json.days[0];
    expect(day).toMatch(/^\d{4}-\d\d-\d\d$/);
    const expected = [
      { day, kind: 'ai', engine: 'chatgpt', credits: 1, count: 1, reversed: 0 },
      { day, kind: 'keyword', engine: 'google', credits: 3, count: 1, reversed: 0 },
      { day, kind: 'lookup', credits: 1, count: 1, reversed: 0 },
      { day, kind: 'serp', engine: 'bing', credits: 1, count: 1, reversed: 1 },
      { day, kind: 'serp', engine: 'google', credits: 2, count: 2, reversed: 0 },
    ];
    expect(json).toMatchObject({ mode: 'test', days: expected, balance: 1043 });
    // The lot that expires first is spent first.
    expect(json.lots.map(({ granted, left, expiresAt }: Record<string, unknown>) => [granted, left, expiresAt])).toEqual([
      [50, 43, '2099-01-01T00:00:00+0000'],
      [1000, 1000, null],
    ]);
    expect(json.limits).toMatchObject([
      { name: 'hour', limit: 500, used: 7, action: 'reject', resetsAt: expect.any(String) },
      { name: 'day', limit: 900, used: 7, action: 'reject', resetsAt: expect.any(String) },
    ]);
    expect((await service.call('GET', '/usage', account.live)).json).toMatchObject({ mode: 'live', days: [], balance: 1000 });
  });

  test('counted entries are not added again from the uncounted rest', async () => {
    const account = await service.account();
    await spend(account.test);
    const before = (await service.call('GET', '/usage', account.test)).json.days;
    // As if these entries were two minutes old.
    const { db } = service.database;
    await db.script('alter table ledger disable trigger all');
    await db.script(`
      update usage_counted set upto = date_trunc('second', now() - interval '5 minutes');
      update objects set id = id_at(created_at - interval '2 minutes') || right(id, 16) where account_id = ${account.id};
      update ledger set ref = id_at(at - interval '2 minutes') || right(ref, 16), at = at - interval '2 minutes'
        where account_id = ${account.id} and kind in ('charge', 'reversal')`);
    await db.script('alter table ledger enable trigger all');
    const shifted = (await service.call('GET', '/usage', account.test)).json.days;
    await countUsage(db, 400);
    const [{ counted }] = (await db.query<{ counted: number }>({
      name: 'test_counted',
      text: `select sum(count)::bigint as counted from usage_days where account_id = ${account.id}`,
    })) as [{ counted: number }];
    expect(counted).toBe(6);
    expect((await service.call('GET', '/usage', account.test)).json.days).toEqual(shifted);
    expect(shifted).toHaveLength(before.length);
  });

  test('a count that is far behind reports it and leaves the rest out', async () => {
    const account = await service.account();
    await spend(account.test);
    await service.database.db.script("update usage_counted set upto = date_trunc('second', now() - interval '2 days')");
    const { json } = await service.call('GET', '/usage', account.test);
    expect(json.days).toEqual([]);
    expect(Date.parse(json.countedTo)).toBeLessThan(Date.now() - 86_400_000);
  });
});

describe('400', () => {
  test.each(['0', '401', 'all', '1.5'])('days=%s is rejected', async (days) => {
    const { status, json } = await service.call('GET', `/usage?days=${days}`, (await service.account()).test);
    expect([status, json.message]).toEqual([400, expect.stringContaining(': days ')]);
  });
});

describe('403', () => {
  test('rejects a request without a key', async () => {
    expect((await service.call('GET', '/usage', 'sxt_test_wrong')).status).toBe(403);
  });
});
