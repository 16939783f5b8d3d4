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

test('accepts 1 to 3600 seconds', async () => {
  for (const seconds of ['0', '3601', 'x', '1.5', '']) {
    const { status, json } = await send('POST', '/serp/new', TEA, { 'sextant-replay-seconds': seconds });
    expect([status, json.message]).toEqual([400, 'Bad input parameter: Sextant-Replay-Seconds must be 1 to 3600.']);
  }
});
