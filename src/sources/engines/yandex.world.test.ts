// Checks Yandex through the test world, and on captured pages where there are some.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ITEM_ARRAYS, type OrganicItem } from '../../contract/items.ts';
import type { Page, PageRequest } from '../adapter.ts';
import { createWorld } from '../sandbox/world.ts';
import { yandexSite } from '../sandbox/yandex.ts';
import type { SerpAsk } from '../serp.ts';
import { yandex } from './yandex.ts';

const ask = (change: Partial<SerpAsk> = {}, countryCode = 'RU'): SerpAsk => ({
  engine: 'yandex',
  keyword: 'green tea',
  place: { canonicalName: 'Somewhere', countryCode, type: 'country', latitude: 51, longitude: 9 },
  language: 'ru',
  isMobile: false,
  maxResults: 100,
  userAgent: null,
  urlParameters: [],
  cookieParameters: [],
  ...change,
});

describe('Yandex in the test world', () => {
  const world = createWorld('yandex\ngreen tea', 'green tea', '2026-11-15');
  const fetch = (request: PageRequest, show: 'results' | 'noResults' | 'wall' = 'results'): Page => {
    const asked = { method: 'GET', url: new URL(request.url), headers: request.headers ?? {}, body: '' };
    expect(yandexSite.serves(asked.url)).toBe(true);
    expect(yandexSite.keywordOf(asked)).toBe('green tea');
    const answer = yandexSite[show](asked, world);
    return { request, url: request.url, status: answer.status, headers: answer.headers ?? {}, body: answer.body };
  };
  const collect = (question: SerpAsk): OrganicItem[] => {
    const items: OrganicItem[] = [];
    let request: PageRequest | undefined = yandex.start(question);
    for (let pages = 0; request && pages < 15 && items.length < 100; pages++) {
      const { found, next } = yandex.parse(fetch(request), question);
      items.push(...found.organic);
      request = next;
    }
    return items.slice(0, 100);
  };

  it.each([
    ['desktop', ask()],
    ['phone', ask({ isMobile: true })],
  ])('gives a hundred different results over its pages (%s)', (_, question) => {
    const items = collect(question);
    const listings = world.listings(1, 100);
    expect(items.map((item) => item.url)).toEqual(listings.map((listing) => listing.url));
    expect(items.map((item) => item.title)).toEqual(listings.map((listing) => listing.title));
    expect(items.map((item) => item.snippet)).toEqual(listings.map((listing) => listing.snippet));
    expect(new Set(items.map((item) => item.url)).size).toBe(100);
  });

  it('fills only the arrays of its kind on the first page', () => {
    const { found } = yandex.parse(fetch(yandex.start(ask())), ask());
    expect(ITEM_ARRAYS.filter((name) => found[name].length > 0)).toEqual(['organic', 'advertisers', 'images']);
    expect(found.advertisers[0]).toMatchObject({ block: 'top', domain: expect.stringMatching(/^(?:shop|obchod)\d+\.example$/) });
    expect(found.totalResults).toBe(world.total * 1000);
  });

  it('has a page for nothing and a wall', () => {
    expect(yandex.parse(fetch(yandex.start(ask()), 'noResults'), ask()).found).toMatchObject({ empty: true, organic: [] });
    expect(() => yandex.parse(fetch(yandex.start(ask()), 'wall'), ask())).toThrow('captcha');
  });
});

const CORPUS = process.env.SEXTANT_CORPUS;
const captured =
  CORPUS && existsSync(join(CORPUS, 'index.jsonl')) ? readFileSync(join(CORPUS, 'index.jsonl'), 'utf8').split('\n').filter(Boolean) : [];
const rows = captured
  .map((line) => JSON.parse(line) as { id: string; engine: string; file: string; circumstance: string })
  .filter((row) => row.engine === 'yandex');

describe.skipIf(rows.length === 0)('captured pages of Yandex', () => {
  it.each(rows.map((row) => [row.id, row.circumstance, row.file]))('%s (%s) keeps the promises of every page', (_, circumstance, file) => {
    const body = readFileSync(join(CORPUS ?? '', file), 'utf8');
    const url = 'https://yandex.com/search/';
    const reading = () => yandex.parse({ request: { url }, url, status: 200, headers: {}, body }, ask()).found;
    if (circumstance === 'captcha') return expect(reading).toThrow('captcha');
    const found = reading();
    const urls = found.organic.map((item) => item.url);
    expect(found.organic.map((item) => item.position)).toEqual(urls.map((_url, index) => index + 1));
    expect(new Set(urls).size).toBe(urls.length);
    expect(found.empty).toBe(circumstance === 'no-results');
    expect(urls.length > 0).toBe(!found.empty);
    expect(urls.every((link) => /^https?:\/\//.test(link) && !/yabs\.|\/clck\//.test(link))).toBe(true);
    expect(found.organic.every((item) => item.title !== '' && item.domain !== '')).toBe(true);
  });
});
