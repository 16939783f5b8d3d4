// Number of pages per search, counted at a real HTTP server, and further pages without new results.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answered, type LocalApi, startLocalApi } from '../../../test/local-api.ts';
import type { SerpData } from '../../contract/items.ts';
import type { Job } from '../../contract/order.ts';
import { blocked, type Page, unreadable } from '../../sources/adapter.ts';
import { createEngineTable } from '../../sources/catalogue.ts';
import { organicItem, serpPage } from '../../sources/items.ts';
import { createCircuits } from '../../sources/route.ts';
import type { Engine } from '../../sources/serp.ts';
import { plainQuery } from '../../sources/stored-page.ts';
import { collectSerp } from './collect.ts';
import { suspicionOf } from './walk.ts';

let api: LocalApi;
beforeAll(async () => {
  api = await startLocalApi();
});
afterAll(() => api.close());

interface Shown {
  readonly titles: readonly string[];
  readonly next: boolean;
  readonly total?: number;
}

/** An engine with the traits of a real one, whose pages are JSON. */
function engineOf(traits: Partial<Engine['traits']> = {}): Engine {
  const at = (first: number) => ({ url: `${api.baseUrl}/search?first=${first}` });
  return {
    name: 'bing',
    traits: { ...createEngineTable({ chatgpt: null, perplexity: null }).bing!.traits, ...traits },
    start: () => at(0),
    parse: (page: Page) => {
      if (page.status === 429) throw blocked('captcha', 60);
      if (!page.body.startsWith('{')) throw unreadable('no results and no sign for none');
      const { titles, next, total = null } = JSON.parse(page.body) as Shown;
      const first = Number(new URL(page.request.url).searchParams.get('first'));
      const organic = titles.map((title) => organicItem({ title, url: `https://${title.replace(/\W/g, '-')}.example/` }));
      return { found: serpPage({ organic }, total), ...(next ? { next: at(first + 10) } : {}) };
    },
  };
}

const titlesOf = (page: number, count: number): string[] => Array.from({ length: count }, (_, index) => `green tea ${page} ${index}`);
const holding = (page: number, count: number, next = true): Answered => ({ body: { titles: titlesOf(page, count), next } });
/** The pages of the engine from the first. It always has a next link, and further pages are empty. */
const showing = (...pages: readonly Answered[]) =>
  api.answers(({ query }) => pages[Number(query.first) / 10] ?? { body: { titles: [], next: true } });

const request = {
  keyword: 'green tea',
  region: { canonicalName: 'Germany', countryCode: 'DE', type: 'Country', latitude: 51, longitude: 9 },
  searchEngine: 'bing',
  isMobile: false,
  language: 'de',
  saveRawData: true,
  customUserAgent: null,
  customUrlParameter: [],
  customCookieParameter: [],
};

async function search(
  maxResults: number,
  { engine = engineOf(), adapter = null as Engine | null, circuits = createCircuits(), more = {} } = {},
) {
  const job = { id: '0'.repeat(24), kind: 'serp', mode: 'live', history: [], request: JSON.stringify({ ...request, maxResults, ...more }) };
  const end = await collectSerp(job as unknown as Job, {
    engineOf: () => engine,
    routeOf: () => [{ name: 'direct', adapter: adapter ?? engine, fetch: api.fetch, retryDelayMs: null }],
    circuits,
    settings: { attemptsMax: 5, retryAfterSeconds: [0] },
  });
  const data = end.outcome === 'done' ? (JSON.parse(end.body) as SerpData) : null;
  return { end, results: data?.organic.length, raw: data?.raw.length, pages: api.asked.length };
}

