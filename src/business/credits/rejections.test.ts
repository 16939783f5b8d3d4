import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestService, type TestService } from '../../../test/service.ts';

let service: TestService;
const serp = (fields: object = {}) => ({ keyword: 'tea', region: 'US', ...fields });
const limit = (hour: number | null, day: number | null) => ({ limit: { hour, day, action: 'reject', chargeMultiplier: 1 } });
const create = (key: string, fields: object = {}) => service.call('POST', '/serp/new', key, serp(fields));
const batch = (key: string, count: number) =>
  service.call(
    'POST',
    '/serp/new/list',
    key,
    Array.from({ length: count }, (_, index) => serp({ keyword: `tea ${index}` })),
  );
const spend = (account: string, credits: number, ago: string) =>
  service.database.db.query(
    {
      name: 'spent before',
      text: `insert into spend_minutes (account_id, live, minute, credits) values ($1, false, date_trunc('minute', now() - $3::interval), $2)`,
    },
    [Number(account), credits, ago],
  );

beforeAll(async () => {
  service = await startTestService({}, false);
});
afterAll(() => service.stop());

describe('too few credits', () => {
  test('reports "No credits left" at a balance of zero, and otherwise the needed and the available credits', async () => {
    const three = await service.account({ credits: 3 });
    const instant = await create(three.test, { priority: 'INSTANT', asynchronous: true });
    expect([instant.status, instant.json.message]).toEqual([402, 'Not enough credits: needs 5, has 3.']);
    expect((await batch(three.test, 4)).json.message).toBe('Not enough credits: needs 4, has 3.');
    expect((await batch(three.test, 3)).status).toBe(200);
    const empty = await create(three.test);
    expect([empty.status, empty.json.message]).toEqual([402, 'No credits left: this request needs 1.']);
    expect([instant.headers['retry-after'], empty.headers['retry-after']]).toEqual([undefined, undefined]);
  });
  test('WHOIS reports the same with its own status, technologies with 402', async () => {
    const one = await service.account({ credits: 1, prices: { 'base.whois': 2, 'base.technologies': 2 } });
    const whois = await service.call('GET', '/whois/shop.example', one.test);
    expect([whois.status, whois.json.message]).toEqual([429, 'Too many requests: not enough credits: needs 2, has 1.']);
    const technologies = await service.call('GET', '/technologies/shop.example', one.test);
    expect([technologies.status, technologies.json.message]).toEqual([402, 'Not enough credits: needs 2, has 1.']);
    const none = await service.account({ credits: 0 });
    expect((await service.call('GET', '/whois/shop.example', none.test)).json.message).toBe(
      'Too many requests: no credits left: this request needs 1.',
    );
  });
  test('reports the price above the limits when it applies', async () => {
    const over = await service.account({ credits: 5, limit: { hour: 1, day: null, action: 'overcharge', chargeMultiplier: 3 } });
    // One credit within the limit, and three at double price above it.
    expect((await batch(over.test, 3)).json.message).toBe('Not enough credits: needs 7, has 5.');
    expect((await batch(over.test, 2)).status).toBe(200);
  });
});

describe('Retry-After of a limit', () => {
  test.each([
    ['hour', limit(2, null), 3600],
    ['day', limit(null, 2), 86_400],
  ] as const)('is at most the length of the %s, even right after spending all of it', async (window, limits, most) => {
    const { test: key } = await service.account(limits);
    expect((await batch(key, 2)).status).toBe(200);
    const rejected = await create(key);
    expect([rejected.status, rejected.json.message]).toEqual([402, `Credit limit exceeded: 2 credits per ${window}.`]);
    const seconds = Number(rejected.headers['retry-after']);
    expect(seconds).toBeGreaterThan(most - 120);
    expect(seconds).toBeLessThanOrEqual(most);
  });
  test('is the time until this request fits, not until the first credit leaves the window', async () => {
    const account = await service.account(limit(10, null));
    await spend(account.id, 1, '50 minutes');
    await spend(account.id, 8, '20 minutes');
    // One more fits. Two need the oldest credit to leave the window, five also those of the second minute.
    const [two, five] = [await batch(account.test, 2), await batch(account.test, 5)].map(({ headers }) => Number(headers['retry-after']));
    expect(two).toBeGreaterThan(500);
    expect(two).toBeLessThanOrEqual(600);
    expect(five).toBeGreaterThan(2300);
    expect(five).toBeLessThanOrEqual(2400);
  });
  test('a request that waited this long is accepted', async () => {
    const account = await service.account(limit(2, null));
    await spend(account.id, 2, '60 minutes');
    expect((await batch(account.test, 2)).status).toBe(200);
  });
  test('names the limit with the longer wait when both are reached', async () => {
    const { test: key } = await service.account(limit(2, 2));
    await batch(key, 2);
    expect((await create(key)).json.message).toBe('Credit limit exceeded: 2 credits per day.');
  });
  test.each([
    ['a limit of 0', limit(0, null), 1, 'Credit limit exceeded: 0 credits per hour, and this request alone needs 1.'],
    ['a day’s limit of 0', limit(null, 0), 1, 'Credit limit exceeded: 0 credits per day, and this request alone needs 1.'],
    ['one request above the whole limit', limit(3, null), 4, 'Credit limit exceeded: 3 credits per hour, and this request alone needs 4.'],
    ['one above the day’s limit only', limit(5, 3), 4, 'Credit limit exceeded: 3 credits per day, and this request alone needs 4.'],
  ])('is absent with %s, because waiting cannot help', async (_what, limits, count, message) => {
    const { test: key } = await service.account(limits);
    const rejected = await batch(key, count);
    expect([rejected.status, rejected.json.message, rejected.headers['retry-after']]).toEqual([402, message, undefined]);
    expect(rejected.json.solution).toMatch(/^Waiting does not help\./);
  });
  test('is absent for WHOIS, too', async () => {
    const { test: key } = await service.account(limit(0, null));
    const rejected = await service.call('GET', '/whois/shop.example', key);
    expect([rejected.status, rejected.headers['retry-after']]).toEqual([429, undefined]);
  });
});
