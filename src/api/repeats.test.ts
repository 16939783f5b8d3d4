// The header `Sextant-Replay-Seconds` on creates, lookups and quotes.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from '../../test/service.ts';

let service: TestService;
let key: string;
beforeAll(async () => {
  service = await startTestService({ SYNC_WAIT_SECONDS: '20' });
  key = (await service.account()).test;
});
afterAll(() => service.stop());

const send = (method: 'GET' | 'POST', path: string, body?: unknown, headers: Record<string, string> = {}) =>
  service.call(method, path, key, body, { 'sextant-replay-seconds': '60', ...headers });
type Response = Awaited<ReturnType<typeof send>>;
const costOf = ({ headers }: Response): number => Number(headers['credits-cost']);
const paid = (response: Response) => [response.json.id, costOf(response), response.headers['idempotent-replayed']];
const TEA = { keyword: 'repeated tea', region: 'US', priority: 'NORMAL' };

test('returns the object of an equal create and charges nothing', async () => {
  const first = await send('POST', '/serp/new', { ...TEA, asynchronous: true });
  expect(paid(first)).toEqual([expect.any(String), 1, undefined]);
  const { id } = first.json;
  // It waits for the result, which the first call did not. Defaults and the priority do not matter.
  const second = await send('POST', '/serp/new', { ...TEA, searchEngine: 'google', priority: 'INSTANT', asynchronous: false });
  expect([paid(second), second.json.ready]).toEqual([[id, 0, 'true'], true]);
  const quoted = (request: object) => send('POST', '/quote', { type: 'serp', request });
  expect([(await quoted(TEA)).json.cost, (await quoted({ ...TEA, keyword: 'other' })).json.cost]).toEqual([0, 1]);
  expect((await service.call('POST', '/quote', key, { type: 'serp', request: TEA })).json.cost).toBe(1);
  const others = [
    await service.call('POST', '/serp/new', key, { ...TEA, asynchronous: true }),
    await send('POST', '/serp/new', { ...TEA, asynchronous: true }, { 'idempotency-key': 'mine' }),
    await send('POST', '/serp/new', { ...TEA, region: 'DE', asynchronous: true }),
  ];
  expect(others.map(costOf)).toEqual([1, 1, 1]);
});

test('returns the result of an equal lookup and charges nothing', async () => {
  for (const path of ['/whois/repeated-tea.com', '/technologies/repeated-tea.com']) {
    const [first, second] = [await send('GET', path), await send('GET', path)];
    expect([costOf(first), costOf(second), second.json]).toEqual([1, 0, first.json]);
  }
  expect(costOf(await send('GET', '/whois/repeated-tea.com?source=whois'))).toBe(1);
});

/** Runs while no charge can be made or checked: calls wait for the account's lock. */
async function whileLocked(run: () => Promise<void>): Promise<void> {
  const client = await service.database.db.connect();
  try {
    await client.query('begin; select 1 from account_modes for update');
    await run();
  } finally {
    await client.query('rollback');
    await client.end();
  }
}

test.each(['/whois', '/technologies'])('charges equal lookups of %s once, even if the second begins in a later second', async (path) => {
  const calls: Promise<Response>[] = [];
  const lookUp = () => send('GET', `${path}/twice-tea.com`, undefined, { 'sextant-replay-seconds': '1' });
  await whileLocked(async () => {
    for (let count = 0; count < 3; count++) {
      calls.push(lookUp());
      await new Promise((resolve) => setTimeout(resolve, 1100));
    }
  });
  const responses = await Promise.all(calls);
  expect(responses.map(costOf).toSorted()).toEqual([0, 0, 1]);
  expect(new Set(responses.map(({ text }) => text)).size).toBe(1);
});

test('charges one of several equal lookups after the time of the first one', async () => {
  const lookUp = () => send('GET', '/whois/later-tea.com');
  const age = (seconds: number) =>
    service.database.db.query(
      {
        name: `test_age_${seconds}`,
        text: `update idempotency set created_at = now() - make_interval(secs => ${seconds}) where key = 'lookup'`,
      },
      [],
    );
  expect(costOf(await lookUp())).toBe(1);
  await age(59);
  expect(costOf(await lookUp())).toBe(0);
  await age(61);
  const quote = () => send('POST', '/quote', { type: 'whois', request: { domain: 'later-tea.com' } });
  expect((await quote()).json.cost).toBe(1);
  const calls: Promise<Response>[] = [];
  await whileLocked(async () => {
    for (let count = 0; count < 5; count++) calls.push(lookUp());
    await new Promise((resolve) => setTimeout(resolve, 300));
  });
  const responses = await Promise.all(calls);
  expect(responses.map(costOf).toSorted()).toEqual([0, 0, 0, 0, 1]);
  expect(new Set(responses.map(({ text }) => text)).size).toBe(1);
  expect([(await quote()).json.cost, costOf(await lookUp())]).toEqual([0, 0]);
});

test('an old lookup is not made again when the account cannot pay for it', async () => {
  const { test: poor } = await service.account({ credits: 1 });
  const lookUp = () => service.call('GET', '/whois/poor-tea.com', poor, undefined, { 'sextant-replay-seconds': '60' });
  expect((await lookUp()).status).toBe(200);
  await service.database.db.script("update idempotency set created_at = now() - interval '2 minutes' where key = 'lookup'");
  expect((await lookUp()).status).toBe(429);
});

test('accepts 1 to 3600 seconds', async () => {
  for (const seconds of ['0', '3601', 'x', '1.5', '']) {
    const { status, json } = await send('POST', '/serp/new', TEA, { 'sextant-replay-seconds': seconds });
    expect([status, json.message]).toEqual([400, 'Bad input parameter: Sextant-Replay-Seconds must be 1 to 3600.']);
  }
});
