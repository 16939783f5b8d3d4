// Checks the ads of an ordinary result page, and pages without ads.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { SerpQuery } from '../../serp.ts';
import { googleadvertiser } from './engine.ts';

const query: SerpQuery = {
  engine: 'googleadvertiser',
  keyword: 'green tea',
  region: { canonicalName: 'Germany', countryCode: 'DE', type: 'Country', latitude: 51, longitude: 9 },
  language: 'de',
  isMobile: false,
  maxResults: 10,
  userAgent: null,
  urlParameters: [{ name: 'udm', value: '2' }],
  cookieParameters: [],
};
const request = googleadvertiser.start(query);
const read = (name: string) => {
  const body = readFileSync(new URL(`../google/fixtures/${name}.html`, import.meta.url), 'utf8');
  return googleadvertiser.parse({ request, url: request.url, status: 200, headers: {}, body }, query).found;
};

describe('advertisers on Google', () => {
  it('are requested on the ordinary page', () => {
    expect(Object.fromEntries(new URL(request.url).searchParams)).toEqual({ q: 'green tea', hl: 'de', gl: 'de' });
  });

  it('have their target and their text', () => {
    expect(read('results').advertisers[0]).toMatchObject({ position: 1, block: 'top', title: 'Tea for every day', domain: 'shop.example' });
  });

  it('may be missing on a page with results, which is not an empty page', () => {
    const found = read('second-page');
    expect(found.advertisers).toEqual([]);
    expect(found.organic.length).toBeGreaterThan(0);
    expect(found.empty).toBe(false);
  });
});
