// Checks YouTube through the sandbox, and on captured responses if there are any.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { OrganicItem } from '../../../contract/items.ts';
import type { Page, PageRequest } from '../../adapter.ts';
import { createDataset } from '../../sandbox/dataset.ts';
import type { SerpQuery } from '../../serp.ts';
import { youtube } from './engine.ts';
import { youtubeSite } from './sandbox.ts';

const queryWith = (change: Partial<SerpQuery> = {}): SerpQuery => ({
  engine: 'youtube',
  keyword: 'green tea',
  region: { canonicalName: 'Germany', countryCode: 'DE', type: 'country', latitude: 51, longitude: 9 },
  language: 'de',
  isMobile: false,
  maxResults: 20,
  userAgent: null,
  urlParameters: [],
  cookieParameters: [],
  ...change,
});

describe('YouTube in the sandbox', () => {
  const dataset = createDataset('youtube\ngreen tea', 'green tea', '2026-11-15');
  const fetch = (request: PageRequest, show: 'results' | 'noResults' | 'blockPage' = 'results'): Page => {
    const sandboxRequest = {
      method: request.method ?? 'GET',
      url: new URL(request.url),
      headers: request.headers ?? {},
      body: request.body ?? '',
    };
    expect(youtubeSite.serves(sandboxRequest.url)).toBe(true);
    expect(youtubeSite.keywordOf(sandboxRequest)).toBe('green tea');
    const response = youtubeSite[show](sandboxRequest, dataset);
    expect(response.body.length).toBeLessThan(80_000);
    return { request, url: request.url, status: response.status, headers: response.headers ?? {}, body: response.body };
  };

  it('has a hundred different videos on five pages', () => {
    const items: OrganicItem[] = [];
    let request: PageRequest | undefined = youtube.start(queryWith());
    for (let pages = 0; request && pages < 5; pages++) {
      const { found, next } = youtube.parse(fetch(request), queryWith());
      items.push(...found.organic);
      request = next;
    }
    expect(items).toHaveLength(100);
    expect(new Set(items.map((item) => item.url)).size).toBe(100);
  });

  it('has a channel, a playlist, shorts and an ad on the first page', () => {
    const { found } = youtube.parse(fetch(youtube.start(queryWith())), queryWith());
    expect([found.channel.length, found.playlist.length, found.advertisers.length, found.videos.length]).toEqual([1, 1, 1, 23]);
  });

  it('has a page for no results and block pages', () => {
    const first = youtube.start(queryWith());
    expect(youtube.parse(fetch(first, 'noResults'), queryWith()).found).toMatchObject({ empty: true, organic: [] });
    expect(() => youtube.parse(fetch(first, 'blockPage'), queryWith())).toThrow('consent');
    const { next } = youtube.parse(fetch(first), queryWith());
    expect(() => youtube.parse(fetch(next as PageRequest, 'blockPage'), queryWith())).toThrow('429');
  });
});

const CORPUS = process.env.SEXTANT_CORPUS;
const captured =
  CORPUS && existsSync(join(CORPUS, 'index.jsonl')) ? readFileSync(join(CORPUS, 'index.jsonl'), 'utf8').split('\n').filter(Boolean) : [];
const rows = captured
  .map((line) => JSON.parse(line) as { id: string; engine: string; file: string; circumstance: string })
  .filter((row) => row.engine === 'youtube' && row.circumstance === 'results');

describe.skipIf(rows.length === 0)('captured responses of YouTube', () => {
  it.each(rows.map((row) => [row.id, row.file]))('%s meets the requirements of every page', (_, file) => {
    const body = readFileSync(join(CORPUS ?? '', file), 'utf8');
    const url = 'https://www.youtube.com/results';
    const { found } = youtube.parse({ request: { url }, url, status: 200, headers: {}, body }, queryWith());
    const urls = found.organic.map((item) => item.url);
    expect(urls.length).toBeGreaterThan(0);
    expect(found.organic.map((item) => item.position)).toEqual(urls.map((_url, index) => index + 1));
    expect(new Set(urls).size).toBe(urls.length);
    expect(urls.every((url) => /^https:\/\/www\.youtube\.com\/(?:watch\?v=|channel\/|playlist\?list=)/.test(url))).toBe(true);
    expect(found.organic.every((item) => item.title !== '')).toBe(true);
  });
});
