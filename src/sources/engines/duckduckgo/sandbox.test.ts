// Checks DuckDuckGo through the sandbox.
import { describe, expect, it } from 'vitest';
import { tourOf } from '../../../../test/tour.ts';
import { duckduckgo } from './engine.ts';
import { duckduckgoSite } from './sandbox.ts';

const { ask: query, dataset, fetch, collect } = tourOf(duckduckgo, duckduckgoSite, { countryCode: 'US', language: 'en' });

describe('DuckDuckGo in the sandbox', () => {
  it('has a hundred different results on its pages', () => {
    const items = collect(query());
    const listings = dataset.listings(1, 100);
    expect(items.map((item) => item.url)).toEqual(listings.map((listing) => listing.url));
    expect(items.map((item) => item.title)).toEqual(listings.map((listing) => listing.title));
    expect(items.map((item) => item.snippet)).toEqual(listings.map((listing) => listing.snippet));
    expect(items.filter((item) => item.publishedAt !== null).length).toBeGreaterThan(10);
  });

  it('keeps the region on every page', () => {
    const { next } = duckduckgo.parse(fetch(duckduckgo.start(query())), query());
    const request = { method: 'POST', url: new URL(next!.url), headers: {}, body: next!.body! };
    expect(duckduckgoSite.regionOf?.(request)).toBe('us-en');
  });

  it('has a page for no results and a block page', () => {
    expect(duckduckgo.parse(fetch(duckduckgo.start(query()), 'noResults'), query()).found).toMatchObject({ empty: true, organic: [] });
    expect(() => duckduckgo.parse(fetch(duckduckgo.start(query()), 'blockPage'), query())).toThrow('captcha');
  });
});