describe('a further page', () => {
  test.each([
    ['10 asked, 7 found', 10, [7], 1, 7],
    ['10 asked, 6 found', 10, [6], 1, 6],
    ['10 asked, 5 found', 10, [5, 9], 2, 10],
    ['20 asked, 8 on each page', 20, [8, 8, 8], 2, 16],
    ['20 asked, 7 on each page', 20, [7, 7, 7], 3, 20],
    ['30 asked, 9 on each page', 30, [9, 9, 9, 9], 3, 27],
    ['100 asked, 8 on each page', 100, Array.from({ length: 20 }, () => 8), 12, 96],
    ['100 asked, 10 on each page', 100, Array.from({ length: 20 }, () => 10), 10, 100],
  ])('is fetched only when half a page is missing: %s', async (_, maxResults, counts, pages, results) => {
    showing(...counts.map((count, index) => holding(index, count)));
    const found = await search(maxResults);
    expect(found.end).toMatchObject({ outcome: 'done', verdict: 'valid' });
    expect([found.pages, found.results, found.end.attempts]).toEqual([
      pages,
      results,
      [{ source: 'direct', outcome: 'valid', ms: expect.any(Number) }],
    ]);
  });

  test('is fetched only when the page has a next link', async () => {
    showing(holding(0, 3, false), holding(1, 10));
    expect(await search(20)).toMatchObject({ pages: 1, results: 3, end: { verdict: 'valid' } });
  });

  test('of an engine with large pages is fetched when ten results are missing', async () => {
    const engine = engineOf({ pageSize: 50, paging: undefined as never });
    showing(holding(0, 50), holding(1, 50));
    expect(await search(60, { engine })).toMatchObject({ pages: 2, results: 60 });
    showing(holding(0, 51), holding(1, 50));
    expect(await search(60, { engine })).toMatchObject({ pages: 1, results: 51 });
  });
});

describe('a good first page is used', () => {
  const first = () => holding(0, 8);
  const cases: [string, Answered, string, string][] = [
    ['repeats it', holding(0, 8), 'repeated', 'Page 2 repeats earlier results.'],
    ['shows a part of it', holding(0, 3), 'repeated', 'Page 2 repeats earlier results.'],
    ['has no results', { body: { titles: [], next: true } }, 'empty', 'Page 2 has no results.'],
    ['is a block page', { status: 429, body: 'Are you a robot?' }, 'blocked', 'Page 2 is a block page.'],
    ['fails', { status: 503, body: 'Sorry' }, 'unreachable', 'Page 2 could not be reached.'],
    ['cannot be read', { body: 'a new design' }, 'unparsed', 'Page 2 could not be read.'],
    [
      'is about something else',
      { body: { titles: Array.from({ length: 200 }, (_, index) => `rainfall ${index}`), next: true } },
      'suspect',
      'Page 2 does not match the query.',
    ],
  ];
  test.each(cases)('when the second one %s, and attempts show it', async (_, second, outcome, reason) => {
    showing(first(), second);
    const { end, pages, results, raw } = await search(20);
    expect(end).toMatchObject({ outcome: 'done', verdict: 'valid', detail: { pages: 1 } });
    expect(end.attempts).toEqual([{ source: 'direct', outcome: 'valid', ms: expect.any(Number), stopped: { page: 2, outcome, reason } }]);
    expect([pages, results, raw]).toEqual([2, 8, 1]);
  });

  test('when the connection of the second one is cut', async () => {
    showing(first());
    const cutting: typeof api.fetch = async (asked, context) => {
      if (asked.url.endsWith('first=0')) return api.fetch(asked, context);
      return api.fetch({ ...asked, url: 'http://127.0.0.1:1/' }, context);
    };
    const engine = engineOf();
    const job = { id: '0'.repeat(24), kind: 'serp', mode: 'live', history: [], request: JSON.stringify({ ...request, maxResults: 20 }) };
    const end = await collectSerp(job as unknown as Job, {
      engineOf: () => engine,
      routeOf: () => [{ name: 'direct', adapter: engine, fetch: cutting, retryDelayMs: null }],
      circuits: createCircuits(),
      settings: { attemptsMax: 5, retryAfterSeconds: [0] },
    });
    expect(end).toMatchObject({ outcome: 'done', verdict: 'valid', attempts: [{ stopped: { page: 2, outcome: 'unreachable' } }] });
  });

  test('and so do all pages before one that fails, guessed or not', async () => {
    showing(holding(0, 10), holding(1, 10), holding(2, 10), { status: 429, body: '' });
    for (const engine of [engineOf(), engineOf({ paging: undefined as never })]) {
      const { end, results } = await search(100, { engine });
      expect(end).toMatchObject({ outcome: 'done', detail: { pages: 3 }, attempts: [{ stopped: { page: 4, outcome: 'blocked' } }] });
      expect(results).toBe(30);
    }
  });

  test('of four searches, with two fetches each and no retry', async () => {
    showing(first(), first());
    const all = await Promise.all(Array.from({ length: 4 }, () => search(20)));
    expect(all.map(({ end }) => end.outcome)).toEqual(['done', 'done', 'done', 'done']);
    expect(api.asked).toHaveLength(8);
  });

  test('and the source still has its cooldown after the block page', async () => {
    const circuits = createCircuits();
    showing(first(), { status: 429, body: '' });
    await search(20, { circuits });
    expect([...circuits.openCircuits()]).toEqual([['bing/live/direct', 60]]);
  });
});

