// Requirements for every engine, checked on the pages of the sandbox.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ITEM_ARRAYS } from '../../contract/items.ts';
import { ENGINES } from '../../contract/vocabulary.ts';
import { type Page, type PageRequest, SourceError } from '../adapter.ts';
import { isMixed } from '../page/list-marks.ts';
import type { Dataset } from '../sandbox/dataset.ts';
import { createDataset } from '../sandbox/dataset.ts';
import type { SandboxPage, SandboxSite } from '../sandbox/site.ts';
import type { Engine, SerpQuery } from '../serp.ts';
import { DEFINITIONS } from './list.ts';
import { LOADERS } from './loaders.ts';

/** Engines with a result page. Official APIs and single pages have their own tests. */
const CASES = ENGINES.flatMap((name) => {
  const { engine, site, docs } = DEFINITIONS[name];
  return typeof engine === 'function' || engine.traits.keywordIsUrl ? [] : [{ engine, site, fills: docs.fills as readonly string[] }];
});

const SEEDS = Array.from({ length: 12 }, (_, seed) => seed);
const PAGES_MAX = 20;
const RUNS_PER_ENGINE = 12;
const STRANGE =
  '<!doctype html><html><head><title>Teapot</title></head><body><h1>I am a teapot</h1><p>Nobody knows this page.</p></body></html>';

const queryOf = (engine: Engine, isMobile = false): SerpQuery => ({
  engine: engine.name,
  keyword: 'blue kettle',
  region: { canonicalName: 'Germany', countryCode: 'DE', type: 'Country', latitude: 51, longitude: 9 },
  language: 'en',
  isMobile,
  maxResults: engine.traits.maxResults,
  userAgent: null,
  urlParameters: [],
  cookieParameters: [],
});

const datasetOf = (engine: Engine, seed: number): Dataset => createDataset(`${engine.name} ${seed}`, 'blue kettle', '2026-11-15');

