import { expect, test } from 'vitest';
import { errors } from '../contract/errors.ts';
import { type Backend, ToolProblem } from './backend.ts';
import { cacheCosts, costLines, costSentence, readCosts, type ToolCosts, UNKNOWN_COSTS } from './costs.ts';

const { signal } = new AbortController();
const PRICES: Readonly<Record<string, number>> = { serp: 1, keyword: 3, ai: 1, whois: 1, technologies: 1 };
const quoting = (spendable: number | null): Pick<Backend, 'quote'> => ({
  quote: async (kind) => ({ cost: PRICES[kind]!, waitSeconds: 0, spendable }),
});

test('reads the price of every paid tool', async () => {
  const costs = await readCosts(quoting(7), signal);
  expect([...costs.credits]).toEqual([
    ['search', 1],
    ['keywords', 3],
    ['ask', 1],
    ['whois', 1],
    ['technologies', 1],
  ]);
  expect(costs.spendable).toBe(7);
});
test('stops after two rejections, so that a bad key is not sent five times', async () => {
  let calls = 0;
  const quote = () => {
    calls += 1;
    return Promise.reject(new ToolProblem(403, 'Bad API key, or no access.'));
  };
  expect(await readCosts({ quote }, signal)).toEqual(UNKNOWN_COSTS);
  expect(calls).toBe(2);
});
test('a key without the scope of one product still learns the other prices', async () => {
  const quote: Backend['quote'] = async (kind) => {
    if (kind === 'keyword') throw new ToolProblem(403, 'No access');
    return { cost: 1, waitSeconds: 0, spendable: null };
  };
  expect([...(await readCosts({ quote }, signal)).credits.keys()]).toEqual(['search', 'ask', 'whois', 'technologies']);
});
test('a key for lookups alone learns their prices, although three products are out of its scope', async () => {
  const quote: Backend['quote'] = async (kind) => {
    if (kind === 'whois' || kind === 'technologies') return { cost: 1, waitSeconds: 0, spendable: null };
    throw new ToolProblem(403, `No access: this key lacks the scope ${kind} or read.`);
  };
  expect([...(await readCosts({ quote }, signal)).credits.keys()]).toEqual(['whois', 'technologies']);
  expect(errors.outOfScope(['serp', 'read'], ['whois']).message).toMatch(/^No access/);
});
test('callers with one key share a read, which no caller can abort', async () => {
  const reads: AbortSignal[] = [];
  const costs: ToolCosts = { credits: new Map([['search', 1]]), spendable: null };
  const costsOf = cacheCosts<{ keyId: string }>(async (_caller, own) => {
    reads.push(own);
    return costs;
  });
  const both = await Promise.all([costsOf({ keyId: 'a' }), costsOf({ keyId: 'a' })]);
  expect(both.map(({ credits }) => credits.get('search'))).toEqual([1, 1]);
  await costsOf({ keyId: 'b' });
  expect(reads.map(({ aborted }) => aborted)).toEqual([false, false]);
});
test('no price is known of a service without quotes', async () => {
  expect(await readCosts({ quote: async () => null }, signal)).toEqual(UNKNOWN_COSTS);
});
test('a description states the cost', () => {
  const costs = { credits: new Map([['search', 1] as const, ['keywords', 3] as const, ['ask', 0] as const]), spendable: null };
  expect(costSentence(costs, 'search', ', more for depth')).toBe('Costs 1 credit, more for depth.');
  expect(costSentence(costs, 'keywords')).toBe('Costs 3 credits.');
  expect(costSentence(costs, 'ask')).toBe('Free.');
  expect(costSentence(costs, 'whois')).toBe('Costs credits.');
});
test('the instructions name the tools that a budget does not cover', async () => {
  const costs = await readCosts(quoting(1000), signal);
  const [prices, ...others] = costLines(costs, 2);
  expect(prices).toBe('Credits per call with default arguments: search 1, keywords 3, ask 1, whois 1, technologies 1.');
  expect(others).toEqual([expect.stringMatching(/^Only 2 credits can be spent here, which is less than one call of keywords \(3\)\./)]);
  expect(costLines(costs, 3)).toHaveLength(1);
  expect(costLines(costs, null)).toHaveLength(1);
  // The key or the account limits the session too.
  expect(costLines(await readCosts(quoting(0), signal), 100)[1]).toContain('Only 0 credits can be spent here');
});
test('the instructions say nothing about free tools', async () => {
  const free = await readCosts({ quote: async () => ({ cost: 0, waitSeconds: 0, spendable: null }) }, signal);
  expect(costLines(free, 0)).toEqual([]);
});
