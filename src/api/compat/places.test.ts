// Places, countries and languages as the providers' clients write them.
import type { FastifyRequest } from 'fastify';
import { describe, expect, test } from 'vitest';
import { loadRegions } from '../../business/regions/load.ts';
import { uuleOf } from '../../sources/engines/google/request.ts';
import { languageIn, losesScript } from './languages.ts';
import { countryIn, countryOfDomain, findPlace, nameInUule } from './places.ts';
import { handleLocations } from './serpapi/account.ts';

const regions = loadRegions();
const AUSTIN = 'Austin,Texas,United States';

describe('a place', () => {
  test.each([
    ['Austin', AUSTIN],
    ['Austin, TX', AUSTIN],
    ['austin,tx', AUSTIN],
    ['Austin,Texas', AUSTIN],
    ['Austin, Texas', AUSTIN],
    ['Austin, TX, USA', AUSTIN],
    ['Austin, Texas, United States', AUSTIN],
    ['Austin, United States', AUSTIN],
    ['Los Angeles, CA', 'Los Angeles,California,United States'],
    ['Toronto, ON', 'Toronto,Ontario,Canada'],
    ['Paris, FR', 'Paris,Ile-de-France,France'],
    ['Paris, Texas', 'Paris,Texas,United States'],
    ['London, UK', 'London,England,United Kingdom'],
    ['Berlin, Germany', 'Berlin,Germany'],
    ['United Kingdom', 'United Kingdom'],
    ['UK', 'United Kingdom'],
  ])('%s is %s', (text, canonicalName) => {
    expect(findPlace(text, regions)?.canonicalName).toBe(canonicalName);
  });

  test('is unknown when a part of it does not fit', () => {
    const texts = ['Nowhere at all', 'Austin, Bavaria', 'Paris, Texas, France', ',', ',,,', '__proto__, constructor'];
    for (const text of [...texts, 'a,'.repeat(300), 'x'.repeat(10_000)]) expect(findPlace(text, regions), text.slice(0, 40)).toBeNull();
  });

  test('the id of a region names it', () => {
    const { id, canonicalName } = findPlace('Austin, TX', regions)!;
    expect(findPlace(id, regions)?.canonicalName).toBe(canonicalName);
  });
});

describe('uule', () => {
  test.each([AUSTIN, 'Köln', 'x'.repeat(130), 'a'])('contains %s', (name) => {
    expect(nameInUule(uuleOf(name))).toBe(name);
    // A plus sign in a query string arrives as a blank.
    expect(nameInUule(uuleOf(name).replaceAll('+', ' '))).toBe(name);
  });

  test('is rejected when it contains no name', () => {
    const texts = ['', 'w+', 'w+CAIQIFISCQAAAAAAAAAAEQAAAAAAAAAA', 'a+cm9sZToxCnByb2R1Y2VyOjEy', 'w+CAIQICIa', 'x'.repeat(5000)];
    for (const text of texts) expect(nameInUule(text), text.slice(0, 40)).toBeNull();
  });
});

test('countries have codes of two letters, and the United Kingdom has two', () => {
  expect(['us', 'UK', 'gb', 'de', 'zz', 'usa', '', 'ж1'].map((code) => countryIn(code, regions))).toEqual([
    'US',
    'GB',
    'GB',
    'DE',
    null,
    null,
    null,
    null,
  ]);
});

test('domains of Google have a country', () => {
  const domains = [
    'google.com',
    'google.co.uk',
    'www.google.de',
    'google.com.br',
    'google.cat',
    'bing.com',
    'google.zz',
    'google.com.evil.example',
  ];
  expect(domains.map((domain) => countryOfDomain(domain, regions))).toEqual(['US', 'GB', 'DE', 'BR', 'ES', null, null, null]);
});

test('languages are cut to two letters', () => {
  const codes = ['en', 'pt-br', 'es-419', 'zh-CN', 'iw', 'jw', 'sr-me', 'haw', 'xx-bork', 'english', '<>'];
  expect(codes.map((code) => languageIn(code))).toEqual(['en', 'pt', 'es', 'zh', 'he', 'jv', 'sr', null, null, undefined, undefined]);
  expect([losesScript('zh-tw', 'US'), losesScript('zh-tw', 'TW'), losesScript('zh-cn', 'US'), losesScript('pt-br', 'TW')]).toEqual([
    true,
    false,
    false,
    false,
  ]);
});

test('a location has the ids of Google that were imported for it and its parent', () => {
  const imported = { ...regions, criteriaIdOf: (id: string) => (id === 'gn4671654' ? 1026201 : 21176) };
  const [austin] = handleLocations({ query: { q: 'Austin', limit: '1' } } as FastifyRequest, imported);
  expect(austin).toMatchObject({ id: 'gn4671654', google_id: 1026201, google_parent_id: 21176 });
});
