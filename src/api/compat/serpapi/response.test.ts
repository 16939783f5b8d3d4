// Parts of SerpApi's response that lead to other searches.
import { expect, test } from 'vitest';
import type { SerpItems } from '../../../contract/items.ts';
import type { Stored } from '../../../contract/order.ts';
import { organicItem, relatedItem, serpPage } from '../../../sources/items.ts';
import { PROVIDER, responseOf, searchOf } from './response.ts';

const TIME = new Date('2026-11-19T08:00:00Z');
const related = [relatedItem({ keyword: 'green tea', url: 'https://engine.example/?q=green+tea' }), relatedItem({ keyword: 'tea & milk' })];
const organic = [organicItem({ title: 'Tea', url: 'https://shop.example/' })];

/** Returns the response of a finished search with these parameters. */
function shown(sent: Record<string, string>, items: Partial<SerpItems>) {
  const request = {
    keyword: 'tea',
    region: { type: 'country', canonicalName: 'United States', countryCode: 'US' },
    language: 'en',
    customUrlParameter: [],
    compatibility: { provider: PROVIDER, parameters: { sent, from: 0, count: 10 } },
  };
  const result = { faulty: false, generatedAt: TIME };
  const search = searchOf({ id: 'a'.repeat(24), createdAt: TIME, result, request: JSON.stringify(request) } as unknown as Stored)!;
  return responseOf(search, { ...serpPage(items), raw: [] }, 'https://host.example', { pageSize: 10, resultsMax: 100 });
}

test('related searches of Naver have the provider’s name and ours', () => {
  const { related_searches, related_results, error } = shown({ engine: 'naver', query: 'tea' }, { organic, related });
  expect(related_results).toEqual([{ title: 'green tea', link: 'https://engine.example/?q=green+tea' }, { title: 'tea & milk' }]);
  expect([(related_searches as unknown[]).length, error]).toEqual([2, undefined]);
  expect(shown({ engine: 'google', q: 'tea' }, { organic, related }).related_results).toBeUndefined();
});

test('related searches are no results', () => {
  expect(shown({ engine: 'naver', query: 'tea' }, { related }).error).toBe("Naver hasn't returned any results for this query.");
});
