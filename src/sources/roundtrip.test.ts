// Adapters against their sandbox sites: the requests of one are answered by the other.
import { describe, expect, it } from 'vitest';
import type { Adapter, Page, PageRequest } from './adapter.ts';
import { openai } from './engines/chatgpt/sandbox.ts';
import { perplexity } from './engines/perplexity/sandbox.ts';
import { createBaidu } from './keywords/baidu.ts';
import { createGoogleAds } from './keywords/google.ts';
import { addKeywords, type KeywordQuery } from './keywords/query.ts';
import { createChatgpt } from './models/chatgpt.ts';
import { createPerplexity } from './models/perplexity.ts';
import type { PromptQuery } from './models/query.ts';
import { homepage, technologies } from './registries/homepage.ts';
import { whois } from './registries/whois.ts';
import { baiduAds } from './sandbox/baidu-ads.ts';
import { createDataset } from './sandbox/dataset.ts';
import { googleAds } from './sandbox/google-ads.ts';
import { homepages } from './sandbox/homepages.ts';
import { withoutMagic } from './sandbox/magic.ts';
import { registry } from './sandbox/registry.ts';
import type { SandboxRequest, SandboxSite } from './sandbox/site.ts';

const PAGES_MAX = 30;
type Show = 'results' | 'noResults' | 'blockPage';

function responseOf(site: SandboxSite, request: PageRequest, show: Show): Page {
  const url = new URL(request.url);
  expect(site.serves(url), request.url).toBe(true);
  const sandboxRequest: SandboxRequest = { method: request.method ?? 'GET', url, headers: request.headers ?? {}, body: request.body ?? '' };
  const words = withoutMagic(site.keywordOf(sandboxRequest));
  const { status, headers = {}, body } = site[show](sandboxRequest, createDataset(`${site.name}\n${words}`, words, '2026-11-15'));
  return { request, url: request.url, status, headers, body };
}

/** Returns all pages of one query. */
function collect<Query, Parsed>(adapter: Adapter<Query, Parsed>, site: SandboxSite, query: Query, show: Show = 'results'): Parsed[] {
  const found: Parsed[] = [];
  let request: PageRequest | undefined = adapter.start(query);
  for (let pages = 0; request && pages < PAGES_MAX; pages++) {
    const read: ReturnType<typeof adapter.parse> = adapter.parse(responseOf(site, request, show), query);
    found.push(read.found);
    request = read.next;
  }
  return found;
}

const google = createGoogleAds({
  developerToken: 'd',
  clientId: 'c',
  clientSecret: 's',
  refreshToken: 'r',
  customerId: '1',
  loginCustomerId: null,
  version: 'v23',
});
const keywordQuery = (fields: Partial<KeywordQuery> = {}): KeywordQuery => ({
  keywords: ['red shoes'],
  url: null,
  suggestions: false,
  source: 'google',
  region: { countryCode: 'US', canonicalName: 'United States', criteriaId: 2840 },
  language: 'en',
  searchPartners: true,
  month: '2026-11',
  ...fields,
});

describe('keywords of the sandbox', () => {
  it('have a row each, in their own spelling, and volumes', () => {
    const keywords = Array.from({ length: 20 }, (_, index) => `Word${index}s`);
    const query = keywordQuery({ keywords });
    const found = addKeywords(collect(google, googleAds, query), query);
    expect(found.results.map((row) => row.keyword)).toEqual(keywords);
    expect(found.totalResults).toBe(20);
    expect(found.results.filter((row) => row.searchVolume! > 0).length).toBeGreaterThan(10);
    for (const row of found.results) {
      expect(row.monthlySearchVolumes).toHaveLength(12);
      expect(row.monthlySearchVolumes![11]).toMatchObject({ year: 2026, month: 10 });
      if (row.competition !== null) expect(row.competition).toBeLessThanOrEqual(1);
    }
  });

  it('of merged variants share their figures', () => {
    const [, { results }] = collect(google, googleAds, keywordQuery({ keywords: ['Red Shoe', 'red shoes'] })) as [
      unknown,
      { results: { keyword: string; searchVolume: number }[] },
    ];
    expect(results.map((row) => row.keyword)).toEqual(['Red Shoe', 'red shoes']);
    expect(results[0]!.searchVolume).toBe(results[1]!.searchVolume);
  });

  it.each([
    ['a site', { keywords: [], url: 'https://shop.example/' }],
    ['words', { keywords: ['tea', 'mugs'] }],
  ])('are suggested from %s', (_, fields) => {
    const query = keywordQuery({ suggestions: true, ...fields });
    const found = addKeywords(collect(google, googleAds, query), query);
    expect(found.results.length).toBeGreaterThan(10);
  });

  it('are blocked by Google’s own block page', () => {
    expect(() => collect(google, googleAds, keywordQuery(), 'blockPage')).toThrow(expect.objectContaining({ outcome: 'blocked' }));
  });

  it('come from Baidu too, and Baidu has a block page too', () => {
    const baidu = createBaidu({ userName: 'u', accessToken: 't' });
    const query = keywordQuery({ source: 'baidu', keywords: ['鞋子', '手机'] });
    const [found] = collect(baidu, baiduAds, query);
    expect(found!.results.map((row) => row.keyword)).toEqual(['鞋子', '手机']);
    for (const row of found!.results) {
      expect(row.competition).toBeGreaterThanOrEqual(1);
      expect(row.searchVolumeMobileRatio).toBeLessThanOrEqual(1);
    }
    expect(collect(baidu, baiduAds, { ...query, suggestions: true }).flatMap((page) => page.results).length).toBeGreaterThan(10);
    expect(() => collect(baidu, baiduAds, query, 'blockPage')).toThrow(expect.objectContaining({ outcome: 'blocked' }));
  });
});

