// Checks the requests to Yandex and the parser, on small handwritten pages.
import { describe, expect, it } from 'vitest';
import type { Page } from '../../adapter.ts';
import type { SerpQuery } from '../../serp.ts';
import { yandex } from './engine.ts';

const ADDRESS = 'https://yandex.com/search/';
const queryWith = (change: Partial<SerpQuery> = {}, countryCode = 'DE'): SerpQuery => ({
  engine: 'yandex',
  keyword: 'зелёный чай',
  region: { canonicalName: 'Somewhere', countryCode, type: 'country', latitude: 51, longitude: 9 },
  language: 'ru',
  isMobile: false,
  maxResults: 10,
  userAgent: null,
  urlParameters: [],
  cookieParameters: [],
  ...change,
});
const page = (body: string, change: Partial<Page> = {}): Page => ({
  request: { url: `${ADDRESS}?text=tea` },
  url: `${ADDRESS}?text=tea`,
  status: 200,
  headers: {},
  body,
  ...change,
});
const read = (body: string, change: Partial<Page> = {}) => yandex.parse(page(body, change), queryWith());
const frame = (list: string, rest = ''): string =>
  `<html><body><form><input name="text"></form>${rest}<ul id="search-result" class="x9">${list}</ul></body></html>`;
const result = (href: string, title: string, mark = '', more = ''): string =>
  `<li class="q7"><div class="Organic organic"><div class="OrganicTitle"><a class="OrganicTitle-Link" href="${href}"><h2 class="OrganicTitle-LinkText"><span>${title}</span></h2></a></div>
  <div class="Organic-Subtitle"><div class="Path Organic-Path"><a href="${href}"><b>leaf.example</b><span class="Path-Separator">›</span>tea</a></div>${mark}</div>
  <div class="OrganicText"><span class="OrganicTextContentSpan">Всё про <b>чай</b></span></div>${more}</div></li>`;

describe('a query for Yandex', () => {
  it('names the country by its number', () => {
    const parametersOf = (country: string) => Object.fromEntries(new URL(yandex.start(queryWith({}, country)).url).searchParams);
    expect(parametersOf('RU')).toEqual({ text: 'зелёный чай', lr: '225' });
    expect(['DE', 'FR', 'GB', 'US', 'TR'].map((country) => parametersOf(country).lr)).toEqual(['96', '124', '102', '84', '983']);
    expect(parametersOf('IS')).toEqual({ text: 'зелёный чай' });
  });

  it('keeps the keyword and the paging, and accepts another region', () => {
    const own = [
      { name: 'text', value: 'coffee' },
      { name: 'p', value: '7' },
      { name: 'lr', value: '213' },
    ];
    const { url, headers } = yandex.start(queryWith({ urlParameters: own }));
    expect(Object.fromEntries(new URL(url).searchParams)).toEqual({ text: 'зелёный чай', lr: '213' });
    expect(headers?.['accept-language']).toBe('ru-DE,ru;q=0.9');
  });
});

