// Checks the requests to Bing and the parser of its pages.
import { describe, expect, it } from 'vitest';
import type { Page, PageRequest } from '../../adapter.ts';
import type { SerpQuery } from '../../serp.ts';
import { bing } from './engine.ts';

const queryWith = (change: Partial<SerpQuery> = {}, countryCode = 'DE'): SerpQuery => ({
  engine: 'bing',
  keyword: 'green tea',
  region: { canonicalName: 'Somewhere', countryCode, type: 'country', latitude: 51, longitude: 9 },
  language: 'de',
  isMobile: false,
  maxResults: 10,
  userAgent: null,
  urlParameters: [],
  cookieParameters: [],
  ...change,
});

const ADDRESS = 'https://www.bing.com/search';
const page = (body: string, change: Partial<Page> = {}): Page => ({
  request: { url: ADDRESS },
  url: ADDRESS,
  status: 200,
  headers: {},
  body,
  ...change,
});
const click = (url: string): string =>
  `https://www.bing.com/ck/a?!&amp;&amp;p=1&amp;u=a1${Buffer.from(url).toString('base64url')}&amp;ntb=1`;
const frame = (list: string, rest = ''): string =>
  `<html><body><header id="b_header"><form id="sb_form"></form></header><ol id="b_results">${list}</ol>${rest}</body></html>`;
const result = (url: string, title: string, more = ''): string =>
  `<li class="b_algo"><div class="b_tpcn"><a class="tilk" href="${click(url)}"><div class="tptt">Leaf</div><div class="b_attribution"><cite>https://leaf.example › tea</cite></div></a></div>
  <h2><a href="${click(url)}">${title}</a></h2><div class="b_caption"><p class="b_lineclamp2"><span class="news_dt">Aug 15, 2025</span>&nbsp;· All about <strong>green tea</strong> &amp; more</p></div>${more}</li>`;
const read = (body: string, change: Partial<Page> = {}) => bing.parse(page(body, change), queryWith());

describe('a query for Bing', () => {
  const parametersOf = (request: PageRequest) => Object.fromEntries(new URL(request.url).searchParams);

  it('names the market, and the language header agrees', () => {
    const request = bing.start(queryWith());
    expect(parametersOf(request)).toEqual({ q: 'green tea', mkt: 'de-DE', setlang: 'de', cc: 'DE', first: '1' });
    expect(request.headers?.['accept-language']).toBe('de-DE,de;q=0.9');
  });

  it('falls back to the language of the country when the market is unknown', () => {
    const request = bing.start(queryWith({ language: 'ja' }, 'BR'));
    expect(parametersOf(request)).toMatchObject({ mkt: 'pt-BR', setlang: 'ja', cc: 'BR' });
    expect(request.headers?.['accept-language']).toBe('pt-BR,pt;q=0.9,ja;q=0.7');
  });

  it('names no market for a country that has none', () => {
    const request = bing.start(queryWith({ language: 'ja' }, 'JA'));
    expect(parametersOf(request)).not.toHaveProperty('mkt');
    expect(request.headers?.['accept-language']).toBe('ja-JA,ja;q=0.9');
  });

  it('uses the customer’s market, and keeps the keyword and the paging', () => {
    const own = [
      { name: 'mkt', value: 'fr-FR' },
      { name: 'q', value: 'coffee' },
      { name: 'first', value: '91' },
      { name: 'adlt', value: 'off' },
    ];
    const request = bing.start(queryWith({ urlParameters: own }));
    expect(parametersOf(request)).toMatchObject({ q: 'green tea', mkt: 'fr-FR', first: '1', adlt: 'off' });
    expect(request.headers?.['accept-language']).toMatch(/^fr-FR,/);
  });
});

