// Checks Baidu on handwritten pages, and on captured pages if there are any.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Page } from '../../adapter.ts';
import { createDataset } from '../../sandbox/dataset.ts';
import type { SerpQuery } from '../../serp.ts';
import { baidu } from './engine.ts';
import { baiduSite } from './sandbox.ts';

const queryWith = (change: Partial<SerpQuery> = {}): SerpQuery => ({
  engine: 'baidu',
  keyword: '绿茶',
  region: { canonicalName: 'China', countryCode: 'CN', type: 'Country', latitude: 35, longitude: 105 },
  language: 'zh',
  isMobile: false,
  maxResults: 10,
  userAgent: null,
  urlParameters: [],
  cookieParameters: [],
  ...change,
});
const pageOf = (body: string, change: Partial<Page> = {}): Page => {
  const request = baidu.start(queryWith());
  return { request, url: request.url, status: 200, headers: {}, body, ...change };
};
const read = (body: string) => baidu.parse(pageOf(body), queryWith());
const outcomeOf = (body: string, change: Partial<Page> = {}): string => {
  try {
    baidu.parse(pageOf(body, change), queryWith());
    return 'read';
  } catch (error) {
    return (error as { outcome: string }).outcome;
  }
};
const list = (inner: string, more = ''): string =>
  `<html><head><title>绿茶_百度搜索</title></head><body><div id="content_left">${inner}</div>${more}</body></html>`;

const TODAY = `<div class="result c-container new-pmd" id="1" tpl="www_index" mu="https://tea.example/green">
<h3 class="t _sc-title_1"><a href="http://www.baidu.com/link?url=abc" data-module="title"><em>绿茶</em>的种类</a></h3>
<div data-module="abstract"><div class="summary-gap_9x"><span class="cos-color-text-minor">2026年2月4日</span><span class="summary-text_77"><em>绿茶</em>不发酵。</span></div></div>
<div class="cosc-card-footer"><img src="https://tea.example/icon.png"><span class="cosc-source-text">茶叶网</span></div></div>`;
const OLDER = `<div class="result c-container " id="2" tpl="se_com_default"><h3 class="t"><a href="http://www.baidu.com/link?url=def">泡茶的水温</a></h3>
<div class="c-abstract"><span class="m">2020年1月1日 - </span>八十度。</div><div class="f13"><span class="c-showurl">www.water.example/hot...</span></div></div>`;
const TOOL =
  '<div class="result-op c-container" tpl="calculator_html" mu="http://open.baidu.com/static/calculator.html"><h3></h3>1+1=2</div>';
const AD = `<div id="3001" class="c-container" data-tuiguang="1"><h3><a href="http://www.baidu.com/baidu.php?url=xyz" data-landurl="https://shop.example/tea">买绿茶</a></h3>
<div class="c-abstract">送货上门</div><span class="c-showurl">shop.example</span><span>广告</span></div>`;
const VIDEOS = `<div class="result-op c-container" tpl="short_video_pc" mu="http://3108.lightapp.baidu.com/x"><h3><a href="/sf/vsearch?wd=x">绿茶_视频大全</a></h3>
<div><div><a href="https://video.example/1" title="怎样泡绿茶"><img src="https://video.example/1.jpg"><div>02:30</div></a><a href="https://video.example/1" title="怎样泡绿茶">怎样泡...</a><div>视频网</div></div>
<div><a href="https://video.example/2" title="采茶"><div>1:02:03</div></a></div></div></div>`;

