import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestService, type TestService } from '../../../test/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const balanceOf = async (key: string): Promise<number> =>
  (await service.call('GET', '/user', key)).json.credits.reduce((sum: number, lot: { remaining: number }) => sum + lot.remaining, 0);
const look = (path: string, key: string, under: string) => service.call('GET', path, key, undefined, { 'idempotency-key': under });

describe('a lookup with an Idempotency-Key', () => {
  test.each(['/whois/shop.com', '/technologies/shop.com'])('of %s is charged once and returns the same result again', async (path) => {
    const { test: key } = await service.account({ credits: 10 });
    const first = await look(path, key, 'one');
    const repeated = await look(path, key, 'one');
    expect([first.status, repeated.status, repeated.json]).toEqual([200, 200, first.json]);
    expect([first.headers['idempotent-replayed'], repeated.headers['idempotent-replayed']]).toEqual([undefined, 'true']);
    expect(repeated.headers['credits-cost']).toBe(first.headers['credits-cost']);
    expect(await balanceOf(key)).toBe(9);
    await look(path, key, 'two');
    expect(await balanceOf(key)).toBe(8);
  });

  test('sent ten times concurrently is charged once', async () => {
    const { test: key } = await service.account({ credits: 10 });
    const all = await Promise.all(Array.from({ length: 10 }, () => look('/whois/many.com', key, 'many')));
    expect(new Set(all.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(await balanceOf(key)).toBe(9);
  });

  test('whose result was lost after the charge is repeated free of charge', async () => {
    const { test: key } = await service.account({ credits: 1 });
    const first = await look('/whois/lost.com', key, 'lost');
    await service.database.db.script('update idempotency set response = null');
    const repeated = await look('/whois/lost.com', key, 'lost');
    expect([repeated.status, repeated.json.domain, await balanceOf(key)]).toEqual([200, first.json.domain, 0]);
  });

  test('that failed is not stored', async () => {
    const { test: key } = await service.account({ credits: 10 });
    expect((await look('/whois/test-500-1-kept.com', key, 'failed')).status).toBe(502);
    expect((await look('/whois/test-500-1-kept.com', key, 'failed')).status).toBe(200);
    expect(await balanceOf(key)).toBe(9);
  });

  test('of another domain or source is 400', async () => {
    const { test: key } = await service.account({ credits: 10 });
    await look('/whois/one.com', key, 'same');
    for (const path of ['/whois/two.com', '/whois/one.com?source=whois']) {
      const { status, json } = await look(path, key, 'same');
      expect([status, json.message]).toEqual([400, expect.stringContaining('Idempotency-Key')]);
    }
    expect(await balanceOf(key)).toBe(9);
  });

  test('uses a key’s budget once', async () => {
    const { id } = await service.account({ credits: 10 });
    const { json } = await service.admin('POST', `/admin/accounts/${id}/keys`, { mode: 'test', name: 'agent', budget: 1 });
    const key = json.key as string;
    expect((await look('/whois/budget.com', key, 'one')).status).toBe(200);
    expect((await look('/whois/budget.com', key, 'one')).status).toBe(200);
    expect((await look('/whois/budget.com', key, 'two')).status).toBe(429);
  });
});
