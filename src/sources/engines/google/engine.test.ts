// Checks the requests to Google and the parser, on handwritten pages.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Page } from '../../adapter.ts';
import type { SerpPage, SerpQuery } from '../../serp.ts';
import { google } from './engine.ts';
import { uuleOf } from './request.ts';

const queryWith = (change: Partial<SerpQuery> = {}): SerpQuery => ({
  engine: 'google',
  keyword: 'green tea',
  region: { canonicalName: 'Austin,Texas,United States', countryCode: 'US', type: 'City', latitude: 30.27, longitude: -97.74 },
  language: 'en',
  isMobile: false,
  maxResults: 100,
  userAgent: null,
  urlParameters: [],
  cookieParameters: [],
  ...change,
});

const page = (name: string, change: Partial<Page> = {}): Page => ({
  request: google.start(queryWith()),
  url: google.start(queryWith()).url,
  status: 200,
  headers: {},
  body: readFileSync(new URL(`./fixtures/${name}.html`, import.meta.url), 'utf8'),
  ...change,
});
const read = (name: string, change: Partial<Page> = {}): SerpPage => google.parse(page(name, change), queryWith()).found;
const outcomeOf = (name: string, change: Partial<Page> = {}): unknown => {
  try {
    read(name, change);
    return 'read';
  } catch (error) {
    return (error as { outcome?: string }).outcome;
  }
};

describe('the URL of a Google query', () => {
  it('has the keyword, the language, the country and the region', () => {
    const url = new URL(google.start(queryWith()).url);
    expect(url.origin + url.pathname).toBe('https://www.google.com/search');
    expect(Object.fromEntries(url.searchParams)).toEqual({
      q: 'green tea',
      hl: 'en',
      gl: 'us',
      uule: 'w+CAIQICIaQXVzdGluLFRleGFzLFVuaXRlZCBTdGF0ZXM=',
    });
  });

  it('has no region below the country when the query is for the country', () => {
    const region = { canonicalName: 'Germany', countryCode: 'DE', type: 'Country', latitude: 51, longitude: 9 };
    const url = new URL(google.start(queryWith({ region, language: 'de' })).url);
    expect(Object.fromEntries(url.searchParams)).toEqual({ q: 'green tea', hl: 'de', gl: 'de' });
  });

  it('counts the bytes of a long region name, not its characters', () => {
    expect(uuleOf('x'.repeat(130))).toMatch(/^w\+CAIQICKCAX/);
    expect(Buffer.from(uuleOf('Köln').slice(2), 'base64')).toEqual(Buffer.from([8, 2, 16, 32, 34, 5, ...Buffer.from('Köln')]));
  });

  it('lets the customer change parameters and cookies, but not the keyword or the paging', () => {
    const urlParameters = [
      { name: 'q', value: 'coffee' },
      { name: 'start', value: '50' },
      { name: 'hl', value: 'fr' },
      { name: 'uule', value: null },
      { name: 'safe', value: 'active' },
    ];
    const request = google.start(queryWith({ urlParameters, cookieParameters: [{ name: 'SOCS', value: 'abc' }] }));
    expect(Object.fromEntries(new URL(request.url).searchParams)).toEqual({ q: 'green tea', hl: 'fr', gl: 'us', safe: 'active' });
    expect(request.headers?.cookie).toBe('SOCS=abc');
  });

  it('has the headers for user agent and language', () => {
    expect(google.start(queryWith()).headers?.['accept-language']).toBe('en-US,en;q=0.9');
    expect(google.start(queryWith({ isMobile: true })).headers?.['user-agent']).toMatch(/Mobile/);
    expect(google.start(queryWith()).headers?.['user-agent']).not.toMatch(/Mobile/);
    expect(google.start(queryWith({ userAgent: 'Mine/1.0' })).headers?.['user-agent']).toBe('Mine/1.0');
  });
});

