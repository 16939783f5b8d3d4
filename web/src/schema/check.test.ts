import { describe, expect, test } from 'vitest';
import { wrongsOf } from './check.ts';
import type { Schema } from './schema.ts';

const SCHEMA: Schema = {
  type: 'object',
  required: ['keyword'],
  properties: {
    keyword: { type: 'string' },
    region: { anyOf: [{ type: 'string' }, { type: 'integer' }] },
    searchEngine: { type: 'string', enum: ['google', 'bing'] },
    maxResults: { type: 'integer', enum: [10, 20] },
    language: { type: 'string', pattern: '^[a-z]{2}$' },
    days: { type: 'integer', minimum: 1, maximum: 365 },
    tags: { type: 'array', maxItems: 2, items: { type: 'string', minLength: 1 } },
    regionSearch: { type: 'object', properties: { latitude: { type: 'number', maximum: 90 } } },
    value: { type: 'string', nullable: true },
  },
};

describe('a request held against its schema', () => {
  test('is right when every field is', () => {
    const request = { keyword: 'tea', region: 2276, searchEngine: 'bing', maxResults: 20, language: 'de', tags: ['a'], value: null };
    expect(wrongsOf(SCHEMA, request)).toEqual({});
  });
  test.each([
    ['a field that is needed', {}, 'keyword'],
    ['an empty text where one is needed', { keyword: '' }, 'keyword'],
    ['a field that does not exist', { keyword: 'tea', keywrd: 'tea' }, 'keywrd'],
    ['a word that is not on the list', { keyword: 'tea', searchEngine: 'gogle' }, 'searchEngine'],
    ['a number that is not whole', { keyword: 'tea', days: 1.5 }, 'days'],
    ['a number that is too large', { keyword: 'tea', days: 366 }, 'days'],
    ['a text of the wrong form', { keyword: 'tea', language: 'german' }, 'language'],
    ['a list that is too long', { keyword: 'tea', tags: ['a', 'b', 'c'] }, 'tags'],
    ['a wrong entry in a list', { keyword: 'tea', tags: [''] }, 'tags'],
    ['a wrong field inside an object', { keyword: 'tea', regionSearch: { latitude: 91 } }, 'regionSearch'],
    ['nothing where something must be', { keyword: 'tea', region: null }, 'region'],
  ])('names %s', (_what, request, name) => {
    expect(Object.keys(wrongsOf(SCHEMA, request))).toEqual([name]);
  });
});
