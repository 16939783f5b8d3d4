// Checks the requests to Google News and the parsers of its RSS feed and the news tab.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Page } from '../../adapter.ts';
import type { SerpQuery } from '../../serp.ts';
import { articleOf } from '../google/article-token.ts';
import { googlenews } from './engine.ts';

const queryWith = (countryCode = 'US', language = 'en', keyword = 'green tea'): SerpQuery => ({
  engine: 'googlenews',
  keyword,
  region: { canonicalName: 'Somewhere', countryCode, type: 'Country', latitude: 0, longitude: 0 },
  language,
  isMobile: false,
  maxResults: 100,
  userAgent: null,
  urlParameters: [],
  cookieParameters: [],
});
const fixture = (name: string) => readFileSync(new URL(`./fixtures/${name}`, import.meta.url), 'utf8');
const page = (body: string, change: Partial<Page> = {}): Page => {
  const request = googlenews.start(queryWith());
  return { request, url: request.url, status: 200, headers: {}, body, ...change };
};
const outcomeOf = (shown: Page, query = queryWith()): unknown => {
  try {
    return googlenews.parse(shown, query).found.empty ? 'empty' : 'read';
  } catch (error) {
    return (error as { outcome?: string }).outcome;
  }
};

describe('the URL of the RSS feed', () => {
  it.each([
    ['US', 'en', 'en-US', 'US:en'],
    ['GB', 'en', 'en-GB', 'GB:en'],
    ['DE', 'de', 'de', 'DE:de'],
    ['MX', 'es', 'es-419', 'MX:es-419'],
    ['ES', 'es', 'es', 'ES:es'],
    ['BR', 'pt', 'pt-BR', 'BR:pt-419'],
    ['PT', 'pt', 'pt-PT', 'PT:pt-150'],
    ['TW', 'zh', 'zh-TW', 'TW:zh-Hant'],
    ['HK', 'zh', 'zh-HK', 'HK:zh-Hant'],
    ['CN', 'zh', 'zh-CN', 'CN:zh-Hans'],
  ])('names the same edition in three parameters (%s, %s)', (country, language, hl, ceid) => {
    const url = new URL(googlenews.start(queryWith(country, language)).url);
    expect(url.origin + url.pathname).toBe('https://news.google.com/rss/search');
    expect(Object.fromEntries(url.searchParams)).toEqual({ q: 'green tea', hl, gl: country, ceid });
  });
});

describe('a feed with articles', () => {
  const { found, next } = googlenews.parse(page(fixture('feed.xml')), queryWith());

  it('has headlines without the publisher, and the URL of an article if its link contains it', () => {
    expect(found.news).toHaveLength(3);
    expect(found.news[0]).toMatchObject({
      title: 'Tea prices & taxes rise - again',
      url: 'https://paper.example/news/tea-prices',
      domain: 'paper.example',
      source: 'The Paper',
      snippet: null,
      date: 'Sat, 14 Nov 2026 08:30:00 GMT',
      publishedAt: '2026-11-14T08:30:00+0000',
      isAmp: true,
    });
    expect(found.news[2]).toMatchObject({ url: `https://www.gazette.example/${'long/'.repeat(24)}tea`, source: null, isAmp: false });
    expect(next).toBeUndefined();
  });

  it('keeps an opaque link of Google, with the publisher’s domain', () => {
    expect(found.news[1]).toMatchObject({
      title: 'What <green> means for tea',
      domain: 'www.dailyleaf.example',
      snippet: 'A short summary of the article.',
      publishedAt: null,
    });
    expect(found.news[1]?.url).toMatch(/^https:\/\/news\.google\.com\/rss\/articles\/[\w-]+\?oc=5$/);
  });

  it('lists the articles as results too', () => {
    expect(found.organic.map(({ title, type }) => [title, type])).toEqual(found.news.map(({ title }) => [title, 'news']));
    expect(found.organic.map(({ domain }) => domain)).toEqual(['paper.example', 'news.google.com', 'www.gazette.example']);
  });
});

describe('a feed without articles', () => {
  it('is empty only as a complete channel for this query', () => {
    expect(outcomeOf(page(fixture('empty.xml')))).toBe('empty');
    expect(outcomeOf(page(fixture('empty.xml')), queryWith('US', 'en', 'black coffee'))).toBe('unparsed');
    expect(outcomeOf(page(fixture('empty.xml').replace('</rss>', '')))).toBe('unparsed');
    expect(outcomeOf(page('<rss version="2.0"></rss>'))).toBe('unparsed');
    const untitled = fixture('empty.xml').replace(/<link>.*?<\/link>/, '');
    expect(outcomeOf(page(untitled))).toBe('empty');
    expect(outcomeOf(page(untitled), queryWith('US', 'en', 'black coffee'))).toBe('unparsed');
  });

  it('is not empty when the feed is truncated after its first article', () => {
    const feed = fixture('feed.xml');
    expect(outcomeOf(page(feed.slice(0, feed.indexOf('</item>') + 7)))).toBe('unparsed');
  });

  it('is not empty when an article cannot be parsed', () => {
    const feed = fixture('empty.xml').replace('</channel>', '<item><title>Only a title</title></item></channel>');
    expect(outcomeOf(page(feed))).toBe('unparsed');
  });
});

describe('the news tab', () => {
  const tab = 'https://www.google.com/search?q=green+tea&tbm=nws';

  it('is parsed when it was returned instead of the feed', () => {
    const { found } = googlenews.parse(page(fixture('tab.html'), { url: tab }), queryWith());
    expect(found.totalResults).toBe(4200);
    expect(found.news).toHaveLength(2);
    expect(found.news[0]).toMatchObject({
      title: 'Tea prices rise again',
      url: 'https://paper.example/news/tea-prices',
      source: 'The Paper',
      snippet: 'Merchants say that leaves have become dearer since the summer.',
      thumbnail: 'https://pictures.example/tea.jpg',
      date: 'Mar 2, 2026',
      publishedAt: '2026-03-02T00:00:00+0000',
    });
    expect(found.news[1]).toMatchObject({ url: 'https://gazette.example/a', source: 'Gazette', date: '3 hours ago', snippet: null });
  });

  it('is not confused with the list of results, and block pages are recognised', () => {
    expect(outcomeOf(page(fixture('tab.html'), { url: 'https://www.google.com/search?q=green+tea' }))).toBe('unparsed');
    expect(outcomeOf(page('', { url: 'https://consent.google.com/m?continue=x' }))).toBe('blocked');
    expect(outcomeOf(page('', { status: 429 }))).toBe('blocked');
  });
});

describe('a link of Google News', () => {
  it.each([
    'https://news.google.com/rss/articles/AAAA',
    'https://news.google.com/rss/articles/CBMi____________',
    'https://paper.example/articles/CBMiAAAAAA',
  ])('has no article when its token is incomplete: %s', (link) => {
    expect(articleOf(link)).toBeNull();
  });
});
