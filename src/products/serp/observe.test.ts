import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { SeenPage } from '../../business/layouts/table.ts';
import type { Mode } from '../../contract/vocabulary.ts';
import { SourceError } from '../../sources/adapter.ts';
import { CollectFailure, collect } from '../../sources/collect.ts';
import { bing } from '../../sources/engines/bing/engine.ts';
import { universal } from '../../sources/engines/universal/engine.ts';
import type { Engine, SerpQuery } from '../../sources/serp.ts';
import { plainQuery } from '../../sources/stored-page.ts';
import { observeSearch } from './observe.ts';

const RESULTS = readFileSync(new URL('../../sources/engines/bing/fixtures/results.html', import.meta.url), 'utf8');
const UNKNOWN = '<html><body><main class="a"><p class="b">Something else</p></main></body></html>';
const query = (known: Partial<SerpQuery> = {}) => plainQuery('bing', { keyword: 'clay pots', ...known });

interface Given {
  readonly body?: string;
  readonly mode?: Mode;
  readonly adapter?: object;
  readonly engine?: Engine;
  readonly known?: Partial<SerpQuery>;
  readonly fails?: Error;
}

async function seenOf({ body = RESULTS, mode = 'live', engine = bing, adapter = engine, known = {}, fails }: Given): Promise<SeenPage[]> {
  const seen: SeenPage[] = [];
  const parts = {
    layouts: { observe: (page: SeenPage) => void seen.push(page) },
    job: { id: 'a1', mode },
    engine,
    query: query(known),
  };
  await observeSearch({ ...parts, source: { adapter: adapter as typeof bing } }, async (onCollected) => {
    const fetch = async (request: { url: string }) => ({ request, url: request.url, status: 200, headers: {}, body });
    const collected = await collect(engine, query(known), fetch as never, { attempt: 1 } as never, { pagesMax: 1, enough: () => true });
    onCollected(collected);
    if (fails) throw fails;
  }).catch(() => undefined);
  return seen;
}

test('a live page is reported with what was found, and can be kept', async () => {
  const [page, ...others] = await seenOf({});
  expect(others).toEqual([]);
  expect(page).toMatchObject({ engine: 'bing', device: 'desktop', outcome: 'valid', isFirst: true, requested: 10 });
  expect(page!.found.organic!.length).toBeGreaterThan(0);
  const sample = (await page!.sample!())!;
  expect(sample).toMatchObject({ objectId: 'a1', outcome: 'valid', query: { engine: 'bing', keyword: 'clay pots' } });
  expect(Object.keys(sample.query)).not.toContain('cookieParameters');
});

test.each([
  ['test mode', { mode: 'test' as const }],
  ['a provider', { adapter: {} }],
])('a page of %s is not reported', async (_, given) => {
  expect(await seenOf(given)).toEqual([]);
});

test('a page that a customer names is reported, and never kept', async () => {
  const body = '<html><head><title>Prices</title></head><body><p>For members only.</p></body></html>';
  const [page] = await seenOf({ engine: universal, body, known: { keyword: 'https://members.example/prices' } });
  expect(page).toMatchObject({ engine: 'universal', outcome: 'valid' });
  expect(page!.sample).toBeUndefined();
});

test.each([
  { userAgent: 'own/1' },
  { urlParameters: [{ name: 'a', value: 'b' }] },
  { cookieParameters: [{ name: 'a', value: 'b' }] },
] as Partial<SerpQuery>[])('a page of a search with %j is neither counted nor kept, whether it was parsed or not', async (known) => {
  expect(await seenOf({ known })).toEqual([]);
  expect(await seenOf({ known, body: UNKNOWN })).toEqual([]);
  expect(await seenOf({ known, fails: new CollectFailure(new SourceError('suspect', 'nextSource', 'unrelated'), null) })).toEqual([]);
});

test('a page that could not be parsed is reported with its sketches', async () => {
  const [page] = await seenOf({ body: UNKNOWN });
  expect(page).toMatchObject({ outcome: 'unparsed', isFirst: true, found: {} });
  expect(page!.sketches.shapes.some((value) => value > 0)).toBe(true);
  expect(await page!.sample!()).toMatchObject({ outcome: 'unparsed', found: null, reason: 'no results and no marker for none' });
});

test('a page that does not answer the query is reported as suspect', async () => {
  const fails = new CollectFailure(new SourceError('suspect', 'nextSource', 'unrelated'), null);
  expect(await seenOf({ fails })).toMatchObject([{ outcome: 'suspect' }]);
});
