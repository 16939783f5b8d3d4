// Bing's RSS feed, sent by a local server.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LocalApi, serpQuery, startLocalApi } from '../../../../test/local-api.ts';
import type { ProviderSource } from '../../providers/source.ts';
import { createBingRss } from './rss.ts';

let api: LocalApi;
let bing: ProviderSource;
beforeAll(async () => {
  api = await startLocalApi();
  bing = createBingRss({ baseUrl: api.baseUrl });
});
afterAll(() => api.close());

const baseQuery = serpQuery({ engine: 'bing' });
const item = (number: number) => `<item><title>Red &amp;amp; shoes ${number}</title><link>https://s${number}.example/?a=1&amp;b=2</link>
  <description>All shoes &amp;#39;here&amp;#39;</description><pubDate>Fri, 02 Oct 2026 07:00:00 GMT</pubDate></item>`;
const feed = (from: number, count: number) =>
  `<?xml version="1.0" encoding="utf-8" ?><rss version="2.0"><channel><title>Bing: red shoes</title>
  <link>http://www.bing.com:80/search?q=red+shoes</link><description>Search results</description>
  <image><url>http://www.bing.com/rsslogo.gif</url><title>red shoes</title><link>http://www.bing.com/</link></image>
  ${Array.from({ length: count }, (_, index) => item(from + index)).join('')}</channel></rss>`;

describe('the RSS feed of Bing', () => {
  it('is requested by market, language and country, with an honest user agent', async () => {
    api.answers(() => ({ body: feed(1, 3) }));
    await api.search(bing, baseQuery);
    expect(api.asked[0]).toMatchObject({
      path: '/search',
      query: { format: 'rss', q: 'red shoes', mkt: 'de-DE', setlang: 'de', cc: 'DE' },
      headers: { 'user-agent': expect.stringContaining('Sextant'), 'accept-language': 'de-DE,de;q=0.9' },
    });
  });

  it('accepts the customer’s filters and rejects unknown parameters', async () => {
    api.answers(() => ({ body: feed(1, 3) }));
    await api.search(bing, { ...baseQuery, userAgent: 'Own/1.0', urlParameters: [{ name: 'adlt', value: 'off' }] });
    expect(api.asked[0]).toMatchObject({ query: { adlt: 'off' }, headers: { 'user-agent': 'Own/1.0' } });
    expect((await api.failure(bing, { ...baseQuery, urlParameters: [{ name: 'q', value: 'other' }] })).recovery).toBe('fail');
    expect(api.asked).toHaveLength(1);
  });

  it('becomes results with dates', async () => {
    api.answers(() => ({ body: feed(1, 3) }));
    const [page] = await api.search(bing, baseQuery);
    expect(page!.organic).toHaveLength(3);
    expect(page!.organic[0]).toMatchObject({
      rank: 1,
      title: 'Red & shoes 1',
      url: 'https://s1.example/?a=1&b=2',
      snippet: 'All shoes \u0027here\u0027',
      date: 'Fri, 02 Oct 2026 07:00:00 GMT',
      publishedAt: '2026-10-02T07:00:00+0000',
    });
  });

  it('is requested in pages of ten and ends with a short page', async () => {
    api.answers(({ query }) => ({ body: query.first === '21' ? feed(21, 4) : feed(Number(query.first ?? 1), 10) }));
    const pages = await api.search(bing, { ...baseQuery, maxResults: 50 });
    expect(api.asked.map(({ query }) => query.first)).toEqual([undefined, '11', '21']);
    expect(pages.flatMap(({ organic }) => organic)).toHaveLength(24);
  });

  it('is never proof of no results, but a later page may be empty', async () => {
    api.answers(() => ({ body: feed(1, 0) }));
    expect((await api.failure(bing, baseQuery)).outcome).toBe('unparsed');
    api.answers(({ query }) => ({ body: query.first ? feed(11, 0) : feed(1, 10) }));
    const pages = await api.search(bing, { ...baseQuery, maxResults: 20 });
    expect(pages.map(({ organic, empty }) => [organic.length, empty])).toEqual([
      [10, false],
      [0, false],
    ]);
  });

  it('that is truncated or is a web page differs from a block page', async () => {
    for (const [status, body, outcome] of [
      [200, feed(1, 3).slice(0, -8), 'unparsed'],
      [200, '<html><body>Hello</body></html>', 'unparsed'],
      [200, '<html><body><div class="captcha"></div></body></html>', 'blocked'],
      [403, 'no', 'blocked'],
      [429, 'no', 'blocked'],
      [503, 'no', 'unreachable'],
    ] as const) {
      api.answers(() => ({ status, body }));
      expect((await api.failure(bing, baseQuery)).outcome, body.slice(0, 60)).toBe(outcome);
    }
  });
});
