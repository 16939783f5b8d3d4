// Checks the requests to Yahoo and the parser, on small handwritten pages.
import { describe, expect, it } from 'vitest';
import type { Page } from '../../adapter.ts';
import type { SerpQuery } from '../../serp.ts';
import { yahoo } from './engine.ts';
import { finalUrl } from './links.ts';

const ADDRESS = 'https://de.search.yahoo.com/search';
const queryWith = (change: Partial<SerpQuery> = {}, countryCode = 'DE'): SerpQuery => ({
  engine: 'yahoo',
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
const page = (body: string, change: Partial<Page> = {}): Page => ({
  request: { url: `${ADDRESS}?p=green+tea` },
  url: `${ADDRESS}?p=green+tea`,
  status: 200,
  headers: {},
  body,
  ...change,
});
const read = (body: string, change: Partial<Page> = {}) => yahoo.parse(page(body, change), queryWith());
const redirect = (url: string): string =>
  `https://r.search.yahoo.com/_ylt=a;_ylu=b/RV=2/RE=1/RO=10/RU=${encodeURIComponent(url)}/RK=2/RS=c-`;
const bingAd = (url: string): string => `https://www.bing.com/aclick?ld=1&u=${Buffer.from(encodeURIComponent(url)).toString('base64url')}`;
const bingClick = (url: string): string => `https://www.bing.com/ck/a?!&&p=1&u=a1${Buffer.from(url).toString('base64url')}&ntb=1`;
const frame = (main: string, right = ''): string =>
  `<html><body><form><input name="p"></form><div class="dd bar"><a href="https://news.search.yahoo.com/search?p=x">News</a><a href="https://shopping.yahoo.com/">Shopping</a></div>
  <div id="main">${main}</div><div id="right">${right}</div></body></html>`;
const result = (url: string, title: string, more = ''): string =>
  `<li><div class="dd algo algo-sr"><div class="compTitle"><a href="${redirect(url)}"><div class="p-abs"><img width="16" src="https://icons.example/1.png"><span><span class="d-b">Leaf</span>https://leaf.example › tea</span></div>
  <h3 class="title"><span>${title}</span></h3></a></div><div class="compText"><p><span class="fc-smoke">Mar 13, 2026 · </span>All about <b>green tea</b> &amp; more</p></div>${more}</div></li>`;

describe('a query for Yahoo', () => {
  it.each([
    ['US', 'en', 'search.yahoo.com'],
    ['US', 'es', 'espanol.search.yahoo.com'],
    ['GB', 'en', 'uk.search.yahoo.com'],
    ['DE', 'de', 'de.search.yahoo.com'],
    ['MY', 'en', 'malaysia.search.yahoo.com'],
    ['JP', 'ja', 'search.yahoo.co.jp'],
    ['IS', 'is', 'search.yahoo.com'],
  ])('for %s in %s goes to %s', (country, language, host) => {
    expect(new URL(yahoo.start(queryWith({ language }, country)).url).hostname).toBe(host);
  });

  it('keeps the keyword and the paging, and accepts other parameters', () => {
    const own = [
      { name: 'p', value: 'coffee' },
      { name: 'b', value: '71' },
      { name: 'btf', value: 'd' },
    ];
    const { url, headers } = yahoo.start(queryWith({ urlParameters: own }));
    expect(Object.fromEntries(new URL(url).searchParams)).toEqual({ p: 'green tea', ei: 'UTF-8', btf: 'd' });
    expect(headers?.['accept-language']).toBe('de-DE,de;q=0.9');
  });
});

describe('a link of Yahoo', () => {
  it.each([
    [redirect('https://leaf.example/a?b=c&d=%2F'), 'https://leaf.example/a?b=c&d=%2F'],
    ['http://r.search.yahoo.com/_ylt=x/RU=http%3a%2f%2fleaf.example%2fa/RK=0/RS=y-', 'http://leaf.example/a'],
    [redirect(bingClick('https://leaf.example/?q=1')), 'https://leaf.example/?q=1'],
    [redirect(bingAd('https://shop.example/x')), 'https://shop.example/x'],
    ['https://rd.yahoo.co.jp/o/web/*-https%3A//leaf.example/', 'https://leaf.example/'],
    ['https://finance.yahoo.com/quote/TEA', 'https://finance.yahoo.com/quote/TEA'],
    ['https://r.search.yahoo.com/cbclk2/dWU9', null],
    ['javascript:void(0)', null],
  ])('%s leads to %s', (href, target) => {
    expect(finalUrl(href)).toBe(target);
  });
});

describe('a page of results', () => {
  const { found, next } = read(
    frame(
      `<ol class="reg searchCenterTopAds"><li><div class="dd ads"><h3 class="title"><a href="${redirect(bingAd('https://shop.example/tea?x=1'))}">Buy tea</a></h3><cite>shop.example</cite><div class="compText"><p>Fresh leaves.</p></div></div></li></ol>
      <div id="web"><ol class="searchCenterMiddle">
      ${result('https://leaf.example/a?b=c', 'Tea &amp; leaves', '<div class="compList"><ul><li><a href="https://leaf.example/shop">Shop</a><p>Buy it.</p></li></ul></div>')}
      <li><div class="dd Video"><h3><a href="https://video.search.yahoo.com/search/video?p=tea">Videos</a></h3><ul><li class="s-card"><a href="https://video.search.yahoo.com/search/video?p=tea&amp;rurl=https%3A%2F%2Fwww.youtube.com%2Fwatch%3Fv%3Dabcdefghijk"><img width="200" src="https://t.example/1.jpg"><div class="ctimestamp">2:05</div><p class="s-card-cite">YouTube</p><p class="s-card-hl">How to brew</p><p class="s-card-date">Dec 10, 2018</p><p class="s-card-views">20.6M Views</p></a></li></ul></div></li>
      <li><div class="dd bingrelqa"><div class="compContainerExp"><div class="itm" qidx="1"><div class="ttl-l" role="button" aria-expanded="false">Is tea healthy?</div><div class="exp hidden"><div class="compTextList"><ul><li>It can be.</li></ul></div><h3><a href="https://health.example/tea">Tea and health</a></h3><span class="cite">health.example</span></div></div></div></div></li>
      <li><div class="dd News"><h3><a href="https://news.search.yahoo.com/search?p=tea">News</a></h3><ul><li><h4><a href="${redirect('https://paper.example/harvest')}">A good harvest of tea</a></h4><span class="s-source">The Paper</span><span class="s-time">1 day ago</span></li></ul></div></li>
      <li><div class="dd Img"><h3><a href="https://images.search.yahoo.com/search/images?p=tea">Images</a></h3><ul><li><a href="https://images.search.yahoo.com/images/view?imgurl=pics.example%2F1.jpg&amp;rurl=https%3A%2F%2Fpics.example%2Fpage&amp;w=800&amp;h=600"><img alt="A cup" src="https://t.example/2.jpg"></a></li></ul></div></li>
      ${result('https://leaf.example/a?b=c', 'The same page again')}${result('https://cup.example/', 'Cups')}</ol></div>
      <div class="compPagination"><strong>1</strong><a href="/search;_ylt=x?p=green+tea&amp;b=15&amp;pz=7">3</a><a class="next" href="/search;_ylt=x?p=green+tea&amp;b=8&amp;pz=7">Next</a><span>About 34,700,000 search results</span></div>`,
      '<ol class="cardReg"><li><div class="dd kg"><div class="compTitle"><h2 class="title">Tea</h2></div><div class="compText"><p>Tea is a drink. <a href="https://wiki.example/Tea">Wiki</a></p></div><div class="compInfo"><ul><li><b>Origin:</b> China</li></ul></div></div></li></ol><div class="dd AlsoTry"><h2>Related</h2><ul class="compDlink"><li><a href="/search?p=x">x</a></li></ul></div>',
    ),
  );

  it('has the results with their final URLs, counted from 1 and without duplicates', () => {
    expect(found.organic.map(({ position, url }) => ({ position, url }))).toEqual([
      { position: 1, url: 'https://leaf.example/a?b=c' },
      { position: 2, url: 'https://cup.example/' },
    ]);
    expect(found.organic[0]).toMatchObject({
      rank: 2,
      title: 'Tea & leaves',
      displayUrl: 'https://leaf.example › tea',
      siteName: 'Leaf',
      snippet: 'All about green tea & more',
      highlighted: ['green tea'],
      date: 'Mar 13, 2026',
      publishedAt: '2026-03-13T00:00:00+0000',
      sitelinks: [{ title: 'Shop', url: 'https://leaf.example/shop', description: 'Buy it.' }],
      images: [],
    });
    expect(found.totalResults).toBe(34_700_000);
  });

  it('has the ads separately, with the landing page and the click URL', () => {
    expect(found.advertisers).toMatchObject([
      { block: 'top', title: 'Buy tea', url: 'https://shop.example/tea?x=1', domain: 'shop.example', description: 'Fresh leaves.' },
    ]);
    expect(found.advertisers[0]?.trackingUrl).toContain('r.search.yahoo.com');
  });

  it('has the boxes in their own arrays', () => {
    expect(found.videos).toMatchObject([
      { title: 'How to brew', videoId: 'abcdefghijk', source: 'YouTube', durationSeconds: 125, views: 20_600_000, date: 'Dec 10, 2018' },
    ]);
    expect(found.paa).toMatchObject([{ question: 'Is tea healthy?', answer: 'It can be.', url: 'https://health.example/tea' }]);
    expect(found.news).toMatchObject([{ title: 'A good harvest of tea', url: 'https://paper.example/harvest', source: 'The Paper' }]);
    expect(found.images).toMatchObject([{ url: 'https://pics.example/page', imageUrl: 'https://pics.example/1.jpg', width: 800 }]);
    expect(found.knowledgegraph).toMatchObject([
      { title: 'Tea', description: 'Tea is a drink.', rank: null, attributes: [{ name: 'Origin', value: 'China' }] },
    ]);
  });

  it('continues at the page’s next link, not a later one', () => {
    expect(Object.fromEntries(new URL(next?.url ?? '').searchParams)).toMatchObject({ p: 'green tea', b: '8', pz: '7' });
    const second = { request: { url: `${ADDRESS}?p=tea&b=8` } };
    expect(read(frame(`${result('https://a.example/', 'A')}<a class="next" href="/search?b=8">x</a>`), second).next).toBeUndefined();
  });

  it('is parsed when the link is in the heading and has a label', () => {
    const body = frame(
      `<ol><li><div class="dd algo"><h3 class="title"><a aria-label="&lt;b&gt;Tea&lt;/b&gt; leaves" href="https://leaf.example/"><span class="p-abs">Leaf<span>leaf.example</span></span>Tea leaves</a></h3><div class="compText"><p>Leaves.</p></div></div></li></ol>`,
    );
    expect(read(body).found.organic).toMatchObject([{ title: 'Tea leaves', url: 'https://leaf.example/', snippet: 'Leaves.' }]);
  });

  it.each([
    ['in front of the title', '<h3><a href="https://leaf.example/"><span>leaf.example<span> › tea</span></span>Tea leaves</a></h3>'],
    ['below the title', '<h3><a href="https://leaf.example/">Tea leaves</a></h3><div><span>leaf.example › tea</span></div>'],
  ])('is parsed when the displayed URL is %s', (_, title) => {
    const body = frame(
      `<ol><li><div class="algo"><div class="compTitle">${title}</div><div class="compText"><p>Leaves.</p></div></div></li></ol>`,
    );
    expect(read(body).found.organic).toMatchObject([{ title: 'Tea leaves', displayUrl: 'leaf.example › tea', siteName: null }]);
  });

  it('is parsed when the class of results has another name', () => {
    const body = frame(
      '<ol><li><h3><a href="https://leaf.example/">Leaf</a></h3><p>Leaves.</p></li><li><h3><a href="https://search.yahoo.com/search?p=x">more</a></h3></li></ol>',
    );
    expect(read(body).found.organic.map((item) => item.url)).toEqual(['https://leaf.example/']);
  });

  it('is parsed when it is from Yahoo Japan', () => {
    const body =
      '<html><body><input name="p"><div id="contents"><div class="sw-CardBase"><div class="sw-Card Algo"><a href="https://ocha.example/"><h3>緑茶</h3></a><cite class="sw-Cite">ocha.example</cite><p class="sw-Card__summary">お茶の話。</p></div></div></div></body></html>';
    expect(read(body).found.organic).toMatchObject([
      { title: '緑茶', url: 'https://ocha.example/', snippet: 'お茶の話。', displayUrl: 'ocha.example' },
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

  it.each([
    ['by class', '<ol><li><div class="dd zrp"><p>…</p></div></li></ol>'],
    ['in English', '<ol><li><p>We did not find results for: <b>xyzzy</b>.</p></li></ol>'],
    ['in Japanese', '<p>「xyzzy」に一致するウェブページは見つかりませんでした。</p>'],
  ])('is empty with Yahoo’s own marker %s', (_, main) => {
    expect(outcomeOf(frame(main))).toBe('empty');
  });

  it.each([
    ['it has a consent screen', '<div id="consent-page"><form class="consent-form"></form></div>', {}],
    ['it is the consent screen', '', { url: 'https://consent.yahoo.com/v2/collectConsent?sessionId=1' }],
    ['it is the consent host of the company', '', { url: 'https://guce.yahoo.com/consent' }],
    ['it has a captcha', frame('<div class="g-recaptcha"></div>'), {}],
    ['Yahoo denies it', 'Request denied', { status: 999 }],
    ['there were too many requests', '', { status: 429 }],
    ['the frame has no list', frame('<div id="web"></div>'), {}],
  ])('is blocked when %s', (_, body, change) => {
    expect(outcomeOf(body, change)).toBe('blocked');
  });

  it('is unreachable when Yahoo reports a server error', () => {
    expect(outcomeOf('', { status: 503 })).toBe('unreachable');
  });

  it.each([
    ['it is another page', '<html><body><div id="main"><ol><li><h3><a href="https://a.example/">A</a></h3></li></ol></div></body></html>'],
    ['it has only an unknown block', frame('<ol><li>?</li></ol>')],
    ['it is empty', ''],
  ])('is unreadable when %s', (_, body) => {
    expect(outcomeOf(body)).toBe('unparsed');
  });
});