describe('a page of results', () => {
  const images = 'https://yandex.com/images/search?text=tea';
  const { found, next } = read(
    frame(
      `${result('https://yabs.yandex.ru/count/abc', 'Купить чай', '<div class="z1"><span>Реклама</span></div>', '<div class="Meta"><div class="Meta-Item">Доставка</div></div>')}
      ${result('https://leaf.example/a', '<b>Чай</b> и листья', '', '<div class="Sitelinks"><div class="Sitelinks-Item"><a class="Sitelinks-Title" href="https://leaf.example/promo">Промо</a></div></div><div class="Rating"><span>Рейтинг: 4,2 из 5</span></div>')}
      <li class="q7"><div class="Organic"><h2 class="OrganicTitle"><a class="OrganicTitle-Link" href="${images}">чай — картинки</a></h2></div><a class="Thumb" href="${images}&amp;img_url=https%3A%2F%2Fpics.example%2F1.jpg&amp;source_url=https%3A%2F%2Fpics.example%2Fpage"><img src="//t.example/1"><span>1001x900</span></a></li>
      <li class="q7"><div class="Organic"><h2><a class="OrganicTitle-Link" href="https://yandex.com/video/search?text=tea">видео</a></h2></div><a href="https://yandex.com/video/preview/1?url=https%3A%2F%2Ffilms.example%2F1"><div class="Time">1:36</div><div class="VideoTitle">Как заварить</div></a></li>
      <li class="q7"><div class="Organic"><h2><a class="OrganicTitle-Link" href="https://yandex.com/news/search?text=tea">новости</a></h2></div><div class="News-Item"><a href="https://paper.example/1">Урожай чая</a><span class="Source">Газета</span><time>5 мая 2025</time></div></li>
      <li class="q7"><article class="Products"><h2><a href="https://shop.example/">Популярные товары</a></h2></article></li>
      ${result('https://leaf.example/a', 'Снова та же')}
      ${result('https://yandex.com/turbo?text=https%3A%2F%2Fcup.example%2F', 'Чашки')}
      ${result('https://landing.example/', 'Ещё чай', '<div class="z1"><span>Промо</span></div>').replace('<a class="OrganicTitle-Link"', `<a data-q='{"x":1,"noRedirectUrl":"https://shop.example/tea"}' class="OrganicTitle-Link"`)}`,
      '<div class="serp-adv__found">Нашлось 12 тыс. результатов</div><nav class="Pager"><a class="Pager-Item" href="/search/?text=tea&amp;p=2">3</a><a class="Pager-Item" href="/search/?text=tea&amp;p=1">2</a></nav>',
    ),
  );

  it('has the results, counted from 1 and without duplicates, ads and boxes', () => {
    expect(found.organic.map(({ position, url }) => ({ position, url }))).toEqual([
      { position: 1, url: 'https://leaf.example/a' },
      { position: 2, url: 'https://cup.example/' },
    ]);
    expect(found.organic[0]).toMatchObject({
      rank: 2,
      title: 'Чай и листья',
      displayUrl: 'leaf.example › tea',
      snippet: 'Всё про чай',
      highlighted: ['чай'],
      sitelinks: [{ title: 'Промо', url: 'https://leaf.example/promo' }],
      rating: { value: 4.2, max: 5, votes: null },
    });
    expect(found.totalResults).toBe(12_000);
  });

  it('recognises ads by their click counter and by their marker', () => {
    expect(found.advertisers).toMatchObject([
      { block: 'top', title: 'Купить чай', url: 'https://yabs.yandex.ru/count/abc', domain: 'leaf.example', extensions: ['Доставка'] },
      {
        block: 'bottom',
        title: 'Ещё чай',
        url: 'https://shop.example/tea',
        trackingUrl: 'https://landing.example/',
        domain: 'shop.example',
      },
    ]);
  });

  it('has pictures, videos and news in their own arrays, and nothing in the others', () => {
    expect(found.images).toMatchObject([{ imageUrl: 'https://pics.example/1.jpg', url: 'https://pics.example/page', width: 1001 }]);
    expect(found.videos).toMatchObject([{ title: 'Как заварить', url: 'https://films.example/1', durationSeconds: 96 }]);
    expect(found.news).toMatchObject([{ title: 'Урожай чая', source: 'Газета', publishedAt: '2025-05-05T00:00:00+0000' }]);
    expect([found.answers, found.maps, found.paa, found.knowledgegraph].flat()).toEqual([]);
  });

  it('continues with the next page, not a later one and not in a loop', () => {
    expect(Object.fromEntries(new URL(next?.url ?? '').searchParams)).toMatchObject({ text: 'зелёный чай', p: '1' });
    const body = frame(result('https://a.example/', 'A'), '<div class="pager"><a href="/search/?text=tea&amp;p=1">2</a></div>');
    expect(read(body, { request: { url: `${ADDRESS}?text=tea&p=1` } }).next).toBeUndefined();
  });

  it('is parsed in older markup', () => {
    const body =
      '<div class="serp-list"><div class="serp-block"><div class="serp-item"><h2 class="serp-item__title"><a class="serp-item__title-link" href="http://leaf.example/">Tea</a></h2><div class="serp-item__text">Leaves.</div></div></div></div>';
    expect(read(body).found.organic).toMatchObject([{ title: 'Tea', url: 'http://leaf.example/', snippet: 'Leaves.' }]);
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

  it.each([
    ['in Russian', '<div class="misspell__message">По вашему запросу ничего не нашлось</div>'],
    ['in English', '<div class="RequestMeta-Message">No results matching your search</div>'],
    ['by class', '<div class="RequestMeta-Level RequestMeta-Level_type_error">…</div>'],
  ])('is empty with Yandex’s own marker %s', (_, message) => {
    expect(outcomeOf(frame('', message))).toBe('empty');
  });

  it.each([
    ['a header marks it', '', { headers: { 'x-yandex-captcha': 'captcha' } }],
    ['it was redirected to a captcha', '', { url: 'https://yandex.com/showcaptcha?cc=1' }],
    ['it has a captcha', '<form action="/checkcaptcha?key=1"><div class="CheckboxCaptcha"></div></form>', {}],
    ['it requires a sign-in', '', { url: 'https://passport.yandex.com/auth' }],
    ['there were too many requests', '', { status: 429 }],
    ['the frame has no list', frame(''), {}],
  ])('is blocked when %s', (_, body, change) => {
    expect(outcomeOf(body, change)).toBe('blocked');
  });

  it.each([
    ['it is another page', '<html><body><h1>Welcome to our garden</h1></body></html>'],
    ['it has only a spelling correction', frame('<li>?</li>', '<div class="misspell__message">Добавлены результаты</div>')],
    ['it is empty', ''],
  ])('is unreadable when %s', (_, body) => {
    expect(outcomeOf(body)).toBe('unparsed');
  });
});
