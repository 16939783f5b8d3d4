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

test('a related search has its address here, with the place and filters of the search', () => {
  const sent = {
    engine: 'google',
    q: 'tea',
    as_epq: 'green leaf',
    as_qdr: 'd',
    location: 'Austin',
    tbs: 'li:1',
    device: 'mobile',
    start: '0',
  };
  const { related_searches } = shown(sent, { organic, related });
  const [first, second] = (related_searches as { serpapi_link: string }[]).map(({ serpapi_link }) => new URL(serpapi_link));
  expect([first!.origin, first!.pathname]).toEqual(['https://host.example', '/search.json']);
  const kept = { engine: 'google', as_qdr: 'd', location: 'Austin', tbs: 'li:1', device: 'mobile' };
  expect(Object.fromEntries(first!.searchParams)).toEqual({ ...kept, q: 'green tea' });
  expect(Object.fromEntries(second!.searchParams)).toEqual({ ...kept, q: 'tea & milk' });
  const naver = shown({ engine: 'naver', query: 'tea', where: 'web', page: '2' }, { organic, related }).related_searches;
  const [link] = naver as { serpapi_link: string }[];
  expect(Object.fromEntries(new URL(link!.serpapi_link).searchParams)).toEqual({ engine: 'naver', where: 'web', query: 'green tea' });
});
