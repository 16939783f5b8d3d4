import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { HONEST, serperAnswer, upstreamAnswer } from '../../test/checked-sources.ts';
import { type LocalApi, startLocalApi } from '../../test/local-api.ts';
import { until } from '../../test/service.ts';
import { noItems } from '../contract/items.ts';
import type { Job, JobEnd } from '../contract/order.ts';
import { createSerpApi } from '../sources/providers/serpapi.ts';
import { createSerper } from '../sources/providers/serper.ts';
import { toSource } from '../sources/providers/source.ts';
import { createUpstream } from '../sources/providers/upstream.ts';
import type { Engine } from '../sources/serp.ts';
import type { SerpSource } from '../sources/serp-route.ts';
import { type CrossChecks, createCrossChecks, isSampled } from './cross-checks.ts';

const idOf = (number: number): string => number.toString(16).padStart(24, '0');

describe('the sample', () => {
  test('is the same for every call, and about as large as the share', () => {
    const ids = Array.from({ length: 20_000 }, (_, number) => idOf(number * 7919));
    for (const share of [0.02, 0.5]) {
      const sample = ids.filter((id) => isSampled(id, share));
      expect(sample).toEqual(ids.filter((id) => isSampled(id, share)));
      expect(Math.abs(sample.length / ids.length - share)).toBeLessThan(0.02);
    }
    expect(ids.some((id) => isSampled(id, 0))).toBe(false);
    expect(ids.every((id) => isSampled(id, 1))).toBe(true);
  });
});

describe('the queue of checks', () => {
  const engine = { name: 'google', traits: { pageSize: 10 } } as unknown as Engine;
  const request = JSON.stringify({
    keyword: 'garden chairs',
    region: { canonicalName: 'US', countryCode: 'US', type: 'country', latitude: 39, longitude: -95 },
    searchEngine: 'google',
    language: 'en',
    maxResults: 10,
    isMobile: false,
    customUserAgent: null,
    customUrlParameter: [],
    customCookieParameter: [],
  });
  const jobOf = (number: number): Job => ({ id: idOf(number), kind: 'serp', mode: 'live', accountId: 1, priority: 'LOW', request }) as Job;
  const organic = HONEST.sites.map((site) => ({ title: `garden chairs at ${site}`, url: `https://${site}.example/page` }));
  const end: JobEnd = {
    outcome: 'done',
    verdict: 'valid',
    attempts: [{ source: 'upstream', outcome: 'valid', ms: 1 }],
    body: JSON.stringify({ ...noItems(), organic }),
    ageMs: 1,
  };
  let [upstream, serper]: LocalApi[] = [];
  let checks: CrossChecks;
  let route: SerpSource[];
  let isBusy: boolean;
  let paused: Map<string, number>;
  let outcomes: string[];
  let agreements: number[];
  let budget: number;
  beforeEach(async () => {
    [upstream, serper] = [await startLocalApi(), await startLocalApi()];
    upstream.answers((asked) => upstreamAnswer(asked, HONEST));
    serper.answers((asked) => serperAnswer(asked, HONEST));
    [isBusy, paused, outcomes, agreements, budget] = [false, new Map(), [], [], 100];
    route = [
      toSource(createUpstream({ baseUrl: upstream.baseUrl, apiKey: 'key', priority: 'LOW' }), upstream.fetch),
      toSource(createSerper({ baseUrl: serper.baseUrl, apiKey: 'key' }), serper.fetch),
    ];
    checks = createCrossChecks({
      limits: { google: { share: 1, callsPerDay: 100 } },
      store: { reserve: async () => (budget-- > 0 ? 'reserved' : 'engine'), recordDifference: async () => undefined },
      series: { count: () => undefined },
      metrics: {
        crossCheck: (_engine, outcome) => void outcomes.push(outcome),
        agreement: (_engine, _pair, value) => void agreements.push(value),
      },
      engineOf: () => engine,
      routeOf: () => route,
      circuits: { openCircuits: () => paused },
      isBusy: () => isBusy,
      onError: (error) => {
        throw error;
      },
      queueMax: 3,
      retryMs: 10,
    });
  });
  afterEach(async () => {
    await checks.stop();
    await Promise.all([upstream?.close(), serper?.close()]);
  });

  test('waits while the worker is busy, and drops what does not fit', async () => {
    isBusy = true;
    for (let number = 0; number < 5; number++) checks.consider(jobOf(number), end);
    expect(outcomes).toEqual(['dropped', 'dropped']);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(serper!.asked).toHaveLength(0);
    isBusy = false;
    await until(async () => outcomes.length === 5);
    expect(outcomes.slice(2)).toEqual(['compared', 'compared', 'compared']);
    expect(agreements.map((value) => Math.round(value * 1e6) / 1e6)).toEqual([1, 1, 1]);
  });

  test('runs one check at a time', async () => {
    let [open, most] = [0, 0];
    serper!.answers(async (asked) => {
      most = Math.max(most, ++open);
      await new Promise((resolve) => setTimeout(resolve, 30));
      open--;
      return serperAnswer(asked, HONEST);
    });
    for (let number = 0; number < 3; number++) checks.consider(jobOf(number), end);
    await until(async () => outcomes.length === 3);
    expect(most).toBe(1);
  });

  test.each([
    { budget: 9, calls: 2, outcome: 'compared', agreement: [0.89] },
    { budget: 1, calls: 1, outcome: 'over_budget', agreement: [] },
  ])('a source that returns four results at a time is called at most as often as the budget of $budget allows', async (given) => {
    budget = given.budget;
    serper!.answers(({ query }) => {
      const start = Number(query.start ?? 0);
      const organic_results = organic.slice(start, start + 4).map(({ title, url }) => ({ title, link: url }));
      const next = `https://serpapi.example/?q=garden+chairs&start=${start + 4}`;
      return { body: { search_metadata: { status: 'Success' }, organic_results, serpapi_pagination: { next } } };
    });
    route.splice(1, 1, toSource(createSerpApi({ baseUrl: serper!.baseUrl }), serper!.fetch));
    checks.consider(jobOf(1), end);
    await until(async () => outcomes.length === 1);
    expect(outcomes).toEqual([given.outcome]);
    expect([serper!.asked.length, Math.max(0, budget)]).toEqual([given.calls, given.budget - given.calls]);
    expect(agreements.map((value) => Math.round(value * 100) / 100)).toEqual(given.agreement);
  });

  test('does not ask a source that is paused for customers', async () => {
    paused.set('google/live/serper', 30);
    checks.consider(jobOf(1), end);
    await until(async () => outcomes.length === 1);
    expect(outcomes).toEqual(['dropped']);
    expect(serper!.asked).toHaveLength(0);
  });

  test('takes no jobs after the stop, and the stop does not wait for a silent source', async () => {
    serper!.answers(() => new Promise(() => undefined));
    checks.consider(jobOf(1), end);
    await until(async () => serper!.asked.length === 1);
    await checks.stop();
    checks.consider(jobOf(2), end);
    await until(async () => outcomes.length === 1);
    expect(outcomes).toEqual(['dropped']);
  });

  test('ignores jobs without a result of their own', async () => {
    checks.consider({ ...jobOf(1), mode: 'test' }, end);
    checks.consider(jobOf(2), { outcome: 'again', attempts: [], retryAfterSeconds: 1 });
    checks.consider(jobOf(3), { ...end, detail: { reused: true } });
    checks.consider({ ...jobOf(4), request: request.replace('"customUserAgent":null', '"customUserAgent":"A/1"') }, end);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect([outcomes, serper!.asked]).toEqual([[], []]);
  });
});
