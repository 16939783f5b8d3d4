// Restricted keys with the whole service: scopes, budgets under concurrency and reversal, expiry.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAccounts } from '../src/business/accounts/accounts.ts';
import { keyCommand } from '../src/cli/key.ts';
import { startTestService, type TestService, until } from './service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const serp = (keyword: string, more: object = {}) => ({ keyword, region: 'US', ...more });
const keyFor = async (account: { id: string }, fields: object): Promise<{ id: string; key: string }> =>
  (await service.admin('POST', `/admin/accounts/${account.id}/keys`, { mode: 'test', ...fields })).json;
const spentOf = async (id: string): Promise<{ spent: number; charges: number }> => {
  const [row] = await service.database.db.query<{ spent: number; charges: number }>(
    {
      name: 'spent',
      text: 'select spent, (select count(*) from key_charges where key_id = k.id)::integer as charges from keys k where id = $1',
    },
    [id],
  );
  return row!;
};
const balanceOf = async (account: { id: string }) => (await service.admin('GET', `/admin/accounts/${account.id}/ledger?mode=test`)).json;
/** The cost of one search. */
const priceOf = async (account: { id: string; test: string }): Promise<number> => {
  const before = (await balanceOf(account)).balance;
  await service.call('POST', '/serp/new', account.test, serp('price'));
  return before - (await balanceOf(account)).balance;
};

describe('the last use of a key', () => {
  const usesOf = async (account: { id: string }): Promise<Record<string, string | null>> => {
    const { json } = await service.admin('GET', `/admin/accounts/${account.id}/keys`);
    return Object.fromEntries(json.items.map(({ mode, lastUsedAt }: { mode: string; lastUsedAt: string | null }) => [mode, lastUsedAt]));
  };

  test('is listed, and null for a key that was never used', async () => {
    const account = await service.account();
    expect(await usesOf(account)).toEqual({ live: null, test: null });
    await service.call('GET', '/user', account.test);
    const used = await until(async () => (await usesOf(account)).test);
    expect(used).toMatch(/^20/);
    expect((await usesOf(account)).live).toBeNull();
  });

  test('is written at most once a minute', async () => {
    const account = await service.account();
    const setUse = (secondsAgo: number) =>
      service.database.db.script(`update keys set used_at = now() - interval '${secondsAgo} seconds' where account_id = ${account.id}`);
    const stored = async (): Promise<number> => {
      const text = `select extract(epoch from now() - max(used_at))::double precision as seconds from keys where account_id = ${account.id}`;
      return (await service.database.db.query<{ seconds: number }>({ name: `used_${account.id}`, text }))[0]!.seconds;
    };
    // Each process caches a key, so a new one is used for every check.
    const check = () => createAccounts(service.database.db, 'pepper').byKey(account.test);
    await setUse(30);
    await check();
    await check();
    await setUse(30);
    // A later statement on the same pool: the earlier writes have ended when a stale key is updated.
    const other = await service.account();
    await createAccounts(service.database.db, 'pepper').byKey(other.test);
    await until(async () => (await usesOf(other)).test);
    expect(await stored()).toBeGreaterThan(29);
    await setUse(90);
    await check();
    await until(async () => (await stored()) < 29);
  });
});