describe('a page with results', () => {
  const found = read('results');

  it('lists the results in order, with final URLs, without ads and questions', () => {
    expect(found.organic.map(({ position, url }) => [position, url])).toEqual([
      [1, 'https://leaf.example/what-is-it#:~:text=withered'],
      [2, 'https://www.wiki.example/wiki/Green_tea?a=1'],
      [3, 'https://shop.example/'],
      [4, 'https://shop.example/pots'],
    ]);
    expect(found.totalResults).toBe(1_230_000);
    expect(found.empty).toBe(false);
  });

  it('has the details of a result', () => {
    expect(found.organic[1]).toMatchObject({
      title: 'Green tea – the & free wiki',
      displayUrl: 'https://www.wiki.example › wiki',
      domain: 'www.wiki.example',
      siteName: 'Wiki Example',
      snippet: 'Green tea is a type of tea made from leaves that have not been dried for long.',
      highlighted: ['Green tea'],
      date: 'Mar 2, 2026',
      publishedAt: '2026-03-02T00:00:00+0000',
      rating: { value: 4.5, max: 5, votes: 1204 },
      sitelinks: [
        { title: 'Matcha', url: 'https://www.wiki.example/wiki/Matcha' },
        { title: 'Sencha', url: 'https://www.wiki.example/wiki/Sencha' },
      ],
    });
    expect(found.organic[2]?.sitelinks).toEqual([
      { title: 'Green teas', url: 'https://shop.example/green', description: 'All green teas of the season' },
    ]);
  });

  it('has the featured snippet as an answer too', () => {
    expect(found.organic[0]).toMatchObject({ isFeatured: true, type: 'featured' });
    expect(found.answers).toMatchObject([
      { type: 'featured_snippet', text: 'Green tea is made from leaves that have not been withered.', domain: 'leaf.example' },
    ]);
  });

  it('has the ad with its landing page', () => {
    expect(found.advertisers).toMatchObject([
      {
        title: 'Tea for every day',
        url: 'https://shop.example/tea?source=ad',
        displayUrl: 'https://www.shop.example',
        advertiser: 'Tea Shop',
        block: 'top',
        description: 'Free delivery on every order over twenty, from leaf to cup.',
        sitelinks: [{ title: 'Sencha', url: 'https://shop.example/sencha' }],
      },
    ]);
  });

  it('has the boxes around the list', () => {
    expect(found.paa).toMatchObject([
      {
        question: 'Is green tea good for you?',
        answer: 'Most people can drink several cups a day without worry.',
        url: 'https://health.example/tea',
      },
    ]);
    expect(found.news).toMatchObject([{ title: 'Tea prices rise again', source: 'The Paper', date: '3 hours ago' }]);
    expect(found.videos).toMatchObject([
      { videoId: 'abcdefghijk', title: 'How to brew green tea', duration: '4:05', durationSeconds: 245 },
    ]);
    expect(found.maps).toMatchObject([
      {
        title: 'Corner Tea House',
        cid: '123456789',
        url: 'https://cornertea.example/',
        category: 'Tea house',
        address: '12 Mill Lane',
        phone: '(555) 010-2030',
        openState: 'Open ⋅ Closes 6 PM',
        rating: { value: 4.7, max: 5, votes: 318 },
      },
    ]);
    expect(found.knowledgegraph).toMatchObject([
      {
        title: 'Green tea',
        subtitle: 'Beverage',
        description: 'Green tea is a drink.',
        attributes: [{ name: 'Origin', value: 'China', links: [] }],
      },
    ]);
  });

  it('leads to the next page, with the same query', () => {
    const next = google.parse(page('results'), queryWith()).next;
    expect(new URL(next?.url ?? '').searchParams.get('start')).toBe('10');
    expect(new URL(next?.url ?? '').searchParams.get('q')).toBe('green tea');
  });
});