describe('a page of results', () => {
  const rich = frame(
    `<li class="b_ad"><ul><li><div class="sb_add"><h2><a href="https://www.bing.com/aclick?ld=1&amp;u=${Buffer.from(encodeURIComponent('https://shop.example/tea?x=1')).toString('base64url')}">Buy tea</a></h2>
      <div class="b_caption"><div class="b_adurl"><cite>shop.example</cite></div><p><span class="b_adSlug">Ad</span>Fresh leaves.</p><p class="b_secondaryText callout_vis">Free delivery · Since 1990</p></div></div></li></ul></li>
    ${result('https://leaf.example/a?b=c', 'Tea &amp; leaves', '<div class="b_vlist2col b_deep"><ul><li><h3><a href="https://leaf.example/shop">Shop</a></h3><p>Buy it.</p></li></ul></div>')}
    <li class="b_ans"><h2><a href="/news/search?q=tea">News about tea</a></h2><ul><li><h5><a href="https://paper.example/harvest">A good harvest of tea</a></h5><cite>The Paper<span class="b_secondaryText"> · 1 day ago</span></cite></li></ul></li>
    <li class="b_ans"><div id="elc" data-ypid="YN1"><h2>Tea House</h2><div class="b_factrow"><span class="csrc" aria-label="Star Rating: 4,5 out of 5."></span> <a href="https://rate.example/">Rate (12)</a></div><div class="b_factrow"><span class="b_address">1 High Street</span></div>
      <a class="ibs_2btns" href="https://teahouse.example/">Website</a></div><div id="c-eid_YN1" elat="1.5" elong="-2.5"></div></li>
    <li class="b_ans"><div class="mc_vtvc" vrhm='{"murl":"https://www.youtube.com/watch?v=abcdefghijk"}'><a class="mc_vtvc_link" href="/videos/search?q=tea"><div class="mc_bc">2:05</div><div class="mc_vtvc_title">How to brew</div>
      <div class="mc_vtvc_meta_pubdate"><span>83K views</span><span>3 months ago</span></div><div class="mc_vtvc_meta_channel"><span>YouTube</span><span class="mc_vtvc_meta_row_channel">Brewers</span></div></a></div></li>
    <li class="b_ans"><a class="iusc" m='{"purl":"https://pics.example/page","murl":"https://pics.example/1.jpg","t":"A cup"}' href="/images/search?view=detail"><img alt="cup"></a></li>
    <li class="b_ans"><div data-tag="RelatedQnA.Item" data-query="Is tea healthy?"><div class="rwrl">It can be.</div><div class="b_algo"><p><a href="https://health.example/tea">Tea and health</a></p></div></div></li>
    <li class="b_ans"><div class="b_focusTextLarge">100 °C</div><a href="https://boil.example/">Boiling</a></li>
    ${result('https://leaf.example/a?b=c', 'The same page again')}
    ${result('https://cup.example/', 'Cups')}
    <li class="b_pag"><a class="sb_pagN" href="/search?q=green+tea&amp;first=11&amp;FORM=PORE">Next</a></li>`,
    `<span class="sb_count">About 38,500 results</span><ol id="b_context"><li class="b_ans"><div class="b_entityTP"><h2 class="b_entityTitle">Tea</h2><div class="b_entitySubTitle">Drink</div>
      <div class="b_snippet"><span><span>Tea is a drink.</span></span></div><div class="b_factrow"><span class="cbl">Origin:</span> <a href="/search?q=China">China</a></div></div></li></ol>`,
  );
  const { found, next } = read(rich);

  it('has the results with their final URLs, counted from 1 and without duplicates', () => {
    expect(found.organic.map(({ position, rank, url }) => ({ position, rank, url }))).toEqual([
      { position: 1, rank: 2, url: 'https://leaf.example/a?b=c' },
      { position: 2, rank: 9, url: 'https://cup.example/' },
    ]);
    expect(found.organic[0]).toMatchObject({
      title: 'Tea & leaves',
      displayUrl: 'https://leaf.example › tea',
      siteName: 'Leaf',
      snippet: 'All about green tea & more',
      highlighted: ['green tea'],
      date: 'Aug 15, 2025',
      publishedAt: '2025-08-15T00:00:00+0000',
      sitelinks: [{ title: 'Shop', url: 'https://leaf.example/shop', description: 'Buy it.' }],
    });
    expect(found.totalResults).toBe(38500);
    expect(found.empty).toBe(false);
  });

  it('has the ads separately, with the landing page and the click URL', () => {
    expect(found.advertisers).toHaveLength(1);
    expect(found.advertisers[0]).toMatchObject({
      block: 'top',
      title: 'Buy tea',
      url: 'https://shop.example/tea?x=1',
      trackingUrl: expect.stringContaining('/aclick'),
      description: 'Fresh leaves.',
      extensions: ['Free delivery', 'Since 1990'],
    });
  });

  it('has the boxes in their own arrays', () => {
    expect(found.news[0]).toMatchObject({ title: 'A good harvest of tea', source: 'The Paper', date: '1 day ago' });
    expect(found.maps[0]).toMatchObject({
      title: 'Tea House',
      address: '1 High Street',
      url: 'https://teahouse.example/',
      rating: { value: 4.5, max: 5, votes: 12 },
      coordinates: { latitude: 1.5, longitude: -2.5 },
    });
    expect(found.videos[0]).toMatchObject({
      videoId: 'abcdefghijk',
      durationSeconds: 125,
      views: 83000,
      date: '3 months ago',
      source: 'YouTube',
    });
    expect(found.images[0]).toMatchObject({ url: 'https://pics.example/page', imageUrl: 'https://pics.example/1.jpg', title: 'A cup' });
    expect(found.paa[0]).toMatchObject({ question: 'Is tea healthy?', answer: 'It can be.', url: 'https://health.example/tea' });
    expect(found.answers).toHaveLength(1);
    expect(found.answers[0]).toMatchObject({ type: 'answer_box', text: '100 °C', url: 'https://boil.example/' });
    expect(found.knowledgegraph[0]).toMatchObject({ title: 'Tea', subtitle: 'Drink', description: 'Tea is a drink.', rank: null });
    expect(found.knowledgegraph[0]?.attributes[0]).toMatchObject({ name: 'Origin', value: 'China' });
  });

  it('continues at the page’s next link, with the same query', () => {
    expect(Object.fromEntries(new URL(next?.url ?? '').searchParams)).toMatchObject({ q: 'green tea', mkt: 'de-DE', first: '11' });
  });

  it('is parsed when the heading is inside its link, as on phones', () => {
    const body = frame(
      `<li class="b_algo"><a href="https://leaf.example/"><h2>Leaf</h2></a><div class="b_caption"><p>Leaves.</p></div></li>`,
    );
    expect(read(body).found.organic).toMatchObject([{ title: 'Leaf', url: 'https://leaf.example/', snippet: 'Leaves.' }]);
  });

  it('is parsed when the class of results has another name', () => {
    const body = frame(
      '<li class="new"><h2><a href="https://leaf.example/">Leaf</a></h2></li><li class="b_msg"><h2><a href="/search?q=x">more</a></h2></li>',
    );
    expect(read(body).found.organic.map((item) => item.url)).toEqual(['https://leaf.example/']);
  });

  it('is not a block page when it shows the consent dialog', () => {
    expect(read(frame(result('https://a.example/', 'A'), '<div id="bnp_container"></div>')).found.organic).toHaveLength(1);
  });
});

