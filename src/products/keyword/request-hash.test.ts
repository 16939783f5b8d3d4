import { describe, expect, test } from 'vitest';
import type { KeywordQuery } from '../../sources/keywords/query.ts';
import { isCacheable } from './request-hash.ts';

const query = (keywords: readonly string[], url: string | null = null) => ({ keywords, url }) as KeywordQuery;

describe('a keyword result may be stored', () => {
  test.each([
    ['for a live query, whatever its words', query(['test:500']), 'live'],
    ['for a sandbox query without magic keywords', query(['tea', 'latest:news'], 'https://shop.example/'), 'test'],
  ] as const)('%s', (_, asked, mode) => expect(isCacheable(asked, mode)).toBe(true));
  test.each([
    ['a magic keyword', query(['tea', 'test:500'])],
    ['a magic keyword in its URL', query([], 'https://shop.example/?q=test:500')],
  ])('but not for a sandbox query with %s', (_, asked) => expect(isCacheable(asked, 'test')).toBe(false));
});
