import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestService, type TestService, until } from '../../test/service.ts';

let service: TestService;
let key: string;
beforeAll(async () => {
  service = await startTestService();
  key = (await service.account({ credits: 20 })).test;
});
afterAll(() => service.stop());

const count = async (table: string): Promise<number> =>
  (await service.database.db.query<{ n: number }>({ name: `n_${table}`, text: `select count(*)::integer as n from ${table}` }))[0]!.n;
const quote = (type: string, request: unknown, by = key) => service.call('POST', '/quote', by, { type, request });

describe('200', () => {
  test('a quote has cost, balance, wait and route, and stores nothing', async () => {
    const before = [await count('objects'), await count('ledger')];
    const { status, json } = await quote('serp', { keyword: 'tea', region: 'US', priority: 'INSTANT' });
    expect([status, json]).toEqual([
      200,
      {
        cost: 5,
        balance: 20,
        budgetLeft: null,
        enough: true,
        expectedWaitSeconds: 0,
        route: [{ source: 'sandbox', paid: false }],
        warnings: [],
      },
    ]);
    expect([await count('objects'), await count('ledger')]).toEqual(before);
  });

  test('a list is priced as a batch: duplicates count once, and missing credits are reported', async () => {
    const request = { keyword: 'tea', region: 'US', priority: 'REALTIME' };
    const { json } = await quote('serp', [request, request, { ...request, keyword: 'coffee' }]);
    expect(json).toMatchObject({ cost: 4, enough: true });
    expect(json.warnings).toEqual(['Duplicate requests, which count once: 1.']);
    const dear = await quote(
      'serp',
      Array.from({ length: 21 }, (_, index) => ({ keyword: `tea ${index}`, region: 'US' })),
    );
    expect(dear.json).toMatchObject({ cost: 21, balance: 20, enough: false, warnings: ['Not enough credits: needs 21, has 20.'] });
  });

  test.each([
    ['keyword', { keywords: ['tea'], region: 'US' }, 3],
    ['ai-prompt', { prompt: 'What is tea?' }, 1],
    ['ai-analysis', { url: 'https://shop.example/' }, 1],
    ['whois', { domain: 'shop.example' }, 1],
    ['technologies', { domain: 'shop.example' }, 1],
  ])('%s has a price, too', async (type, request, cost) => {
    const { status, json } = await quote(type, request);
    expect([status, json.cost, json.enough, json.route.length > 0]).toEqual([200, cost, true, true]);
  });

  test.each([
    ['/serp/new', { keyword: 'tea', region: 'US', dryRun: true }],
    ['/serp/new/list', [{ keyword: 'tea', region: 'US', dryRun: true }]],
    ['/keyword/new', { keywords: ['tea'], region: 'US', dryRun: true }],
    ['/keyword/new/list', [{ keywords: ['tea'], region: 'US', dryRun: true }]],
    ['/ai/send-prompt', { prompt: 'What is tea?', dryRun: true }],
  ])('a dry run at %s returns the quote and creates nothing', async (url, body) => {
    const before = await count('objects');
    const { status, json } = await service.call('POST', url, key, body);
    expect([status, Object.keys(json)]).toEqual([
      200,
      ['cost', 'balance', 'budgetLeft', 'enough', 'expectedWaitSeconds', 'route', 'warnings'],
    ]);
    expect(await count('objects')).toBe(before);
  });

  test('a credit limit and the AI rate limit are reported in advance', async () => {
    const limited = (await service.account({ limit: { hour: 1 } })).test;
    const { json } = await quote('keyword', { keywords: ['tea'], region: 'US' }, limited);
    expect(json).toMatchObject({ enough: false, warnings: ['Credit limit exceeded: 1 credits per hour, and this request alone needs 3.'] });
    await service.call('POST', '/ai/send-prompt', key, { prompt: 'What is tea?' });
    const soon = await quote('ai-prompt', { prompt: 'And coffee?' });
    expect(soon.json.enough).toBe(false);
    expect(soon.json.warnings[0]).toMatch(/^Too many AI requests/);
  });
});