describe('a second page', () => {
  const second = { request: { url: `${ADDRESS}?q=tea&first=11` } };
  const pages = (...firsts: number[]) =>
    frame(
      `${result('https://a.example/', 'A')}<li class="b_pag">${firsts.map((first) => `<a href="/search?q=tea&amp;first=${first}">x</a>`).join('')}</li>`,
    );

  it('continues with the third page, not the first', () => {
    expect(new URL(read(pages(1, 21, 31), second).next?.url ?? '').searchParams.get('first')).toBe('21');
  });

  it('ends the search when there is no later page', () => {
    expect(read(pages(1, 11), second).next).toBeUndefined();
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

  it('is empty with Bing’s own marker', () => {
    expect(outcomeOf(frame('<li class="b_no"><h1>There are no results for xyzzy</h1></li>'))).toBe('empty');
  });

  it.each([
    ['it has a captcha', frame('', '<div class="captcha"><div class="captcha_header">One last step</div></div>')],
    ['it asks for proof of a human', '<html><body><h1>Please verify that you are not a robot</h1></body></html>'],
    ['it has a consent screen', '<html><body><div id="bnp_container"><button id="bnp_btn_accept">OK</button></div></body></html>'],
    ['the frame has no list', frame('')],
  ])('is blocked when %s', (_, body) => {
    expect(outcomeOf(body)).toBe('blocked');
  });

  it('is blocked by its status or its URL', () => {
    expect(outcomeOf('', { status: 429 })).toBe('blocked');
    expect(outcomeOf('', { url: 'https://login.live.com/login.srf' })).toBe('blocked');
    expect(outcomeOf('', { status: 503 })).toBe('unreachable');
  });

  it.each([
    ['it is another page', '<html><body><h1>Welcome to our garden</h1></body></html>'],
    ['it has only an unknown block', frame('<li class="b_strange">?</li>')],
    ['it is empty', ''],
  ])('is unreadable when %s', (_, body) => {
    expect(outcomeOf(body)).toBe('unparsed');
  });
});