describe('a page of Baidu', () => {
  it('is requested with the keyword, ten results and without locked parameters of the customer', () => {
    const { url } = baidu.start(
      queryWith({
        urlParameters: [
          { name: 'wd', value: 'other' },
          { name: 'gpc', value: 'stf' },
        ],
      }),
    );
    expect(url).toBe('https://www.baidu.com/s?wd=%E7%BB%BF%E8%8C%B6&pn=0&rn=10&ie=utf-8&gpc=stf');
  });

  it('has the target that the page names, the date, the site and the bold words', () => {
    const { found } = read(list(TODAY));
    expect(found.organic[0]).toMatchObject({
      position: 1,
      title: '绿茶的种类',
      url: 'https://tea.example/green',
      domain: 'tea.example',
      siteName: '茶叶网',
      snippet: '绿茶不发酵。',
      highlighted: ['绿茶'],
      date: '2026年2月4日',
      publishedAt: '2026-02-04T00:00:00+0000',
      images: [],
    });
  });

  it('in older markup has the redirect URL when the target is unknown', () => {
    expect(read(list(OLDER)).found.organic[0]).toMatchObject({
      url: 'http://www.baidu.com/link?url=def',
      displayUrl: 'www.water.example/hot...',
      snippet: '八十度。',
      date: '2020年1月1日',
    });
  });

  it('never has a redirect URL when the page names the target in any form', () => {
    const result = (more: string, attributes = '', inLink = ''): string =>
      `<div class="result c-container" tpl="se_com_default" ${attributes}><h3><a href="http://www.baidu.com/link?url=def" ${inLink}>泡茶的水温</a></h3>${more}</div>`;
    const forms = [
      result('', 'mu="https://water.example/hot"'),
      result('', '', 'data-landurl="https://water.example/hot"'),
      result('', `data-log="{'mu':'https:\\/\\/water.example\\/hot'}"`),
      result(`<div data-tools='{"title":"x","url":"https://water.example/hot"}'></div>`),
      result('<div data-feedback="{&quot;url&quot;:&quot;https://water.example/hot&quot;}"></div>'),
      result('<div><span>https://water.example/hot</span></div>'),
      `<div class="result c-container"><div mu="https://water.example/hot">${result('')}</div></div>`,
    ];
    for (const form of forms)
      expect(
        read(list(form)).found.organic.map(({ url }) => url),
        form,
      ).toEqual(['https://water.example/hot']);
  });

  it('has the address that is shown in full, and the host of a shortened one', () => {
    const shown = (text: string, tpl = 'se_com_default'): object | undefined =>
      read(
        list(
          `<div class="result" tpl="${tpl}"><h3><a href="http://www.baidu.com/link?url=def">泡茶</a></h3><div><b></b><span>${text}</span></div></div>`,
        ),
      ).found.organic[0];
    expect(shown('www.water.example/&nbsp;2015-01-02&nbsp;')).toMatchObject({
      url: 'http://www.water.example/',
      domain: 'www.water.example',
    });
    expect(shown('www.water.example/hot...')).toMatchObject({ url: 'http://www.baidu.com/link?url=def', domain: 'www.water.example' });
    // A box shows the home page of its service, which is not the page of the result.
    expect(shown('box.example/', 'encyclopaedia')).toMatchObject({ url: 'http://www.baidu.com/link?url=def', domain: 'box.example' });
  });

  it('for phones has its targets in another attribute', () => {
    const phone = `<div id="results"><div class="c-result result" data-log="{'order':'1','mu':'https://tea.example/phone'}"><a href="https://m.baidu.com/from=0/tc?x"><h3 class="c-title">手机上的绿茶</h3></a></div></div>`;
    expect(read(phone).found.organic[0]).toMatchObject({ title: '手机上的绿茶', url: 'https://tea.example/phone' });
  });

  it('does not count tools, video boxes and ads as results', () => {
    const { found } = read(list(AD + TODAY + TOOL + VIDEOS + OLDER));
    expect(found.organic.map((item) => [item.title, item.rank])).toEqual([
      ['绿茶的种类', 2],
      ['泡茶的水温', 5],
    ]);
    expect(found.advertisers).toEqual([
      expect.objectContaining({
        block: 'top',
        title: '买绿茶',
        url: 'https://shop.example/tea',
        trackingUrl: 'http://www.baidu.com/baidu.php?url=xyz',
        displayUrl: 'shop.example',
        description: '送货上门',
      }),
    ]);
    expect(
      found.videos.map(({ title, url, duration, durationSeconds, source }) => [title, url, duration, durationSeconds, source]),
    ).toEqual([
      ['怎样泡绿茶', 'https://video.example/1', '02:30', 150, '视频网'],
      ['采茶', 'https://video.example/2', '1:02:03', 3723, null],
    ]);
  });

  it('has the number of results and the next page', () => {
    const more =
      '<div class="nums">百度为您找到相关结果约1,230,000个</div><div id="page"><a href="/s?wd=x&pn=20">3</a><a href="/s?wd=x&pn=10">2</a></div>';
    const { found, next } = read(list(TODAY, more));
    expect(found.totalResults).toBe(1_230_000);
    expect(new URL(next!.url).searchParams.get('pn')).toBe('10');
    const last = { request: { url: 'https://www.baidu.com/s?wd=x&pn=20' } };
    expect(baidu.parse(pageOf(list(TODAY, more), last), queryWith()).next).toBeUndefined();
  });

  it('is empty only with Baidu’s own marker', () => {
    expect(read('<div class="content_none"><div class="nors"><p>抱歉，未找到相关结果。</p></div></div>').found).toMatchObject({
      empty: true,
      organic: [],
    });
    expect(outcomeOf(list(''))).toBe('unparsed');
  });

  it('may be a block page', () => {
    expect(outcomeOf('<title>百度安全验证</title>')).toBe('blocked');
    expect(outcomeOf('<div class="passMod_dialog-wrapper"></div>')).toBe('blocked');
    expect(outcomeOf('{"antiFlag":1,"message":"Forbid spider access"}')).toBe('blocked');
    expect(outcomeOf('', { url: 'https://wappass.baidu.com/static/captcha/tuxing.html' })).toBe('blocked');
    expect(outcomeOf('', { status: 302, headers: { location: 'https://wappass.baidu.com/static/captcha/x' } })).toBe('blocked');
    expect(outcomeOf('', { status: 429 })).toBe('blocked');
    expect(outcomeOf('', { status: 503 })).toBe('unreachable');
  });

  it('may be JSON', () => {
    const entry = [{ title: '绿茶 &amp; 红茶', url: 'https://tea.example/', abs: '<em>茶</em>', time: 1_760_000_000 }, {}];
    const { found, next } = read(JSON.stringify({ feed: { all: 7, entry } }));
    expect(found.organic).toEqual([
      expect.objectContaining({
        title: '绿茶 & 红茶',
        url: 'https://tea.example/',
        snippet: '茶',
        publishedAt: '2025-10-09T08:53:20+0000',
      }),
    ]);
    expect(new URL(next!.url).searchParams.get('pn')).toBe('10');
    expect(read('{"feed":{"all":0,"entry":[{}]}}').found.empty).toBe(true);
    expect(outcomeOf('{"hello":"world"}')).toBe('unparsed');
  });
});