describe('a key with scopes', () => {
  test('may use these and gets 403 with the missing scope for everything else', async () => {
    const account = await service.account();
    const { json: made } = await service.call('POST', '/serp/new', account.test, serp('red shoes'));
    const [searcher, reader] = [await keyFor(account, { scopes: ['serp'] }), await keyFor(account, { scopes: ['read'] })];
    const statuses = async (key: string): Promise<Record<string, number>> => {
      const asked: [string, 'GET' | 'POST' | 'DELETE', string, unknown?][] = [
        ['create', 'POST', '/serp/new', serp('blue shoes')],
        ['create many', 'POST', '/serp/new/list', [serp('green shoes')]],
        ['fetch', 'GET', `/serp/${made.id}`],
        ['fetch many', 'POST', '/serp/list', [made.id]],
        ['keyword', 'POST', '/keyword/new', { keywords: ['pizza'], region: 'US' }],
        ['keyword list', 'POST', '/keyword/list', [made.id]],
        ['ask', 'POST', '/ai/send-prompt', { prompt: 'What?', aiService: 'perplexity' }],
        ['whois', 'GET', '/whois/shop.com'],
        ['technologies', 'GET', '/technologies/shop.com'],
        ['user', 'GET', '/user'],
        ['regions', 'GET', '/region/list?countryCode=DE&items=1'],
        ['heartbeat', 'GET', '/heartbeat'],
        ['delete', 'DELETE', `/serp/${'0'.repeat(24)}`],
      ];
      const answers: Record<string, number> = {};
      for (const [name, method, url, body] of asked) answers[name] = (await service.call(method, url, key, body)).status;
      return answers;
    };
    const refused = { keyword: 403, ask: 403, whois: 403, technologies: 403 };
    const always = { regions: 200, heartbeat: 200, fetch: 200, 'fetch many': 200 };
    expect(await statuses(searcher.key)).toEqual({
      ...refused,
      ...always,
      create: 200,
      'create many': 200,
      'keyword list': 403,
      user: 403,
      delete: 404,
    });
    expect(await statuses(reader.key)).toEqual({
      ...refused,
      ...always,
      create: 403,
      'create many': 403,
      'keyword list': 200,
      user: 200,
      delete: 403,
    });
    expect((await service.call('POST', '/serp/new', reader.key, serp('x'))).json).toEqual({
      code: 403,
      message: 'No access: this key lacks the scope serp.',
      solution: 'This key has read. Use another key, or ask the operator for one with more scopes.',
    });
  });

  test('with an unknown name is a 400, and no key is created', async () => {
    const account = await service.account();
    const before = (await service.admin('GET', '/admin/accounts')).json.items.find(({ id }: { id: string }) => id === account.id).keys;
    for (const fields of [{ scopes: ['everything'] }, { budget: -1 }, { budget: 1.5 }, { expiresAt: 'soon' }, { name: '' }]) {
      const { status, json } = await service.admin('POST', `/admin/accounts/${account.id}/keys`, fields);
      expect([status, json.message]).toEqual([400, expect.stringContaining(Object.keys(fields)[0]!)]);
    }
    const after = (await service.admin('GET', '/admin/accounts')).json.items.find(({ id }: { id: string }) => id === account.id).keys;
    expect(after).toBe(before);
  });
});