describe('a full first page without a next link', () => {
  const engine = engineOf();
  test.each<[string, number, Parameters<typeof search>[1], boolean]>([
    ['lowers the quality', 100, { engine }, true],
    ['does not when nothing more was wanted', 10, { engine }, false],
    ['does not when it is of another source than the engine', 100, { engine, adapter: { ...engine } }, false],
    ['does not when the customer chose parameters', 100, { engine, more: { customUrlParameter: [{ name: 'safe', value: '1' }] } }, false],
  ])('%s', async (_, maxResults, options, isLow) => {
    showing({ body: { titles: titlesOf(0, 10), next: false, total: 1_200_000 } });
    const { end, results } = await search(maxResults, options);
    expect(results).toBe(10);
    const { qualityReasons } = (end as unknown as { detail: { qualityReasons: string[] } }).detail;
    expect(qualityReasons.includes('fewResults')).toBe(isLow);
  });

  test('does not lower the quality when an empty page follows', async () => {
    showing({ body: { titles: titlesOf(0, 10), next: true, total: 1_200_000 } });
    const { end } = await search(100);
    expect(end).toMatchObject({ attempts: [{ stopped: { page: 2, outcome: 'empty' } }] });
    expect((end as unknown as { detail: { qualityReasons: string[] } }).detail.qualityReasons).not.toContain('fewResults');
  });
});

describe('a first page that proves nothing', () => {
  test('stays a failure', async () => {
    showing({ status: 429, body: '' });
    expect((await search(20)).end).toMatchObject({ outcome: 'again', attempts: [{ outcome: 'blocked' }] });
    showing({ body: { titles: Array.from({ length: 8 }, (_, index) => `rainfall ${index}`), next: true } }, holding(1, 8));
    expect((await search(10)).end).toMatchObject({ outcome: 'again', attempts: [{ outcome: 'suspect' }] });
  });

  test('is not enough when it has too few results to be judged and the second one is unrelated', async () => {
    const rain = (from: number, count: number): Answered => ({
      body: { titles: Array.from({ length: count }, (_, index) => `rainfall ${from + index}`), next: true },
    });
    showing(rain(0, 3), rain(10, 10));
    expect((await search(20)).end).toMatchObject({ outcome: 'again', attempts: [{ outcome: 'suspect' }] });
  });
});

describe('a chat engine', () => {
  const access = { apiKey: 'any', model: 'any', baseUrl: 'https://api.example' };
  test.each(['chatgpt', 'perplexity'] as const)('%s without an answer is unparsed, never empty', async (name) => {
    const { traits } = createEngineTable({ chatgpt: access, perplexity: access })[name]!;
    const engine: Engine = { ...engineOf({ api: traits.api! }), name, parse: () => ({ found: { ...serpPage({}), empty: true } }) };
    showing({ body: 'nothing' });
    expect((await search(10, { engine })).end).toMatchObject({
      outcome: 'faulty',
      verdict: 'unparsed',
      attempts: [{ outcome: 'unparsed' }],
    });
  });
});

test('the search box of a page that a URL names does not make it suspect', () => {
  const signs = { sketches: { shapes: new Uint16Array(64), names: new Uint16Array(64) }, statedQuery: 'Find a product', isComplete: true };
  const query = plainQuery('universal', { keyword: 'https://shop.example/' });
  const suspicion = (traits: Partial<Engine['traits']>) => suspicionOf([{ body: '', signs }], [serpPage({})], query, engineOf(traits));
  expect(suspicion({ keywordIsUrl: true })).toBeNull();
  expect(suspicion({})).toContain('search box');
});
