import { describe, expect, test } from 'vitest';
import type { Job, JobEnd } from '../../contract/order.ts';
import type { SerpSource } from '../../sources/serp-route.ts';
import type { Outline } from './agreement.ts';
import { checkableOf, compare, comparedName, othersOf } from './cross-check.ts';

const routeOf = (...names: string[]): SerpSource[] => names.map((name) => ({ name }) as SerpSource);

describe('the sources of a check', () => {
  test('do not include other proxies of the same page, the browser and deferred results', () => {
    const route = routeOf('serper', 'browser-all-1', 'page-all-1', 'page-all-2', 'yandex-search-deferred', 'bing-rss');
    const names = (first: string) => othersOf(route, first).map(({ name }) => name);
    expect(names('page-all-1')).toEqual(['serper', 'bing-rss']);
    expect(names('browser-all-1')).toEqual(['serper', 'page-all-1', 'page-all-2', 'bing-rss']);
    expect(names('serper')).toEqual(['page-all-1', 'page-all-2', 'bing-rss']);
  });
  test.each([
    ['page', 'page'],
    ['page-de-1', 'page'],
    ['browser-all-2', 'browser'],
    ['bing-rss', 'bing-rss'],
    ['yandex-search-deferred', 'yandex-search'],
  ])('%s is compared as %s', (name, compared) => {
    expect(comparedName(name)).toBe(compared);
  });
});

test('features that one source cannot return do not count', () => {
  const [rich, plain]: Outline[] = [
    { urls: ['a.example'], features: ['paa', 'videos'] },
    { urls: ['a.example'], features: [] },
  ];
  expect(compare([rich!, undefined], [plain!, {}])).toMatchObject({ features: 0, agreement: 0.8 });
  expect(compare([rich!, undefined], [plain!, { fills: ['organic'] }])).toMatchObject({ features: 1, agreement: 1 });
  expect(compare([plain!, { fills: ['organic', 'paa'] }], [rich!, {}])).toMatchObject({ features: 0 });
});

describe('a finished search', () => {
  const request = {
    keyword: 'tea',
    region: {},
    searchEngine: 'google',
    language: 'en',
    maxResults: 100,
    isMobile: true,
    customUserAgent: null,
    customUrlParameter: [],
    customCookieParameter: [],
  };
  const jobOf = (fields: object = {}): Job =>
    ({ id: 'ab', kind: 'serp', mode: 'live', accountId: 7, priority: 'LOW', request: JSON.stringify({ ...request, ...fields }) }) as Job;
  const body = JSON.stringify({
    ...Object.fromEntries(['advertisers', 'paa', 'maps', 'knowledgegraph', 'videos', 'news', 'images'].map((name) => [name, []])),
    organic: [{ url: 'https://www.a.example/', title: 'secret' }],
  });
  const end: JobEnd = { outcome: 'done', verdict: 'valid', attempts: [{ source: 'page', outcome: 'valid', ms: 1 }], body, ageMs: 1 };

  test('is kept as normalised URLs, and asked for ten results without the account', () => {
    const search = checkableOf(jobOf(), end)!;
    expect(search).toMatchObject({ source: 'page', outline: { urls: ['a.example'], features: [] }, job: { accountId: 0 } });
    expect(search.query).toMatchObject({ keyword: 'tea', maxResults: 10, isMobile: true, reference: 'ab-check' });
    expect(JSON.stringify(search)).not.toContain('secret');
  });
  test.each<[string, Job, JobEnd]>([
    ['of a test key', { ...jobOf(), mode: 'test' }, end],
    ['of another kind', { ...jobOf(), kind: 'keyword' }, end],
    ['with a user agent', jobOf({ customUserAgent: 'A/1' }), end],
    ['with a URL parameter', jobOf({ customUrlParameter: [{ name: 'a', value: '1' }] }), end],
    ['with a cookie', jobOf({ customCookieParameter: [{ name: 'a', value: '1' }] }), end],
    ['that stops at a site', jobOf({ find: { domain: 'a.example', stopWhenFound: true } }), end],
    ['with a reused result', jobOf(), { ...end, detail: { reused: true } }],
    ['that failed', jobOf(), { outcome: 'faulty', verdict: 'blocked', attempts: end.attempts, ageMs: 1 }],
    ['without an attempt', jobOf(), { ...end, attempts: [] }],
  ])('%s is not checked', (_name, job, ended) => {
    expect(checkableOf(job, ended)).toBeNull();
  });
});