const SCHEMA = {
  type: 'object',
  properties: {
    url: { type: 'string' },
    score: { anyOf: [{ type: 'number', minimum: 0, maximum: 100 }, { type: 'null' }] },
    summary: { type: 'string' },
    categories: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          name: { type: 'string' },
          score: { type: ['number', 'null'] },
          findings: { type: 'array', items: { type: 'string' } },
        },
      },
    },
    issues: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          severity: { type: 'string', enum: ['high', 'medium', 'low'] },
          category: { type: 'string' },
          message: { type: 'string' },
          recommendation: { type: 'string' },
        },
      },
    },
    recommendations: { type: 'array', items: { type: 'string' } },
    keywords: { type: 'array', items: { type: 'string' } },
  },
};

describe.each([
  ['ChatGPT', createChatgpt({ apiKey: 'k', model: 'm', baseUrl: 'https://api.openai.com' }), openai],
  ['Perplexity', createPerplexity({ apiKey: 'k', model: 'm', baseUrl: 'https://api.perplexity.ai' }), perplexity],
])('%s of the sandbox', (_, adapter, site) => {
  const query = (fields: Partial<PromptQuery> = {}): PromptQuery => ({
    prompt: 'What is a sextant? test:slow:1',
    system: 'Be brief.',
    schema: null,
    country: 'US',
    ...fields,
  });

  it('returns a deterministic answer with sources for a prompt', () => {
    const [found] = collect(adapter, site, query());
    expect(found!.text).toContain('What is a sextant?');
    expect(found!.text).not.toContain('test:slow');
    expect(found!.citations.length).toBeGreaterThan(0);
    expect(found!.usage!.totalTokens).toBeGreaterThan(0);
    expect(collect(adapter, site, query())).toEqual([found]);
  });

  it('returns JSON of the schema', () => {
    const [found] = collect(
      adapter,
      site,
      query({ prompt: 'Judge https://shop.example/ with its charts and compasses.', schema: { name: 'analysis', schema: SCHEMA } }),
    );
    const value = JSON.parse(found!.text);
    expect(value.url).toBe('https://shop.example/');
    expect(value.score).toBeGreaterThanOrEqual(0);
    expect(value.score).toBeLessThanOrEqual(100);
    expect(value.issues[0]).toEqual({
      severity: expect.stringMatching(/^(?:high|medium|low)$/),
      category: expect.any(String),
      message: expect.any(String),
      recommendation: expect.any(String),
    });
    expect(value.keywords).toContain('charts');
    expect(value.recommendations.length).toBeGreaterThan(0);
  });

  it('has a block page, and may return no answer', () => {
    expect(() => collect(adapter, site, query(), 'blockPage')).toThrow(expect.objectContaining({ outcome: 'blocked', cooldownSeconds: 2 }));
    expect(() => collect(adapter, site, query(), 'noResults')).toThrow(expect.objectContaining({ outcome: 'unparsed' }));
  });
});

describe('registries of the sandbox', () => {
  const lookup = (name: string, tld: string | null, show: Show = 'results') =>
    collect(whois, registry, { kind: tld === null ? 'ip' : 'domain', name, tld }, show).at(-1);

  it.each([
    ['shop.example', 'example'],
    ['shop.com', 'com'],
    ['shop.de', 'de'],
    ['xn--bcher-kva.example', 'example'],
    ['lantern.jp', 'jp'],
  ])('know %s with dates, servers and every contact', (name, tld) => {
    const record = lookup(name, tld)!;
    expect(record).toMatchObject({ domain: name, tld, registered: true });
    for (const date of [record.createdAt, record.updatedAt, record.expiredAt])
      expect(date).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+0000$/);
    expect(record.nameServers).toHaveLength(2);
    for (const contact of Object.values(record.contacts))
      expect(contact).toMatchObject({ name: expect.any(String), street: [expect.any(String)] });
    expect(record.registrar!.name).toBeTruthy();
    expect(record.rawText).toContain('sandbox');
  });

  it.each(['8.8.8.8', '2001:4860:4860::8888'])('know the IP address %s', (address) => {
    expect(lookup(address, null)).toMatchObject({ domain: address, tld: null, registered: true, createdAt: expect.any(String) });
  });

  it('report free names, unreachable servers and block pages', () => {
    expect(lookup('unregistered-shop.com', 'com')).toMatchObject({ registered: false });
    expect(() => lookup('unreachable-shop.com', 'com')).toThrow(expect.objectContaining({ outcome: 'unreachable' }));
    expect(() => lookup('shop.com', 'com', 'blockPage')).toThrow(expect.objectContaining({ outcome: 'blocked' }));
    expect(lookup('shop.com', 'com', 'noResults')).toMatchObject({ registered: false });
  });
});

describe('homepages of the sandbox', () => {
  it.each(['shop.example', 'www.lantern.example', 'quay.com', 'beacon.example', 'pilot.example'])(
    '%s shows technologies and profiles',
    (name) => {
      const [items] = collect(technologies, homepages, { name });
      expect(items!.length).toBeGreaterThan(1);
      expect(collect(homepage, homepages, { name })[0]!.facebook).toMatch(/^https:\/\/www\.facebook\.com\//);
    },
  );

  it('are unreachable when their name requests it', () => {
    expect(() => collect(homepage, homepages, { name: 'unreachable-shop.example' })).toThrow(
      expect.objectContaining({ outcome: 'unreachable' }),
    );
    expect(() => collect(homepage, homepages, { name: 'shop.example' }, 'blockPage')).toThrow(
      expect.objectContaining({ outcome: 'blocked' }),
    );
  });
});
