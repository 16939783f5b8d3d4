// Checks Naver and Daum through the sandbox, and on captured pages if there are any.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { OrganicItem } from '../../../contract/items.ts';
import type { Page, PageRequest } from '../../adapter.ts';
import { createDataset } from '../../sandbox/dataset.ts';
import type { SandboxSite } from '../../sandbox/site.ts';
import type { Engine, SerpPage, SerpQuery } from '../../serp.ts';
import { daumSiteSite, daumWebSite } from '../daum/sandbox.ts';
import { daumsite } from '../daumsite/engine.ts';
import { daumweb } from '../daumweb/engine.ts';
import { naverlocal } from '../naverlocal/engine.ts';
import { naverLocalSite } from '../naverlocal/sandbox.ts';
import { naverwebdocs } from '../naverwebdocs/engine.ts';
import { naver } from './engine.ts';
import { naverSite, naverWebSite } from './sandbox.ts';

const queryOf = (engine: Engine, isMobile = false): SerpQuery => ({
  engine: engine.name,
  keyword: 'green tea',
  region: { canonicalName: 'South Korea', countryCode: 'KR', type: 'Country', latitude: 36, longitude: 128 },
  language: 'ko',
  isMobile,
  maxResults: 100,
  userAgent: null,
  urlParameters: [],
  cookieParameters: [],
});
const SITES: readonly SandboxSite[] = [naverSite, naverWebSite, naverLocalSite, daumWebSite, daumSiteSite];
const PAIRS: readonly (readonly [Engine, SandboxSite, number])[] = [
  [naver, naverSite, 7],
  [naverwebdocs, naverWebSite, 7],
  [naverlocal, naverLocalSite, 2],
  [daumweb, daumWebSite, 10],
  [daumsite, daumSiteSite, 10],
];
const dataset = createDataset('green tea', 'green tea', '2026-11-15');

function fetched(request: PageRequest, show: 'results' | 'noResults' | 'blockPage' = 'results'): Page & { readonly site: SandboxSite } {
  const sandboxRequest = { method: 'GET', url: new URL(request.url), headers: request.headers ?? {}, body: '' };
  const [site, ...others] = SITES.filter((candidate) => candidate.serves(sandboxRequest.url));
  expect(others).toEqual([]);
  if (!site) throw new Error('no site serves this URL');
  const response = site[show](sandboxRequest, dataset);
  expect(response.body.length).toBeLessThan(120_000);
  return { request, url: request.url, status: response.status, headers: response.headers ?? {}, body: response.body, site };
}

describe.each(PAIRS)('$name in the sandbox', (engine, site, pages) => {
  it.each([false, true])('has a hundred different results (phone: %s)', (isMobile) => {
    const query = queryOf(engine, isMobile);
    const found: SerpPage[] = [];
    let request: PageRequest | undefined = engine.start(query);
    for (let count = 0; request && count < pages; count++) {
      const page = fetched(request);
      expect(page.site).toBe(site);
      const read = engine.parse(page, query);
      found.push(read.found);
      request = read.next;
    }
    const items: OrganicItem[] = found.flatMap(({ organic }) => organic).slice(0, 100);
    expect(new Set(items.map(({ url }) => url)).size).toBe(100);
    expect(items.every(({ title, snippet }) => /green tea/i.test(title) && snippet)).toBe(true);
    if (engine !== naverlocal) expect(items.map(({ url }) => url)).toEqual(dataset.listings(1, 100).map(({ url }) => url));
  });
});

describe('the first page in the sandbox', () => {
  const first = (engine: Engine): SerpPage => engine.parse(fetched(engine.start(queryOf(engine))), queryOf(engine)).found;

  it('has every block of Naver’s integrated page', () => {
    const found = first(naver);
    expect(found.organic).toHaveLength(10);
    for (const name of ['advertisers', 'news', 'images', 'videos'] as const) expect(found[name].length).toBeGreaterThan(0);
    expect(found.advertisers.every(({ url }) => /^https:\/\/shop\d+\.example\/$/.test(url))).toBe(true);
    expect(found.organic.every(({ siteName }) => siteName !== null)).toBe(true);
  });

  it('has related searches, also on the page of web documents', () => {
    for (const engine of [naver, naverwebdocs]) {
      const { related } = first(engine);
      expect(related.length).toBeGreaterThan(3);
      expect(related.every(({ keyword, url }) => keyword.includes('green tea') && url !== null)).toBe(true);
    }
  });

  it('has places with all their fields', () => {
    const { maps, organic } = first(naverlocal);
    expect(maps.map(({ title }) => title)).toEqual(organic.map(({ title }) => title));
    expect(maps.every(({ rating, coordinates, address, phone }) => rating && coordinates && address && phone)).toBe(true);
  });

  it('has ads beside Daum’s results', () => {
    for (const engine of [daumweb, daumsite]) expect(first(engine).advertisers.length).toBeGreaterThan(0);
  });
});

const CORPUS = process.env.SEXTANT_CORPUS;
const captured =
  CORPUS && existsSync(join(CORPUS, 'index.jsonl')) ? readFileSync(join(CORPUS, 'index.jsonl'), 'utf8').split('\n').filter(Boolean) : [];
const ENGINES: Readonly<Record<string, Engine>> = { naver, daumweb };
const rows = captured
  .map((line) => JSON.parse(line) as { id: string; engine: string; file: string; tier: string })
  .filter((row) => row.engine in ENGINES && row.tier === 'core');

describe.skipIf(rows.length === 0)('captured pages of Naver and Daum', () => {
  it.each(rows.map((row) => [row.id, row.engine, row.file]))('%s meets the requirements of every page', (_, name, file) => {
    const engine = ENGINES[name ?? ''] ?? naver;
    const request = engine.start(queryOf(engine));
    const body = readFileSync(join(CORPUS ?? '', file ?? ''), 'utf8');
    const { found } = engine.parse({ request, url: request.url, status: 200, headers: {}, body }, queryOf(engine));
    const urls = found.organic.map((item) => item.url);
    expect(urls.length).toBeGreaterThan(0);
    expect(found.organic.map((item) => item.position)).toEqual(urls.map((_url, index) => index + 1));
    expect(new Set(urls).size).toBe(urls.length);
    expect(urls.every((url) => /^https?:\/\//.test(url) && !/\/\/(?:ader|adcr|cr|search)\.naver\.com|ad\.daum\.net/.test(url))).toBe(true);
    expect(found.organic.every((item) => item.title !== '' && item.domain !== '' && !/새 창 열림/.test(item.title))).toBe(true);
  });
});