describe('Baidu in the sandbox', () => {
  it('fills results, ads and videos, and no other array', () => {
    const dataset = createDataset('baidu', '绿茶', '2026-11-15');
    const request = baidu.start(queryWith());
    const shown = baiduSite.results({ method: 'GET', url: new URL(request.url), headers: {}, body: '' }, dataset);
    const { found } = baidu.parse(pageOf(shown.body), queryWith());
    expect(found.organic.map((item) => item.url)).toEqual(dataset.listings(1, 10).map((listing) => listing.url));
    const filled = Object.entries(found).filter(([, value]) => Array.isArray(value) && value.length > 0);
    expect(filled.map(([name]) => name).sort()).toEqual(['advertisers', 'organic', 'related', 'videos']);
    expect(found.videos).toHaveLength(3);
    expect(found.totalResults).toBe(dataset.total * 1000);
  });
});

const CORPUS = process.env.SEXTANT_CORPUS;
const rows =
  CORPUS && existsSync(join(CORPUS, 'index.jsonl'))
    ? readFileSync(join(CORPUS, 'index.jsonl'), 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as { id: string; engine: string; file: string })
        .filter((row) => row.engine === 'baidu')
    : [];

describe.skipIf(rows.length === 0)('captured pages of Baidu', () => {
  it.each(rows.map((row) => [row.id, row.file]))('%s meets the requirements of every page', (_, file) => {
    const { found } = read(readFileSync(join(CORPUS ?? '', file), 'utf8'));
    const urls = found.organic.map((item) => item.url);
    expect(found.organic.map((item) => item.position)).toEqual(urls.map((_url, index) => index + 1));
    expect(new Set(urls).size).toBe(urls.length);
    expect(found.empty).toBe(urls.length === 0);
    expect(found.organic.every((item) => /^https?:\/\//.test(item.url) && item.title !== '' && item.domain !== '')).toBe(true);
  });
});
