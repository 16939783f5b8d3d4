// Checks Yandex through the sandbox, and on captured pages if there are any.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tourOf } from '../../../../test/tour.ts';
import { ITEM_ARRAYS } from '../../../contract/items.ts';
import { yandex } from './engine.ts';
import { yandexSite } from './sandbox.ts';

const { ask, dataset, fetch, collect } = tourOf(yandex, yandexSite, { countryCode: 'RU', language: 'ru' });

describe('Yandex in the sandbox', () => {
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
    const { found } = yandex.parse(fetch(yandex.start(ask())), ask());
    expect(ITEM_ARRAYS.filter((name) => found[name].length > 0)).toEqual(['organic', 'advertisers', 'images', 'related']);
    expect(found.advertisers[0]).toMatchObject({ block: 'top', domain: expect.stringMatching(/^(?:shop|obchod)\d+\.example$/) });
    expect(found.totalResults).toBe(dataset.total * 1000);
  });

  it('has a page for no results and a block page', () => {
    expect(yandex.parse(fetch(yandex.start(ask()), 'noResults'), ask()).found).toMatchObject({ empty: true, organic: [] });
    expect(() => yandex.parse(fetch(yandex.start(ask()), 'blockPage'), ask())).toThrow('captcha');
  });
});

const CORPUS = process.env.SEXTANT_CORPUS;
const captured =
  CORPUS && existsSync(join(CORPUS, 'index.jsonl')) ? readFileSync(join(CORPUS, 'index.jsonl'), 'utf8').split('\n').filter(Boolean) : [];
const rows = captured
  .map((line) => JSON.parse(line) as { id: string; engine: string; file: string; circumstance: string })
  .filter((row) => row.engine === 'yandex');

describe.skipIf(rows.length === 0)('captured pages of Yandex', () => {
  it.each(rows.map((row) => [row.id, row.circumstance, row.file]))('%s (%s) meets all requirements', (_, circumstance, file) => {
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