describe('400', () => {
  test('a request is rejected like its create request', async () => {
    for (const [type, request, url] of [
      ['serp', { keyword: 'tea', region: 'Nowhere at all' }, '/serp/new'],
      ['serp', { keyword: 'tea', region: 'US', maxResults: 11 }, '/serp/new'],
      ['serp', [{ keyword: 'tea', region: 'US' }, { keyword: 5 }], '/serp/new/list'],
      ['ai-prompt', { prompt: '' }, '/ai/send-prompt'],
    ] as const) {
      const [asked, made] = [await quote(type, request), await service.call('POST', url, key, request)];
      expect([asked.status, asked.json.message]).toEqual([400, made.json.message]);
    }
  });
  test.each([
    [{ type: 'serps', request: {} }, 'type'],
    [{ type: 'serp' }, 'request'],
    [{ type: 'ai-prompt', request: [{ prompt: 'tea' }] }, 'request'],
    [{ type: 'whois', request: { domain: 'a b' } }, 'domain'],
  ])('an invalid quote request names the parameter', async (body, name) => {
    const { status, json } = await service.call('POST', '/quote', key, body);
    expect([status, json.message]).toEqual([400, expect.stringContaining(name)]);
  });
  test('a batch with different dryRun values is rejected', async () => {
    const body = [
      { keyword: 'tea', region: 'US', dryRun: true },
      { keyword: 'coffee', region: 'US' },
    ];
    const { status, json } = await service.call('POST', '/serp/new/list', key, body);
    expect([status, json.message]).toEqual([400, expect.stringContaining('[1].dryRun')]);
  });
});

describe('restricted keys', () => {
  const keyWith = async (fields: object): Promise<string> => {
    const { id } = await service.account({ credits: 20 });
    return (await service.admin('POST', `/admin/accounts/${id}/keys`, { mode: 'test', ...fields })).json.key;
  };
  const tea = { keyword: 'tea', region: 'US' };

  test('get the price of their products, and nothing about the account', async () => {
    const buyer = await keyWith({ scopes: ['serp'] });
    const own = await quote('serp', tea, buyer);
    expect([own.status, own.json]).toEqual([200, expect.objectContaining({ cost: 1, balance: null, budgetLeft: null, enough: true })]);
    const dry = await service.call('POST', '/serp/new', buyer, { ...tea, dryRun: true });
    expect([dry.status, dry.json.balance]).toEqual([200, null]);
    const other = await quote('whois', { domain: 'shop.example' }, buyer);
    expect([other.status, other.json.message]).toEqual([403, 'No access: this key lacks the scope whois or read.']);
  });

  test('that may only read get every price, and a warning that they cannot create', async () => {
    const reader = await keyWith({ scopes: ['read'] });
    for (const [type, request, scope] of [
      ['serp', tea, 'serp'],
      ['whois', { domain: 'shop.example' }, 'whois'],
      ['ai-prompt', { prompt: 'What is tea?' }, 'ai'],
    ] as const) {
      const { status, json } = await quote(type, request, reader);
      expect([status, json.balance, json.enough]).toEqual([200, 20, false]);
      expect(json.warnings[0]).toBe(`No access: this key lacks the scope ${scope}.`);
    }
  });

  test('get their remaining budget', async () => {
    const budgeted = await keyWith({ budget: 3 });
    expect((await quote('serp', tea, budgeted)).json).toMatchObject({ balance: 20, budgetLeft: 3, enough: true });
    await service.call('POST', '/serp/new', budgeted, tea);
    const dear = await quote('serp', { ...tea, priority: 'INSTANT' }, budgeted);
    expect(dear.json).toMatchObject({ budgetLeft: 2, enough: false });
    expect(dear.json.warnings[0]).toBe('The key’s budget of 3 credits does not cover this request: needs 5, has 2.');
  });
});

describe('403', () => {
  test('a quote needs a key', async () => {
    expect((await quote('serp', { keyword: 'tea', region: 'US' }, 'sxt_test_nobody')).status).toBe(403);
  });
});

describe('the expected wait', () => {
  test('is null without a worker or a known throughput, otherwise the queue divided by the throughput', async () => {
    const idle = await startTestService({}, false);
    const { db } = idle.database;
    try {
      const own = (await idle.account()).test;
      const ask = async () => (await idle.call('POST', '/quote', own, { type: 'serp', request: { keyword: 'tea', region: 'US' } })).json;
      const alone = await ask();
      expect([alone.expectedWaitSeconds, alone.warnings]).toEqual([null, ['No worker is running. Objects wait until one starts.']]);

      await db.script(`insert into workers (token, seen_at) values ('somebody', now() + interval '1 hour')`);
      await db.script(`insert into queue (object_id, retention_class, kind, priority, round, due, run_at, deadline_at, has_waiter)
        select 'ahead' || n, 0, 'serp', 3, 0, true, now(), now() + interval '1 hour', false from generate_series(1, 40) as n`);
      expect((await ask()).expectedWaitSeconds).toBe(null);
      await db.script(`delete from queue where object_id < 'ahead3'`);
      const known = await until(async () => (await ask()).expectedWaitSeconds);
      expect(known).toBeGreaterThan(0);
    } finally {
      await idle.stop();
    }
  });
});
