// Checks Bing through the sandbox, and on captured pages if there are any.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { OrganicItem } from '../../../contract/items.ts';
import type { Page, PageRequest } from '../../adapter.ts';
import { createDataset } from '../../sandbox/dataset.ts';
import { renderPicture } from '../../sandbox/pictures.ts';
import type { SerpQuery } from '../../serp.ts';
import { bing } from './engine.ts';
import { bingSite } from './sandbox.ts';

const queryWith = (change: Partial<SerpQuery> = {}, countryCode = 'DE'): SerpQuery => ({
  engine: 'bing',
  keyword: 'green tea',
  region: { canonicalName: 'Somewhere', countryCode, type: 'country', latitude: 51, longitude: 9 },
  language: 'de',
  isMobile: false,
  maxResults: 10,
  userAgent: null,
  urlParameters: [],
  cookieParameters: [],
  ...change,
});

describe('Bing in the sandbox', () => {
  const dataset = createDataset('bing\ngreen tea', 'green tea', '2026-11-15');
  const fetch = (request: PageRequest, show: 'results' | 'noResults' | 'blockPage' = 'results'): Page => {
    const sandboxRequest = { method: 'GET', url: new URL(request.url), headers: request.headers ?? {}, body: '' };
    expect(bingSite.serves(sandboxRequest.url)).toBe(true);
    expect(bingSite.keywordOf(sandboxRequest)).toBe('green tea');
    const response = bingSite[show](sandboxRequest, dataset);
    expect(response.body.length).toBeLessThan(80_000);
    return { request, url: request.url, status: response.status, headers: response.headers ?? {}, body: response.body };
  };

  it.each([false, true])('has a hundred different results on ten pages (phone: %s)', (isMobile) => {
    const query = queryWith({ isMobile });
    const items: OrganicItem[] = [];
    let request: PageRequest | undefined = bing.start(query);
    for (let pages = 0; request && pages < 10; pages++) {
      const { found, next } = bing.parse(fetch(request), query);
      items.push(...found.organic);
      request = next;
    }
    expect(items.map((item) => item.url)).toEqual(dataset.listings(1, 100).map((listing) => listing.url));
    expect(new Set(items.map((item) => item.url)).size).toBe(100);
  });

  it('shows ads and questions on the first page', () => {
    const { found } = bing.parse(fetch(bing.start(queryWith())), queryWith());
    expect(found.advertisers.length).toBeGreaterThan(0);
    expect(found.paa).toHaveLength(3);
    expect(found.totalResults).toBe(dataset.total * 1000);
  });

  it('has places around a city of the country, and images that the sandbox draws', () => {
    // The theme of this keyword always shows both.
    const { maps, images } = bing.parse(fetch(bing.start(queryWith())), queryWith()).found;
    expect(maps).toHaveLength(4);
    for (const place of maps) {
      expect(Math.abs((place.coordinates?.latitude ?? 0) - 51)).toBeLessThan(4);
      expect(place.address).toMatch(/^\D+ \d+, \d{5} \p{L}+$/u);
      expect(place.phone).toMatch(/^\([2-8]\d\d\) 555-01\d\d$/);
      expect(dataset.theme.businesses).toContain(place.category);
      expect(place.rating).toMatchObject({ max: 5, votes: expect.any(Number) });
      expect(place.openState).toContain('⋅');
      expect(place.domain).toMatch(/\.example$/);
      expect(renderPicture(place.thumbnail ?? '')).toMatch(/^<svg /);
    }
    expect(images).toHaveLength(6);
    for (const { imageUrl, thumbnail, width, height, title } of images) {
      expect(renderPicture(imageUrl ?? '')).toContain(`width="${width}" height="${height}"`);
      expect(renderPicture(thumbnail ?? '')).toContain('width="200" height="150"');
      expect(title).toMatch(/green tea/i);
    }
  });

  it.each([false, true])('fills every array of its kind for some keyword, and only some for each (phone: %s)', (isMobile) => {
    const query = queryWith({ isMobile });
    const request = bing.start(query);
    const pages = Array.from({ length: 30 }, (_, seed) => {
      const asked = { method: 'GET', url: new URL(request.url), headers: request.headers ?? {}, body: '' };
      const { status, headers = {}, body } = bingSite.results(asked, createDataset(`seed ${seed}`, 'sextant', '2026-11-15'));
      return bing.parse({ request, url: request.url, status, headers, body }, query).found;
    });
    for (const kind of ['answers', 'videos', 'images', 'maps', 'news', 'knowledgegraph'] as const) {
      const filled = pages.filter((found) => found[kind].length > 0).length;
      expect(filled, kind).toBeGreaterThan(0);
      expect(filled, kind).toBeLessThan(pages.length);
    }
    for (const { organic, answers, videos, news, knowledgegraph, paa } of pages) {
      expect(organic).toHaveLength(10);
      expect(paa.every(({ answer, url, displayUrl }) => answer && url && displayUrl)).toBe(true);
      expect(answers.every(({ type, url, text }) => type === 'featured_snippet' && url && text?.includes('sextant'))).toBe(true);
      expect(videos.every(({ videoId, duration, views, channel, date }) => videoId && duration && views && channel && date)).toBe(true);
      expect(news.every(({ source, date, snippet, thumbnail }) => source && date && snippet && thumbnail)).toBe(true);
      for (const panel of knowledgegraph) {
        expect(panel).toMatchObject({ title: 'Sextant', subtitle: 'Topic', description: expect.stringContaining('Sextant') });
        expect(panel.attributes).toHaveLength(4);
        expect(panel.profiles).toHaveLength(2);
        expect(renderPicture(panel.imageUrl ?? '')).toMatch(/^<svg /);
      }
    }
  });

  it('has a page for no results and a block page', () => {
    expect(bing.parse(fetch(bing.start(queryWith()), 'noResults'), queryWith()).found).toMatchObject({ empty: true, organic: [] });
    expect(() => bing.parse(fetch(bing.start(queryWith()), 'blockPage'), queryWith())).toThrow('captcha');
  });
});

const CORPUS = process.env.SEXTANT_CORPUS;
const captured =
  CORPUS && existsSync(join(CORPUS, 'index.jsonl')) ? readFileSync(join(CORPUS, 'index.jsonl'), 'utf8').split('\n').filter(Boolean) : [];
const rows = captured
  .map((line) => JSON.parse(line) as { id: string; engine: string; file: string })
  .filter((row) => row.engine === 'bing');

describe.skipIf(rows.length === 0)('captured pages of Bing', () => {
  it.each(rows.map((row) => [row.id, row.file]))('%s meets the requirements of every page', (_, file) => {
    const body = readFileSync(join(CORPUS ?? '', file), 'utf8');
    const url = 'https://www.bing.com/search';
    const { found } = bing.parse({ request: { url }, url, status: 200, headers: {}, body }, queryWith());
    const urls = found.organic.map((item) => item.url);
    expect(found.organic.map((item) => item.position)).toEqual(urls.map((_url, index) => index + 1));
    expect(new Set(urls).size).toBe(urls.length);
    expect(found.empty).toBe(urls.length === 0);
    expect(urls.every((url) => /^https?:\/\//.test(url) && !/bing\.com\/(?:ck|aclick)/.test(url))).toBe(true);
    expect(found.organic.every((item) => item.title !== '' && item.domain !== '')).toBe(true);
  });
});
