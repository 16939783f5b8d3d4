// Checks the requests to Daum and the parser of its current and older pages.
import { describe, expect, it } from 'vitest';
import type { Page } from '../../adapter.ts';
import type { SerpQuery } from '../../serp.ts';
import { daumsite } from '../daumsite/engine.ts';
import { daumweb } from '../daumweb/engine.ts';

const queryWith = (change: Partial<SerpQuery> = {}): SerpQuery => ({
  engine: 'daumweb',
  keyword: '녹차',
  region: { canonicalName: 'South Korea', countryCode: 'KR', type: 'Country', latitude: 36, longitude: 128 },
  language: 'ko',
  isMobile: false,
  maxResults: 10,
  userAgent: null,
  urlParameters: [],
  cookieParameters: [],
  ...change,
});
const read = (body: string, change: Partial<Page> = {}) => {
  const request = daumweb.start(queryWith());
  return daumweb.parse({ request, url: request.url, status: 200, headers: {}, body, ...change }, queryWith());
};
const outcomeOf = (body: string, change: Partial<Page> = {}): string => {
  try {
    return read(body, change).found.empty ? 'empty' : 'valid';
  } catch (error) {
    return (error as { outcome?: string }).outcome ?? String(error);
  }
};
const frame = (body: string): string =>
  `<html><body><form><input name="q" value="녹차"></form><div id="mArticle">${body}</div></body></html>`;
const paging = (...pages: number[]): string => pages.map((page) => `<a href="?w=web&amp;q=x&amp;p=${page}">${page}</a>`).join('');

const today = `<div disp-attr="TWA"><div><c-header-collection data-title="통합웹"></c-header-collection><ul><li><template>
  <c-card><c-header-item data-href="https://leaf.example/"><c-frag>잎</c-frag></c-header-item><c-doc-web><c-title data-href="https://leaf.example/a">[<b>녹차</b>] 이야기 &amp; 잎</c-title>
  <c-contents-desc data-href="https://leaf.example/a">좋은 <b>녹차</b>.</c-contents-desc><c-frag>2026.05.04.</c-frag></c-doc-web></c-card></template></li>
  <li><template><c-card><c-title data-href="https://search.daum.net/search?w=tot&amp;q=x">관련 검색어</c-title></c-card></template></li></ul></div></div>`;
const earlier = `<div disp-attr="WSA"><div id="webdocColl"><h2 class="tit">웹문서</h2><ul class="list_info"><li><div class="wrap_thumb"><a href="https://cup.example/1"><img class="thumb_img" src="https://img.example/1.jpg"></a></div>
  <div class="cont_inner"><div class="wrap_tit"><a class="f_link_b" href="https://cup.example/1">찻잔</a></div><span class="f_nb date">3일전</span><p class="f_eb desc">흙으로 <b>빚은</b> 잔.</p>
  <div class="info"><a class="f_url" href="https://cup.example/1">cup.example/1</a><a class="f_nb" href="?w=web&amp;q=site:cup.example">이 사이트만</a></div></div></li></ul></div></div>`;
const news = `<div disp-attr="NNS"><div id="newsColl"><h2>뉴스</h2><ul><li><div class="wrap_tit"><a href="https://v.daum.net/v/1">녹차 풍년</a></div><span class="f_nb date">2026.01.02<span class="txt_bar">|</span>차 신문</span><p class="desc">많다.</p></li></ul></div></div>`;
const videos = `<div disp-attr="VO2"><div id="vclipColl"><ul><li><a href="https://www.youtube.com/watch?v=abcdefghijk"><img src="https://img.example/v.jpg"><span class="txt_time">2:05</span></a><div class="wrap_tit"><a href="https://www.youtube.com/watch?v=abcdefghijk">우리기</a></div></li></ul></div></div>`;
const advertisement = `<div disp-attr="0PL"><div class="ad_sch" id="premiumLinkColl"><h2>프리미엄링크</h2><ul><li><strong class="tit-g"><a href="https://keyword.ad.daum.net/short/clk?q=1" onclick='smartLog(this, "dc=0PL&amp;d=%2F%2Fshop.example%2Ftea&amp;r=1", event)'>녹차 할인</a></strong>
  <a class="f_url" href="https://keyword.ad.daum.net/short/clk?q=2">shop.example</a><p class="desc">햇차.</p></li></ul></div></div>`;

