// Checks the requests to Naver and the parser of its current and older pages.
import { describe, expect, it } from 'vitest';
import type { Page } from '../../adapter.ts';
import type { SerpQuery } from '../../serp.ts';
import { naverwebdocs } from '../naverwebdocs/engine.ts';
import { naver } from './engine.ts';

const queryWith = (change: Partial<SerpQuery> = {}): SerpQuery => ({
  engine: 'naver',
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
const parametersOf = (url: string | undefined) => Object.fromEntries(new URL(url ?? 'https://nothing.example/').searchParams);
const page = (body: string, change: Partial<Page> = {}): Page => {
  const request = naver.start(queryWith());
  return { request, url: request.url, status: 200, headers: {}, body, ...change };
};
const frame = (blocks: string): string =>
  `<html><body><form><input name="query" value="녹차"></form><div id="main_pack">${blocks}</div></body></html>`;
const area = (name: string, body: string, tab = 'tab.nx.all'): string =>
  `<div class="sc_new" data-block-id="" data-meta-area="${name}" data-meta-ssc="${tab}"><div class="api_subject_bx">${body}</div></div>`;
const read = (body: string, change: Partial<Page> = {}) => naver.parse(page(body, change), queryWith());
const text = (kind: string, words: string): string => `<span class="sds-comps-text sds-comps-text-type-${kind}">${words}</span>`;
const profile = (name: string, beside: string): string =>
  `<div data-sds-comp="Profile"><div class="sds-comps-profile-info-title">${text('body2', name)}</div><div class="sds-comps-profile-info-subtexts">${text('body2', beside)}</div></div>`;

const web = `<div class="x1"><a href="https://leaf.example/a?b=c">${profile('잎', 'leaf.example › 차')}</a><a href="https://keep.naver.com/">Keep에 바로가기</a>
  <a href="https://leaf.example/a?b=c">${text('headline1', '<mark>녹차</mark> &amp; 잎')}</a>
  <a>${text('body1', '<span>2026.05.04.</span>좋은 <mark>녹차</mark> 고르기')}</a>
  <div><a href="https://leaf.example/shop"><img src="https://search.pstatic.net/sunny?src=https%3A%2F%2Fleaf.example%2Fs.jpg"></a><a href="https://leaf.example/shop">가게</a></div></div>`;
const article = `<div><a href="https://blog.naver.com/tea">${profile('차 일기', '2025.07.08.')}</a>
  <a href="https://blog.naver.com/tea/1">${text('headline1', '녹차 마시는 법')}</a><a href="https://blog.naver.com/tea/1">${text('body1', '물은 팔십 도.')}</a>
  <a href="https://blog.naver.com/tea/1"><img src="https://search.pstatic.net/common/?src=http%3A%2F%2Ffiles.example%2F1.jpg&amp;type=f"></a>
  <a data-template-id="reply" href="https://blog.naver.com/tea/1?re=1">저도요</a><a data-template-id="reply" href="https://blog.naver.com/tea/1?re=1">고마워요</a></div>`;
const story = `<div><div data-sds-comp="Profile"><a href="https://media.naver.com/press/1"><img alt=""></a><div class="sds-comps-profile-info-title"><a href="https://media.naver.com/press/1">차 신문<span> 새 창 열림</span></a></div><span>5시간 전</span><a href="https://n.news.naver.com/mnews/1">네이버뉴스</a></div>
  <a href="https://paper.example/1">${text('headline1', '녹차 풍년')}<span>새 창 열림</span></a><a href="https://paper.example/1">${text('body1', '올해는 많다.')}<span>새 창 열림</span></a>
  <a href="https://other.example/2" data-heatmap-target=".tit">${text('body2', '다른 신문도')}</a></div>`;
const advertisement = `<section><div class="sc_new ad_section"><ul class="lst_type"><li class="lst"><a class="site" href="https://ader.naver.com/v1/a">찻집</a><a class="lnk_url" href="https://ader.naver.com/v1/a">shop.example/tea</a>
  <a class="lnk_head" href="https://ader.naver.com/v1/a" onclick='return goOtherCR(this,"a=pwl.tit&amp;r=1&amp;d="+urlencode("https://shop.example/tea")+"&amp;u="+urlencode(this.href))'><span class="lnk_tit">녹차 할인</span></a>
  <div class="desc_area"><a class="link_desc" href="https://ader.naver.com/v1/a">햇차 도착.</a></div><ul class="lst_link"><li><a href="https://ader.naver.com/v1/b">선물</a></li></ul></li></ul></div></section>`;
const next =
  '<div class="sc_page"><a class="btn_next" href="?nso=&amp;page=2&amp;query=x&amp;sm=tab_pge&amp;start=1&amp;where=web">다음</a></div>';

describe('a query for Naver', () => {
  it('requests the integrated page, and the web documents by the number of the first one', () => {
    expect(parametersOf(naver.start(queryWith()).url)).toEqual({ where: 'nexearch', query: '녹차' });
    expect(parametersOf(naverwebdocs.start(queryWith()).url)).toEqual({ where: 'web', query: '녹차', start: '1' });
  });

  it('uses the mobile host for phones', () => {
    const url = new URL(naver.start(queryWith({ isMobile: true })).url);
    expect([url.hostname, url.searchParams.get('where')]).toEqual(['m.search.naver.com', 'm']);
  });

  it('lets the customer change parameters, but not the keyword, the tab or the paging', () => {
    const own = ['query', 'where', 'start', 'nso'].map((name) => ({ name, value: 'mine' }));
    expect(parametersOf(naver.start(queryWith({ urlParameters: own })).url)).toEqual({ where: 'nexearch', query: '녹차', nso: 'mine' });
  });
});

describe('a current integrated page', () => {
  const { found, next: further } = read(
    frame(
      `${advertisement}${area('ugB_b1R', article)}${area('nws_all', story)}${area('web_gen', web)}${area('kwX_ndT', '<a href="https://leaf.example/q">물어보기</a>')}
      ${area('img_all', '<a href="https://pics.example/p"><img alt="찻잎" src="https://search.pstatic.net/common/?src=https%3A%2F%2Fpics.example%2F1.jpg"></a>')}
      ${area('vid_all', `<div><a href="https://www.youtube.com/watch?v=abcdefghijk"><img src="https://v.example/1.jpg"><span>2:05</span></a><a href="https://www.youtube.com/watch?v=abcdefghijk">${text('headline1', '녹차 우리기')}</a></div>`)}${next}`,
    ),
  );

  it('has articles and web documents as results, in page order, with final URLs', () => {
    expect(found.organic.map(({ position, rank, url }) => ({ position, rank, url }))).toEqual([
      { position: 1, rank: 2, url: 'https://blog.naver.com/tea/1' },
      { position: 2, rank: 4, url: 'https://leaf.example/a?b=c' },
    ]);
    expect(found.organic[0]).toMatchObject({
      title: '녹차 마시는 법',
      siteName: '차 일기',
      snippet: '물은 팔십 도.',
      date: '2025.07.08.',
      publishedAt: '2025-07-08T00:00:00+0000',
      images: [{ url: 'http://files.example/1.jpg', alt: null, sourceUrl: 'https://blog.naver.com/tea/1' }],
    });
    expect(found.organic[1]).toMatchObject({
      title: '녹차 & 잎',
      siteName: '잎',
      displayUrl: 'leaf.example › 차',
      snippet: '좋은 녹차 고르기',
      highlighted: ['녹차'],
      date: '2026.05.04.',
      sitelinks: [{ title: '가게', url: 'https://leaf.example/shop', description: null }],
    });
  });

  it('has the ads separately, with the landing page of the click handler', () => {
    expect(found.advertisers).toHaveLength(1);
    expect(found.advertisers[0]).toMatchObject({
      title: '녹차 할인',
      url: 'https://shop.example/tea',
      trackingUrl: 'https://ader.naver.com/v1/a',
      displayUrl: 'shop.example/tea',
      advertiser: '찻집',
      description: '햇차 도착.',
      sitelinks: [{ title: '선물', url: 'https://ader.naver.com/v1/b', description: null }],
    });
  });

  it('has news, pictures and videos in their own arrays, without the mentions beside them', () => {
    expect(found.news).toMatchObject([
      { title: '녹차 풍년', url: 'https://paper.example/1', source: '차 신문', date: '5시간 전', snippet: '올해는 많다.' },
    ]);
    expect(found.images).toMatchObject([{ url: 'https://pics.example/p', imageUrl: 'https://pics.example/1.jpg', alt: '찻잎' }]);
    expect(found.videos).toMatchObject([{ title: '녹차 우리기', videoId: 'abcdefghijk', durationSeconds: 125 }]);
  });

  it('continues with the web documents', () => {
    expect(parametersOf(further?.url)).toEqual({ where: 'web', query: '녹차', sm: 'tab_pge', page: '2', start: '1' });
  });

  it('is parsed when every class has another name', () => {
    const plain = `<div><a href="https://a.example/1"><b>녹차 하나</b></a><a href="https://a.example/1">첫째 글</a></div><div><a href="https://b.example/2">녹차 둘</a><a href="https://b.example/2">둘째 글</a></div>`;
    expect(read(frame(area('web_gen', plain))).found.organic.map(({ title, snippet }) => [title, snippet])).toEqual([
      ['녹차 하나', '첫째 글'],
      ['녹차 둘', '둘째 글'],
    ]);
  });

  it('is parsed when the area has another name, but only for pages outside Naver', () => {
    const body = area('new_one', `${web}${article}`);
    expect(read(frame(body)).found.organic.map(({ url }) => url)).toEqual(['https://leaf.example/a?b=c']);
  });

  it('has the news as results on the news tab', () => {
    const { organic, news } = read(frame(area('nws', story, 'tab.news.all'))).found;
    expect(organic).toMatchObject([{ type: 'news', url: 'https://paper.example/1', siteName: '차 신문' }]);
    expect(news).toHaveLength(1);
  });

  it('has the pictures of a script', () => {
    const script =
      '<script>var imageSearchTabData = {shopAd:{items:null},content:{url:"x",items:[{"type":"image","title":"<b>차</b>] 밭","link":"https://pics.example/p","originalUrl":"https://pics.example/o.jpg","orgWidth":"800","orgHeight":600}]}};</script>';
    expect(read(frame(area('web_gen', web)) + script).found.images).toMatchObject([
      { title: '차] 밭', url: 'https://pics.example/p', imageUrl: 'https://pics.example/o.jpg', width: 800, height: 600 },
    ]);
  });
});

describe('an older page', () => {
  it('has results, the total and the news', () => {
    const body =
      frame(`<section class="sc_new sp_nnews"><ul class="list_news"><li class="bx"><div class="news_info"><div class="info_group"><a class="info press" href="https://paper.example">차 신문</a><span class="info">3일 전</span></div></div>
        <a class="news_tit" href="https://paper.example/1" title="x">녹차 풍년</a><div class="news_dsc"><a class="dsc_txt_wrap" href="https://paper.example/1">올해는 많다.</a></div></li></ul></section>
      <section class="sc_new sp_nweb"><span class="title_num">1-10 / 1,234건</span><ul class="lst_total">
        <li class="bx"><div class="total_source"><a href="https://leaf.example/"><span class="name">잎</span></a></div><a class="link_tit" href="https://leaf.example/a"><mark>녹차</mark> 이야기</a><div class="total_dsc_wrap"><a class="api_txt_lines total_dsc" href="https://leaf.example/a">찻잎 <mark>녹차</mark></a></div></li>
        <li class="bx"><dl><dt><a class="sh_web_title" href="https://search.naver.com/p/crd/rd?m=1&amp;u=https%3A%2F%2Fcup.example%2F">찻잔</a></dt><dd class="sh_web_passage">흙으로.</dd></dl></li></ul></section>`);
    const { found } = read(body);
    expect(found.organic).toMatchObject([
      { title: '녹차 이야기', url: 'https://leaf.example/a', siteName: '잎', snippet: '찻잎 녹차', highlighted: ['녹차'] },
      { title: '찻잔', url: 'https://cup.example/', snippet: '흙으로.' },
    ]);
    expect(found.news).toMatchObject([{ title: '녹차 풍년', source: '차 신문', date: '3일 전' }]);
    expect(found.totalResults).toBe(1234);
  });
});

describe('a very old page', () => {
  it('is parsed by its sections and headings', () => {
    const body = `<div class="blog section _blogBase"><ul class="type01"><li><dl><dt><a class="sh_blog_title" href="https://blog.naver.com/tea/2">녹차 밭</a></dt><dd class="txt_inline">2019.03.02.</dd><dd class="sh_blog_passage">푸르다.</dd></dl></li></ul></div>`;
    expect(read(frame(body)).found.organic).toMatchObject([{ title: '녹차 밭', url: 'https://blog.naver.com/tea/2', snippet: '푸르다.' }]);
  });
});

describe('a further page of web documents', () => {
  const links = (...starts: number[]): string =>
    starts.map((start) => `<a href="?page=9&amp;start=${start}&amp;where=web">${start}</a>`).join('');
  const at = (start: number, page: string) => ({
    request: { url: `https://search.naver.com/search.naver?where=web&query=x&start=${start}${page}` },
  });

  it('continues with the next one, not an earlier one', () => {
    const { next: further } = read(frame(area('web_gen', web) + links(1, 16, 31, 46)), at(16, '&page=3'));
    expect(parametersOf(further?.url)).toMatchObject({ start: '31', page: '4' });
    expect(parametersOf(read(frame(area('web_gen', web) + links(1, 16)), at(1, '')).next?.url)).not.toHaveProperty('page');
  });

  it('ends the search when there is no later page', () => {
    expect(read(frame(area('web_gen', web) + links(1, 16)), at(16, '&page=3')).next).toBeUndefined();
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

  it('is empty with Naver’s own marker, even beside ads', () => {
    expect(outcomeOf(frame(`${advertisement}<div id="notfound" class="api_noresult_wrap">검색결과가 없습니다.</div>`))).toBe('empty');
  });

  it.each([
    ['the use of the search was restricted', '<html><body><h1>검색 서비스 이용이 제한되었습니다.</h1></body></html>'],
    ['it has a captcha', '<html><body><form action="/ncaptcha/check"></form></body></html>'],
    ['the frame has no blocks', frame('')],
  ])('is blocked when %s', (_, body) => {
    expect(outcomeOf(body)).toBe('blocked');
  });

  it('is blocked by its status or its URL', () => {
    expect(outcomeOf('', { status: 403 })).toBe('blocked');
    expect(outcomeOf('', { status: 429 })).toBe('blocked');
    expect(outcomeOf('', { url: 'https://nid.naver.com/nidlogin.login' })).toBe('blocked');
    expect(outcomeOf('', { status: 503 })).toBe('unreachable');
  });

  it.each([
    ['it is another page', '<html><body><h1>정원에 오신 것을 환영합니다</h1></body></html>'],
    ['it has only an unknown block', frame(area('new_one', '<p>?</p>'))],
    ['it is empty', ''],
  ])('is unreadable when %s', (_, body) => {
    expect(outcomeOf(body)).toBe('unparsed');
  });
});
