// Checks the requests to Seznam and the parser, on small handwritten pages.
import { describe, expect, it } from 'vitest';
import type { Page } from '../../adapter.ts';
import type { SerpQuery } from '../../serp.ts';
import { seznam } from './engine.ts';

const ADDRESS = 'https://search.seznam.cz/';
const queryWith = (change: Partial<SerpQuery> = {}): SerpQuery => ({
  engine: 'seznam',
  keyword: 'zelený čaj',
  region: { canonicalName: 'Czechia', countryCode: 'CZ', type: 'country', latitude: 50, longitude: 14 },
  language: 'cs',
  isMobile: false,
  maxResults: 10,
  userAgent: null,
  urlParameters: [],
  cookieParameters: [],
  ...change,
});
const page = (body: string, change: Partial<Page> = {}): Page => ({
  request: { url: `${ADDRESS}?q=tea&from=0` },
  url: `${ADDRESS}?q=tea&from=0`,
  status: 200,
  headers: {},
  body,
  ...change,
});
const read = (body: string, change: Partial<Page> = {}) => seznam.parse(page(body, change), queryWith());
const frame = (column: string): string =>
  `<html><body><div id="searchpage-root"><form><input name="q"></form><div class="Layout--left">${column}</div></div></body></html>`;
const result = (href: string, title: string, more = ''): string =>
  `<div class="f2c528"><div class="c1"><h3 class="a7"><a href="${href}">${title}</a></h3></div><div class="b2"><a href="${href}"><span>leaf.example › caj</span></a>${more}</div><div class="c8774a"><span>12. 4. 2024</span> – Vše o <b>čaji</b> a listech</div></div>`;

describe('a query for Seznam', () => {
  it('has the keyword, and keeps it and the paging', () => {
    const own = [
      { name: 'q', value: 'kava' },
      { name: 'from', value: '70' },
      { name: 'x', value: '1' },
    ];
    const { url } = seznam.start(queryWith({ urlParameters: own }));
    expect(Object.fromEntries(new URL(url).searchParams)).toEqual({ q: 'zelený čaj', oq: 'zelený čaj', count: '10', from: '0', x: '1' });
  });
});