describe('pages of other kinds and years', () => {
  it('parses a second page in another language and stops without a link to a later page', () => {
    const request = { url: 'https://www.google.com/search?q=gr%C3%BCner+tee&start=10' };
    const { found, next } = google.parse(page('second-page', { request }), queryWith());
    expect(found.organic.map(({ title }) => title)).toEqual(['Elfter Treffer', 'Zwölfter Treffer']);
    expect(found.totalResults).toBe(1_230_000);
    expect(next).toBeUndefined();
  });

  it('parses older markup, with headings around the links', () => {
    const found = read('older');
    expect(found.organic.map(({ url }) => url)).toEqual(['http://first.example/', 'http://second.example/a']);
    expect(found.organic[0]).toMatchObject({ date: '6 mars 2015', snippet: 'A page about tea that was written long ago.', siteName: null });
    expect(found.organic[1]?.sitelinks).toMatchObject([{ title: 'More of it', url: 'http://second.example/b' }]);
    expect(found.advertisers).toMatchObject([{ title: 'Cheap tea here', url: 'https://ads.example/' }]);
  });

  it('parses a page for phones, without its cards', () => {
    const found = read('phone');
    expect(found.organic).toMatchObject([
      { title: 'Green tea on a phone', url: 'https://m.leaf.example/tea', siteName: 'Leaf', displayUrl: 'https://m.leaf.example › tea' },
      { title: 'A quick page about tea', url: 'https://paper.example/amp/tea', isAmp: true },
    ]);
    expect(found.organic).toHaveLength(2);
  });

  it('parses a page without scripts', () => {
    const found = read('without-scripts');
    expect(found.organic).toMatchObject([
      {
        url: 'https://plain.example/tea',
        displayUrl: 'plain.example › tea',
        snippet: 'A page that can be read without any scripts at all.',
      },
      { url: 'https://simple.example/' },
    ]);
    expect(google.parse(page('without-scripts'), queryWith()).next).toBeDefined();
  });
});

describe('a page with boxes of other kinds', () => {
  const found = read('boxes');

  it('lists only the ordinary result', () => {
    expect(found.organic.map(({ url }) => url)).toEqual(['https://first.example/']);
  });

  it('has the AI overview with the pages it cites, without the notes around it', () => {
    expect(found.answers).toMatchObject([{ type: 'ai_overview', text: 'Tea is drunk all over the world.\nIt comes from China.' }]);
    expect(found.answers[0]?.references).toEqual([
      { position: 1, title: 'China', url: 'https://wiki.example/china', domain: 'wiki.example', source: null, snippet: null },
      {
        position: 2,
        title: 'Tea, explained',
        url: 'https://wiki.example/tea',
        domain: 'wiki.example',
        source: 'Wiki',
        snippet: 'Tea has been drunk for thousands of years.',
      },
    ]);
  });

  it('has offers with a price', () => {
    expect(found.advertisers).toMatchObject([
      { type: 'shopping', title: 'Iron pot, 1 litre', url: 'https://pots.example/iron', price: { displayed: '€39.90' }, block: 'top' },
    ]);
  });

  it('has posts with their account', () => {
    expect(found.twitter).toMatchObject([
      { url: 'https://twitter.com/teatime/status/1001', date: '15 hours ago', accountTitle: 'Tea Time (@teatime) · X' },
      { url: 'https://x.com/teatime/status/1002', text: 'It was empty by noon.', author: { handle: '@teatime' } },
    ]);
  });

  it('has pictures with their pages', () => {
    expect(found.images).toMatchObject([
      { url: 'https://pictures.example/pot', alt: 'A pot', thumbnail: 'https://thumbs.example/1.jpg', imageUrl: null },
      { url: 'https://pictures.example/cup', imageUrl: 'https://files.example/cup.jpg', width: 800, height: 600, thumbnail: null },
    ]);
  });
});

describe('pages without results', () => {
  it('are empty only with Google’s marker for no results, in any language', () => {
    expect(read('no-results')).toMatchObject({ organic: [], empty: true, totalResults: 0 });
  });

  it('are block pages with a captcha, a request for scripts or a consent form', () => {
    expect(outcomeOf('captcha')).toBe('blocked');
    expect(outcomeOf('soft-block')).toBe('blocked');
    expect(outcomeOf('consent')).toBe('blocked');
  });

  it('are block pages by URL or status, whatever their content', () => {
    expect(outcomeOf('results', { status: 429 })).toBe('blocked');
    expect(outcomeOf('strange', { url: 'https://www.google.com/sorry/index?continue=x' })).toBe('blocked');
    expect(outcomeOf('strange', { url: 'https://ipv4.google.de/sorry' })).toBe('blocked');
    expect(outcomeOf('strange', { url: 'https://consent.google.com/m?continue=x' })).toBe('blocked');
    expect(outcomeOf('strange', { status: 403 })).toBe('blocked');
  });

  it('are unreadable when they are none of these', () => {
    expect(outcomeOf('strange')).toBe('unparsed');
    expect(outcomeOf('strange', { body: '' })).toBe('unparsed');
  });
});