describe.each(CASES)('the engine $engine.name', ({ engine, site, fills }) => {
  const fetched = (request: PageRequest, show: (sandboxRequest: Parameters<SandboxSite['results']>[0]) => SandboxPage): Page => {
    const url = new URL(request.url);
    expect(site.serves(url)).toBe(true);
    const response = show({ method: request.method ?? 'GET', url, headers: request.headers ?? {}, body: request.body ?? '' });
    return { request, url: request.url, status: response.status, headers: response.headers ?? {}, body: response.body };
  };
  const outcomeOf = (page: Page): unknown => {
    try {
      engine.parse(page, queryOf(engine));
      return 'read';
    } catch (error) {
      return (error as { outcome?: string }).outcome;
    }
  };
  const kinds = engine.traits.mobile ? [false, true] : [false];
  const cases = SEEDS.flatMap((seed) => kinds.map((isMobile) => ({ seed, isMobile })));

  it('sends the customer’s keyword', () => {
    const request = engine.start(queryOf(engine));
    const sandboxRequest = {
      method: request.method ?? 'GET',
      url: new URL(request.url),
      headers: request.headers ?? {},
      body: request.body ?? '',
    };
    expect(site.keywordOf(sandboxRequest)).toBe('blue kettle');
  });

  it.each(cases)('counts from 1 without gaps and has complete URLs (dataset $seed, phone $isMobile)', ({ seed, isMobile }) => {
    const query = queryOf(engine, isMobile);
    const page = fetched(engine.start(query), (sandboxRequest) => site.results(sandboxRequest, datasetOf(engine, seed)));
    const { found } = engine.parse(page, query);
    expect(found.empty).toBe(false);
    expect(isMixed(page)).toBe(false);
    expect(found.organic.length).toBeGreaterThan(0);
    const filled = ITEM_ARRAYS.filter((name) => found[name].length > 0);
    expect(filled.filter((name) => !fills.includes(name))).toEqual([]);
    for (const value of Object.values(found)) {
      if (Array.isArray(value)) expect(value.map(({ position }) => position)).toEqual(value.map((_, index) => index + 1));
    }
    for (const item of found.organic) {
      expect(item.url).toMatch(/^https?:\/\/[^/]+/);
      expect(item.domain).toBe(new URL(item.url).hostname);
      expect(item.title).not.toBe('');
    }
    expect(new Set(found.organic.map(({ url }) => url)).size).toBe(found.organic.length);
  });

  it('continues on further pages until it has all results, without duplicates', () => {
    const query = queryOf(engine);
    const urls: string[] = [];
    let request: PageRequest | undefined = engine.start(query);
    for (let pages = 0; request && urls.length < engine.traits.maxResults && pages < PAGES_MAX; pages++) {
      const { found, next } = engine.parse(
        fetched(request, (sandboxRequest) => site.results(sandboxRequest, datasetOf(engine, 1))),
        query,
      );
      urls.push(...found.organic.map(({ url }) => url));
      request = next;
    }
    expect(urls.length).toBeGreaterThanOrEqual(engine.traits.maxResults);
    expect(new Set(urls).size).toBe(urls.length);
  });

  it('returns an empty list for the engine’s own marker for no results', () => {
    const { found, next } = engine.parse(
      fetched(engine.start(queryOf(engine)), (sandboxRequest) => site.noResults(sandboxRequest, datasetOf(engine, 0))),
      queryOf(engine),
    );
    expect(found.empty).toBe(true);
    expect(found.organic).toEqual([]);
    expect(next).toBeUndefined();
  });

  it.each(SEEDS)('is blocked at every block page (dataset %s)', (seed) => {
    expect(
      outcomeOf(fetched(engine.start(queryOf(engine)), (sandboxRequest) => site.blockPage(sandboxRequest, datasetOf(engine, seed)))),
    ).toBe('blocked');
  });

  it('cannot parse an unknown page', () => {
    expect(outcomeOf(fetched(engine.start(queryOf(engine)), () => ({ status: 200, body: STRANGE })))).toBe('unparsed');
    expect(outcomeOf(fetched(engine.start(queryOf(engine)), () => ({ status: 200, body: '' })))).toBe('unparsed');
  });
});

describe('every engine', () => {
  /** Any page of the site, complete or truncated at any position. */
  const anyPage = fc.record({
    seed: fc.nat(1_000_000),
    isMobile: fc.boolean(),
    show: fc.constantFrom('results' as const, 'results' as const, 'noResults' as const, 'blockPage' as const),
    share: fc.oneof(fc.constant(1), fc.double({ min: 0, max: 1, noNaN: true })),
  });

  it('returns the same output for the same input', () => {
    for (const { engine, site } of CASES) {
      const property = fc.property(anyPage, ({ seed, isMobile, show, share }) => {
        const query = queryOf(engine, isMobile);
        const request = engine.start(query);
        const sandboxRequest = {
          method: request.method ?? 'GET',
          url: new URL(request.url),
          headers: request.headers ?? {},
          body: request.body ?? '',
        };
        const { status, headers = {}, body } = site[show](sandboxRequest, datasetOf(engine, seed));
        const page: Page = { request, url: request.url, status, headers, body: body.slice(0, Math.ceil(body.length * share)) };
        const read = (): unknown => {
          try {
            return engine.parse(page, query);
          } catch (error) {
            if (!(error instanceof SourceError)) throw error;
            return { outcome: error.outcome, reason: error.message, cooldownSeconds: error.cooldownSeconds };
          }
        };
        expect(read()).toEqual(read());
      });
      fc.assert(property, { numRuns: RUNS_PER_ENGINE });
    }
  });
});

it('the loader of every engine loads its definition', async () => {
  for (const name of ENGINES) expect((await LOADERS[name]()).definition).toBe(DEFINITIONS[name]);
});