describe('a page of results', () => {
  const { found, next } = read(
    frame(
      `${result('https://c.imedia.cz/click?r=1&amp;url=https%3A%2F%2Fshop.example%2Fcaj', 'Čaj skladem')}
      ${result('https://obchod.example/', 'Čaje levně', '<span>Reklama</span>')}
      ${result('https://leaf.example/a', 'Čaj &amp; listy', '<ul><li><a href="https://leaf.example/shop">Obchod</a></li></ul>')}
      <div class="d1"><h2><a href="https://obrazky.seznam.cz/?q=caj">Obrázky</a></h2><div><a href="https://pics.example/page"><img src="https://pics.example/1.jpg" alt="Šálek"></a></div></div>
      <div class="d1"><h2><a href="https://videa.seznam.cz/?q=caj">Videa</a></h2><ul><li><a href="https://films.example/1"><img src="https://films.example/1.jpg"><span>2:05</span><strong>Jak zalít čaj</strong></a></li></ul></div>
      <div class="d1"><h2><a href="https://clanky.seznam.cz/?q=caj">Články</a></h2><ul><li><a href="https://noviny.example/1">Dobrá sklizeň</a><cite>Noviny</cite><time>5. května 2025</time></li></ul></div>
      ${result('https://leaf.example/a', 'Znovu táž')}
      ${result('https://www.seznamzpravy.cz/clanek/1', 'Reklama')}
      <div><a href="/?q=tea&amp;from=20">3</a><a href="/?q=tea&amp;from=10">Další</a></div>`,
    ),
  );

  it('has the results by structure, counted from 1 and without duplicates', () => {
    expect(found.organic.map(({ position, url }) => ({ position, url }))).toEqual([
      { position: 1, url: 'https://leaf.example/a' },
      { position: 2, url: 'https://www.seznamzpravy.cz/clanek/1' },
    ]);
    expect(found.organic[0]).toMatchObject({
      rank: 3,
      title: 'Čaj & listy',
      displayUrl: 'leaf.example › caj',
      snippet: 'Vše o čaji a listech',
      highlighted: ['čaji'],
      date: '12. 4. 2024',
      publishedAt: '2024-04-12T00:00:00+0000',
      sitelinks: [{ title: 'Obchod', url: 'https://leaf.example/shop' }],
    });
  });

  it('recognises ads by their click counter and by their marker', () => {
    expect(found.advertisers).toMatchObject([
      { block: 'top', title: 'Čaj skladem', url: 'https://shop.example/caj', trackingUrl: expect.stringContaining('imedia.cz') },
      { block: 'top', title: 'Čaje levně', url: 'https://obchod.example/', trackingUrl: null },
    ]);
  });

  it('has pictures, videos and articles in their own arrays, and nothing in the others', () => {
    expect(found.images).toMatchObject([{ url: 'https://pics.example/page', alt: 'Šálek', thumbnail: 'https://pics.example/1.jpg' }]);
    expect(found.videos).toMatchObject([{ title: 'Jak zalít čaj', url: 'https://films.example/1', durationSeconds: 125 }]);
    expect(found.news).toMatchObject([{ title: 'Dobrá sklizeň', source: 'Noviny', publishedAt: '2025-05-05T00:00:00+0000' }]);
    expect([found.answers, found.maps, found.paa, found.knowledgegraph].flat()).toEqual([]);
  });

  it('continues with the next page, not a later one and not in a loop', () => {
    expect(new URL(next?.url ?? '').searchParams.get('from')).toBe('10');
    const body = frame(`${result('https://a.example/', 'A')}<a href="/?q=tea&amp;from=10">2</a>`);
    expect(read(body, { request: { url: `${ADDRESS}?q=tea&from=10` } }).next).toBeUndefined();
  });

  it('is parsed when the column has no name and the heading is inside its link', () => {
    const body = `<html><body><input name="q"><main><section><article><a href="https://leaf.example/"><h3>Leaf</h3></a><p>Listy.</p></article><article><a href="https://cup.example/"><h3>Cup</h3></a><p>Šálky.</p></article></section></main></body></html>`;
    expect(read(body).found.organic).toMatchObject([
      { title: 'Leaf', snippet: 'Listy.' },
      { title: 'Cup', snippet: 'Šálky.' },
    ]);
  });
});

describe('a page without results', () => {
  const outcomeOf = (body: string, change: Partial<Page> = {}) => {
    try {
      return read(body, change).found.empty ? 'empty' : 'valid';
    } catch (error) {
      return (error as { outcome?: string }).outcome ?? String(error);
    }
  };

  it('is empty with Seznam’s own marker', () => {
    expect(outcomeOf(frame('<p>Na dotaz <b>xyzzy</b> jsme nenašli žádné výsledky.</p>'))).toBe('empty');
  });

  it.each([
    ['it was redirected to the check', '', { url: 'https://search.seznam.cz/verify?u=1' }],
    ['it has the check', '<form action="/verify"><p>Nejste robot?</p></form>', {}],
    ['it was redirected to a consent screen', '', { url: 'https://cmp.seznam.cz/nastaveni-souhlasu' }],
    ['there were too many requests', '', { status: 429 }],
    ['the frame has no list', '<html><body><div id="searchpage-root"></div></body></html>', {}],
  ])('is blocked when %s', (_, body, change) => {
    expect(outcomeOf(body, change)).toBe('blocked');
  });

  it.each([
    ['it is another page', '<html><body><main><h3><a href="https://a.example/">A</a></h3></main></body></html>'],
    ['it has only an unknown block', frame('<div>?</div>')],
    ['it is empty', ''],
  ])('is unreadable when %s', (_, body) => {
    expect(outcomeOf(body)).toBe('unparsed');
  });
});
