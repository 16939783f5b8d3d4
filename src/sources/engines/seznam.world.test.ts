// Checks Seznam through the test world.
import { describe, expect, it } from 'vitest';
import { ITEM_ARRAYS, type OrganicItem } from '../../contract/items.ts';
import type { Page, PageRequest } from '../adapter.ts';
import { seznamSite } from '../sandbox/seznam.ts';
import { createWorld } from '../sandbox/world.ts';
import type { SerpAsk } from '../serp.ts';
import { seznam } from './seznam.ts';

const ask = (change: Partial<SerpAsk> = {}, countryCode = 'CZ'): SerpAsk => ({
  engine: 'seznam',
  keyword: 'green tea',
  place: { canonicalName: 'Somewhere', countryCode, type: 'country', latitude: 51, longitude: 9 },
  language: 'cs',
  isMobile: false,
  maxResults: 100,
  userAgent: null,
  urlParameters: [],
  cookieParameters: [],
  ...change,
});

describe('Seznam in the test world', () => {
  const world = createWorld('seznam\ngreen tea', 'green tea', '2026-11-15');
  const fetch = (request: PageRequest, show: 'results' | 'noResults' | 'wall' = 'results'): Page => {
    const asked = { method: 'GET', url: new URL(request.url), headers: request.headers ?? {}, body: '' };
    expect(seznamSite.serves(asked.url)).toBe(true);
    expect(seznamSite.keywordOf(asked)).toBe('green tea');
    const answer = seznamSite[show](asked, world);
    return { request, url: request.url, status: answer.status, headers: answer.headers ?? {}, body: answer.body };
  };
  const collect = (question: SerpAsk): OrganicItem[] => {
    const items: OrganicItem[] = [];
    let request: PageRequest | undefined = seznam.start(question);
    for (let pages = 0; request && pages < 15 && items.length < 100; pages++) {
      const { found, next } = seznam.parse(fetch(request), question);
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
    const { found } = seznam.parse(fetch(seznam.start(ask())), ask());
    expect(ITEM_ARRAYS.filter((name) => found[name].length > 0)).toEqual(['organic', 'advertisers', 'videos']);
    expect(found.advertisers[0]).toMatchObject({ block: 'top', domain: expect.stringMatching(/^(?:shop|obchod)\d+\.example$/) });
  });

  it('has a page for nothing and a wall', () => {
    expect(seznam.parse(fetch(seznam.start(ask()), 'noResults'), ask()).found).toMatchObject({ empty: true, organic: [] });
    expect(() => seznam.parse(fetch(seznam.start(ask()), 'wall'), ask())).toThrow('captcha');
  });
});
