import { describe, expect, test } from 'vitest';
import type { Schema } from './schema.ts';
import { validate } from './validate.ts';

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

describe('validation of a request', () => {
  test('accepts a request whose fields are all valid', () => {
    const request = { keyword: 'tea', region: 2276, searchEngine: 'bing', maxResults: 20, language: 'de', tags: ['a'], value: null };
    expect(validate(SCHEMA, request)).toEqual({});
  });
  test.each([
    ['a missing required field', {}, 'keyword'],
    ['an empty required field', { keyword: '' }, 'keyword'],
    ['an unknown field', { keyword: 'tea', keywrd: 'tea' }, 'keywrd'],
    ['a value outside the enum', { keyword: 'tea', searchEngine: 'gogle' }, 'searchEngine'],
    ['a fraction where an integer is required', { keyword: 'tea', days: 1.5 }, 'days'],
    ['a number that is too large', { keyword: 'tea', days: 366 }, 'days'],
    ['text in an invalid format', { keyword: 'tea', language: 'german' }, 'language'],
    ['a list that is too long', { keyword: 'tea', tags: ['a', 'b', 'c'] }, 'tags'],
    ['an invalid list entry', { keyword: 'tea', tags: [''] }, 'tags'],
    ['an invalid field of a nested object', { keyword: 'tea', regionSearch: { latitude: 91 } }, 'regionSearch'],
    ['null in a field that is not nullable', { keyword: 'tea', region: null }, 'region'],
  ])('reports %s', (_case, request, name) => {
    expect(Object.keys(validate(SCHEMA, request))).toEqual([name]);
  });
});
