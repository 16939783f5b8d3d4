// Checks Seznam through the sandbox.
import { describe, expect, it } from 'vitest';
import { tourOf } from '../../../../test/tour.ts';
import { ITEM_ARRAYS } from '../../../contract/items.ts';
import { seznam } from './engine.ts';
import { seznamSite } from './sandbox.ts';

const { ask, dataset, fetch, collect } = tourOf(seznam, seznamSite, { countryCode: 'CZ', language: 'cs' });

describe('Seznam in the sandbox', () => {
  it.each([
    ['desktop', ask()],
    ['phone', ask({ isMobile: true })],
  ])('has a hundred different results on its pages (%s)', (_, query) => {
    const items = collect(query);
    const listings = dataset.listings(1, 100);
    expect(items.map((item) => item.url)).toEqual(listings.map((listing) => listing.url));
    expect(items.map((item) => item.title)).toEqual(listings.map((listing) => listing.title));
    expect(items.map((item) => item.snippet)).toEqual(listings.map((listing) => listing.snippet));
    expect(new Set(items.map((item) => item.url)).size).toBe(100);
  });

  it('fills only the arrays of its kind on the first page', () => {
    const { found } = seznam.parse(fetch(seznam.start(ask())), ask());
    expect(ITEM_ARRAYS.filter((name) => found[name].length > 0)).toEqual(['organic', 'advertisers', 'videos', 'related']);
    expect(found.advertisers[0]).toMatchObject({ block: 'top', domain: expect.stringMatching(/^(?:shop|obchod)\d+\.example$/) });
  });

  it('has a page for no results and a block page', () => {
    expect(seznam.parse(fetch(seznam.start(ask()), 'noResults'), ask()).found).toMatchObject({ empty: true, organic: [] });
    expect(() => seznam.parse(fetch(seznam.start(ask()), 'blockPage'), ask())).toThrow('captcha');
  });
});
