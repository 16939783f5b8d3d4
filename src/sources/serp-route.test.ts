import { describe, expect, test } from 'vitest';
import type { Job } from '../contract/order.ts';
import type { Priority } from '../contract/vocabulary.ts';
import type { ProviderSource } from './providers/source.ts';
import type { Engine } from './serp.ts';
import { createSerpRoute, type SerpRouteParts, type SerpSource } from './serp-route.ts';
import type { FetchPage } from './transport/fetch.ts';

const fetch: FetchPage = () => Promise.reject(new Error('not fetched here'));
const engine = (traits: Partial<Engine['traits']> = {}) => ({ name: 'bing', traits: { ratePerMinute: 30, ...traits } }) as Engine;
const provider = (name: string, engines = ['bing']) => ({ name, engines }) as unknown as ProviderSource;
const own = { name: 'page', fetch, retryDelayMs: null } as SerpSource;
const proxy = (label: string, country: string | null) => ({ label, country, proxy: () => `http://${label}`, fetch });
const browser: SerpRouteParts['browser'] = Object.assign(fetch.bind(null), { through: () => fetch });

const routeOf = (parts: Partial<SerpRouteParts>, asked = engine(), priority: Priority = 'NORMAL', page: SerpSource | null = own) => {
  const job = { priority, accountId: 1, request: JSON.stringify({ region: { countryCode: 'DE' } }) } as Job;
  const route = createSerpRoute({
    providers: [],
    fallbacks: [],
    toSource: ({ name }) => ({ ...own, name }),
    proxies: [],
    browser: null,
    readerOf: () => undefined,
    orders: {},
    ...parts,
  });
  return route(asked, page, job);
};
const names = (...given: Parameters<typeof routeOf>): string[] => routeOf(...given).map(({ name }) => name);

describe('the route of a live search', () => {
  test('is the page of the engine, at its rate', () => {
    expect(routeOf({})).toMatchObject([{ name: 'page', ratePerMinute: 30 }]);
  });
  test('has providers before the page and free sources after it', () => {
    const parts = { providers: [provider('serper'), provider('other', ['google'])], fallbacks: [provider('rss')] };
    expect(names(parts)).toEqual(['serper', 'page', 'rss']);
    expect(names(parts, engine(), 'NORMAL', null)).toEqual(['serper', 'rss']);
  });
  test.each<[Priority, string[]]>([
    ['LOW', ['search-deferred', 'page']],
    ['NORMAL', ['search-deferred', 'page']],
    ['REALTIME', ['page']],
    ['INSTANT', ['page']],
  ])('for %s is %j where a provider answers later', (priority, expected) => {
    expect(names({ providers: [provider('search-deferred')] }, engine(), priority)).toEqual(expected);
  });
  test('follows the order of the operator, and leaves out what it does not name', () => {
    const parts = { providers: [provider('serper')], fallbacks: [provider('rss')], proxies: [proxy('DE-1', 'DE'), proxy('any-1', null)] };
    expect(names({ ...parts, orders: { bing: ['rss', 'page'] } })).toEqual(['rss', 'page-DE-1', 'page-any-1']);
  });
});

describe('the page of an engine', () => {
  const proxies = [proxy('any-1', null), proxy('DE-1', 'DE'), proxy('US-1', 'US')];
  test('is opened by the browser first, and then directly', () => {
    expect(names({ browser })).toEqual(['browser', 'page']);
  });
  test('is fetched only through proxies for the region, where there are any', () => {
    expect(names({ proxies })).toEqual(['page-DE-1', 'page-any-1']);
    expect(names({ proxies, browser })).toEqual(['browser-DE-1', 'browser-any-1', 'page-DE-1', 'page-any-1']);
    expect(names({ proxies: [proxy('US-1', 'US')] })).toEqual(['page']);
  });
  test('of a customer is never fetched through a proxy', () => {
    expect(names({ proxies, browser }, engine({ keywordIsUrl: true }))).toEqual(['browser', 'page']);
  });
  test('is replaced by an official API, which no proxy and no browser can query', () => {
    expect(routeOf({ proxies, browser }, engine({ api: 'gemini' }))).toEqual([{ ...own, msMax: 90_000 }]);
  });
  test('is parsed where the process parses pages', () => {
    const reader = { parse: () => Promise.reject(new Error('not read here')) };
    expect(routeOf({ readerOf: () => reader })[0]?.reader).toBe(reader);
  });
});