describe('a key with a budget', () => {
  test('is never overdrawn by simultaneous requests', async () => {
    const account = await service.account({ credits: 100_000 });
    const price = await priceOf(account);
    const budgeted = await keyFor(account, { budget: price * 10 + price - 1 });
    const before = (await balanceOf(account)).balance;
    const responses = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        index % 4 === 3
          ? service.call('POST', '/serp/new/list', budgeted.key, [serp(`a ${index}`), serp(`b ${index}`)])
          : service.call('POST', '/serp/new', budgeted.key, serp(`one ${index}`)),
      ),
    );
    const bought = responses
      .filter(({ status }) => status === 200)
      .reduce((sum, { json }) => sum + (Array.isArray(json) ? json.length : 1), 0);
    expect([bought, new Set(responses.map(({ status }) => status))]).toEqual([10, new Set([200, 402])]);
    expect(before - (await balanceOf(account)).balance).toBe(price * 10);
    expect(await spentOf(budgeted.id)).toEqual({ spent: price * 10, charges: 10 });
    const rejected = responses.find(({ status }) => status === 402)!;
    expect(rejected.json.message).toMatch(
      /^The key’s budget of \d+ credits (?:is spent: this request needs \d+|does not cover this request: needs \d+, has \d+)\.$/,
    );
    // The account still has credits for its other keys.
    expect((await service.call('POST', '/serp/new', account.test, serp('another'))).status).toBe(200);
  });

  test('is refunded by reversals, and charged once for a replay', async () => {
    const account = await service.account();
    const price = await priceOf(account);
    const budgeted = await keyFor(account, { budget: price });
    const { json: made } = await service.call('POST', '/serp/new', budgeted.key, serp('test:captcha'));
    expect((await service.call('POST', '/serp/new', budgeted.key, serp('no more'))).status).toBe(402);
    await until(async () => (await service.call('GET', `/serp/${made.id}`, budgeted.key)).json.faulty);
    expect(await spentOf(budgeted.id)).toEqual({ spent: 0, charges: 0 });
    const headers = { 'idempotency-key': 'once' };
    const first = await service.call('POST', '/serp/new', budgeted.key, serp('again'), headers);
    const second = await service.call('POST', '/serp/new', budgeted.key, serp('again'), headers);
    expect([first.status, second.status, second.json.id]).toEqual([200, 200, first.json.id]);
    expect((await spentOf(budgeted.id)).spent).toBe(price);
  });

  test('is checked before a lookup and charged after it', async () => {
    const account = await service.account();
    const free = await keyFor(account, { budget: 0 });
    const whois = await service.call('GET', '/whois/shop.com', free.key);
    expect([whois.status, whois.json.message]).toEqual([429, expect.stringContaining('the key’s budget of 0 credits is spent')]);
    expect((await service.call('GET', '/technologies/shop.com', free.key)).status).toBe(402);
    const enough = await keyFor(account, { budget: 1000 });
    expect((await service.call('GET', '/whois/shop.com', enough.key)).status).toBe(200);
    expect((await spentOf(enough.id)).spent).toBeGreaterThan(0);
  });

  test('applies to quotes and to reused results, at their actual cost', async () => {
    const account = await service.account({ credits: 100_000 });
    const price = await priceOf(account);
    const budgeted = await keyFor(account, { budget: price * 2 });
    const first = await service.call('POST', '/serp/new', budgeted.key, serp('fresh shoes', { freshness: 3600, asynchronous: false }));
    const second = await service.call('POST', '/serp/new', budgeted.key, serp('fresh shoes', { freshness: 3600, asynchronous: false }));
    expect([first.status, second.status]).toEqual([200, 200]);
    const { entries } = await balanceOf(account);
    const charged = (id: string) =>
      -entries.find(({ kind, objectId }: { kind: string; objectId: string }) => kind === 'charge' && objectId === id).amount;
    const { spent } = await spentOf(budgeted.id);
    expect(spent).toBe(charged(first.json.id) + charged(second.json.id));
    const { json: quote } = await service.call('POST', '/quote', budgeted.key, { type: 'serp', request: serp('x', { maxResults: 100 }) });
    expect([quote.enough, quote.warnings[0]]).toEqual([false, expect.stringContaining('The key’s budget of')]);
    expect((await spentOf(budgeted.id)).spent).toBe(spent);
  });

  test('drops charges that can no longer be reversed, and only those', async () => {
    const { db } = service.database;
    const old = `${'0'.repeat(8)}${'a'.repeat(16)}`;
    await db.query({ name: 'old', text: 'insert into key_charges (object_id, key_id, amount) values ($1, $2, 1)' }, [old, 'nobody']);
    const count = async () =>
      (await db.query<{ count: number }>({ name: 'count', text: 'select count(*)::integer as count from key_charges' }))[0]!.count;
    const before = await count();
    await db.query({ name: 'forget', text: 'select drop_settled_key_charges(100)' });
    expect(await count()).toBe(before - 1);
  });
});

describe('a key with an expiry time', () => {
  test('stops working at that time, even if it is cached', async () => {
    const account = await service.account();
    const brief = await keyFor(account, { expiresAt: new Date(Date.now() + 2500).toISOString() });
    expect((await service.call('GET', '/heartbeat', brief.key)).status).toBe(200);
    await until(async () => (await service.call('GET', '/heartbeat', brief.key)).status === 403, 20);
    const past = await keyFor(account, { expiresAt: '2020-01-01T00:00:00Z' });
    expect((await service.call('GET', '/heartbeat', past.key)).status).toBe(403);
  });
});

describe('sextant key', () => {
  test('creates and lists restricted keys, and shows no secret in the list', async () => {
    const account = await service.account();
    const accounts = createAccounts(service.database.db, 'pepper');
    const run = async (...words: string[]): Promise<string> => {
      let text = '';
      await keyCommand(words, accounts, (line) => {
        text = line;
      });
      return text;
    };
    const bounds = ['--name', 'agent', '--scopes', 'serp,read', '--budget', '500', '--expires', '2099-01-01T00:00:00Z', '--mode', 'test'];
    const made = JSON.parse(await run('create', account.id, ...bounds, '--json'));
    expect((await service.call('POST', '/serp/new', made.key, serp('by agent'))).status).toBe(200);
    const listed = await run('list', account.id, '--json');
    expect(JSON.parse(listed).items).toContainEqual(
      expect.objectContaining({
        id: made.id,
        mode: 'test',
        name: 'agent',
        scopes: ['serp', 'read'],
        budget: 500,
        spent: expect.any(Number),
      }),
    );
    expect(listed).not.toContain(made.key);
    expect(await run('list', account.id)).toContain('serp,read');
    await expect(run('create', account.id, '--scopes', 'sarp')).rejects.toThrow('Unknown scope "sarp". Did you mean "serp"?');
    await expect(run('list', '99999')).rejects.toThrow('Account 99999 not found.');
  });
});