describe('a query for Daum', () => {
  it('names the tab and the page, which the customer cannot change', () => {
    const own = ['q', 'w', 'p', 'sort'].map((name) => ({ name, value: 'mine' }));
    const parameters = (url: string) => Object.fromEntries(new URL(url).searchParams);
    expect(parameters(daumweb.start(queryWith()).url)).toEqual({ w: 'web', q: '녹차', p: '1' });
    expect(parameters(daumsite.start(queryWith({ urlParameters: own })).url)).toEqual({ w: 'site', q: '녹차', p: '1', sort: 'mine' });
  });
});

describe('a page of results', () => {
  const { found, next } = read(frame(`${advertisement}${today}${news}${earlier}${videos}${paging(1, 2, 3)}`));

  it('has the results of current elements and of older lists', () => {
    expect(found.organic).toMatchObject([
      {
        position: 1,
        rank: 2,
        title: '[녹차] 이야기 & 잎',
        url: 'https://leaf.example/a',
        siteName: '잎',
        snippet: '좋은 녹차.',
        highlighted: ['녹차'],
        date: '2026.05.04.',
        publishedAt: '2026-05-04T00:00:00+0000',
      },
      {
        position: 2,
        rank: 4,
        title: '찻잔',
        url: 'https://cup.example/1',
        displayUrl: 'cup.example/1',
        siteName: null,
        snippet: '흙으로 빚은 잔.',
        date: '3일전',
        images: [{ url: 'https://img.example/1.jpg', alt: null, sourceUrl: 'https://cup.example/1' }],
      },
    ]);
    expect(found.organic).toHaveLength(2);
  });

  it('has ads, news and videos in their own arrays', () => {
    expect(found.advertisers).toMatchObject([
      {
        title: '녹차 할인',
        url: 'https://shop.example/tea',
        trackingUrl: 'https://keyword.ad.daum.net/short/clk?q=1',
        displayUrl: 'shop.example',
        description: '햇차.',
      },
    ]);
    expect(found.news).toMatchObject([
      { title: '녹차 풍년', url: 'https://v.daum.net/v/1', source: '차 신문', date: '2026.01.02', snippet: '많다.' },
    ]);
    expect(found.videos).toMatchObject([{ title: '우리기', videoId: 'abcdefghijk', durationSeconds: 125 }]);
  });

  it('continues with the next page of the same tab, and ends without a later page', () => {
    expect(new URL(next?.url ?? '').searchParams.get('p')).toBe('2');
    const third = { request: { url: 'https://search.daum.net/search?w=web&q=x&p=3' } };
    expect(read(frame(`${today}${paging(1, 2, 3)}`), third).next).toBeUndefined();
    expect(read(frame(`${today}<a href="?w=blog&amp;q=x&amp;p=2">블로그</a>`)).next).toBeUndefined();
  });
});

describe('the news tab', () => {
  it('has the news as results', () => {
    const { found } = read(frame(`<input name="w" type="hidden" value="news">${news}`));
    expect(found.organic).toMatchObject([{ type: 'news', url: 'https://v.daum.net/v/1' }]);
    expect(found.news).toHaveLength(1);
  });
});

describe('a page without results', () => {
  it('is empty with Daum’s own text in the results column', () => {
    expect(outcomeOf(frame('<div class="result_none"><p>녹차에 대한 검색결과가 없습니다.</p></div>'))).toBe('empty');
  });

  it.each([
    ['it has a captcha form', frame('<form action="/captcha/check"></form>')],
    ['it reports unusual queries', '<html><body><h1>비정상적인 검색이 감지되었습니다</h1></body></html>'],
    ['the frame has no collections', frame('')],
  ])('is blocked when %s', (_, body) => {
    expect(outcomeOf(body)).toBe('blocked');
  });

  it('is blocked by its status or its URL', () => {
    expect(outcomeOf('', { status: 429 })).toBe('blocked');
    expect(outcomeOf('', { url: 'https://accounts.kakao.com/login' })).toBe('blocked');
    expect(outcomeOf('', { status: 502 })).toBe('unreachable');
  });

  it.each(['', '<html><body><h1>정원</h1></body></html>', frame('<div disp-attr="ZZZ"><p>?</p></div>')])(
    'is unreadable when it is %j',
    (body) => {
      expect(outcomeOf(body)).toBe('unparsed');
    },
  );
});
