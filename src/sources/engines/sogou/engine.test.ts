// Checks Sogou on handwritten pages, and on captured pages if there are any.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Page } from '../../adapter.ts';
import { createDataset } from '../../sandbox/dataset.ts';
import type { SerpQuery } from '../../serp.ts';
import { sogou } from './engine.ts';
import { sogouSite } from './sandbox.ts';

const query: SerpQuery = {
  engine: 'sogou',
  keyword: '绿茶',
  region: { canonicalName: 'China', countryCode: 'CN', type: 'Country', latitude: 35, longitude: 105 },
  language: 'zh',
  isMobile: false,
  maxResults: 10,
  userAgent: null,
  urlParameters: [],
  cookieParameters: [],
};
const pageOf = (body: string, change: Partial<Page> = {}): Page => {
  const request = sogou.start(query);
  return { request, url: request.url, status: 200, headers: {}, body, ...change };
};
const read = (body: string) => sogou.parse(pageOf(body), query);
const outcomeOf = (body: string, change: Partial<Page> = {}): string => {
  try {
    sogou.parse(pageOf(body, change), query);
    return 'read';
  } catch (error) {
    return (error as { outcome: string }).outcome;
  }
};
const list = (inner: string): string =>
  `<body><div id="main"><p class="num-tips">搜狗已为您找到约4,560条相关结果</p><div class="results">${inner}</div></div></body>`;

const RESULT = `<div class="vrwrap"><h3 class="vr-title"><a href="/link?url=abc"><em>绿茶</em>百科</a></h3>
<div class="text-layout"><div class="fz-mid space-txt"><span class="text-lightgray">2025年3月1日- </span><em>绿茶</em>的故事。</div>
<div class="citeurl"><span>茶叶网 - tea.example/a...</span><span class="cite-date"> - 2025-3-1</span></div></div>
<div class="r-sech" data-url="https://tea.example/a"></div></div>`;
const BARE = '<div class="rb"><h3 class="pt"><a href="/link?url=def">泡茶</a></h3><div class="ft">用热水。</div></div>';
const SUGGESTIONS = '<div class="vrwrap"><a href="/web?query=x">还搜了</a></div>';
const NEWS = `<div class="vrwrap"><h3><a href="https://news.sogou.com/news?query=x">绿茶的最新消息</a></h3>
<ul><li><a href="https://paper.example/1">春茶上市了</a><span>晨报</span><span>3小时前</span></li></ul></div>`;

describe('a page of Sogou', () => {
  it('has the target beside the redirect, or the redirect without one', () => {
    const { found } = read(list(RESULT + SUGGESTIONS + BARE));
    expect(found.organic[0]).toMatchObject({
      title: '绿茶百科',
      url: 'https://tea.example/a',
      domain: 'tea.example',
      siteName: '茶叶网',
      displayUrl: 'tea.example/a...',
      snippet: '绿茶的故事。',
      date: '2025年3月1日',
      publishedAt: '2025-03-01T00:00:00+0000',
    });
    expect(found.organic[1]).toMatchObject({ title: '泡茶', url: 'https://www.sogou.com/link?url=def', snippet: '用热水。' });
    expect(found.totalResults).toBe(4560);
  });

  it('does not count boxes as results', () => {
    const { found } = read(list(NEWS + RESULT));
    expect(found.organic).toHaveLength(1);
    expect(found.news).toEqual([
      expect.objectContaining({ title: '春茶上市了', url: 'https://paper.example/1', source: '晨报', date: '3小时前', publishedAt: null }),
    ]);
  });

  it('is empty only with Sogou’s own marker', () => {
    expect(read('<div id="noresult_part1_container"><p>抱歉，没有找到与“x”相关的网页。</p></div>').found).toMatchObject({
      empty: true,
      organic: [],
    });
    expect(outcomeOf(list(''))).toBe('unparsed');
  });

  it('may be a block page', () => {
    expect(outcomeOf('<form id="seccodeForm"></form>')).toBe('blocked');
    expect(outcomeOf('', { url: 'https://www.sogou.com/antispider/?from=x' })).toBe('blocked');
    expect(outcomeOf('', { status: 302, headers: { location: 'http://www.sogou.com/antispider/?from=x' } })).toBe('blocked');
    expect(outcomeOf('', { status: 403 })).toBe('blocked');
    expect(outcomeOf('', { status: 500 })).toBe('unreachable');
  });
});

describe('Sogou in the sandbox', () => {
  it('fills results, ads and pictures, and no other array', () => {
    const dataset = createDataset('sogou', '绿茶', '2026-11-15');
    const request = sogou.start(query);
    const shown = sogouSite.results({ method: 'GET', url: new URL(request.url), headers: {}, body: '' }, dataset);
    const { found } = sogou.parse(pageOf(shown.body), query);
    expect(found.organic.map((item) => item.url)).toEqual(dataset.listings(1, 10).map((listing) => listing.url));
    const filled = Object.entries(found).filter(([, value]) => Array.isArray(value) && value.length > 0);
    expect(filled.map(([name]) => name).sort()).toEqual(['advertisers', 'images', 'organic', 'related']);
    expect(found.images).toHaveLength(4);
    expect(found.advertisers[0]).toMatchObject({ block: 'top', url: expect.stringMatching(/^https:\/\/shop\d+\.example\/buy$/) });
  });
});

const CORPUS = process.env.SEXTANT_CORPUS;
const rows =
  CORPUS && existsSync(join(CORPUS, 'index.jsonl'))
    ? readFileSync(join(CORPUS, 'index.jsonl'), 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as { id: string; engine: string; file: string })
        .filter((row) => row.engine === 'sogou')
    : [];

describe.skipIf(rows.length === 0)('captured pages of Sogou', () => {
  it.each(rows.map((row) => [row.id, row.file]))('%s meets the requirements of every page', (_, file) => {
    const { found } = read(readFileSync(join(CORPUS ?? '', file), 'utf8'));
    const urls = found.organic.map((item) => item.url);
    expect(urls.length).toBeGreaterThan(0);
    expect(found.organic.map((item) => item.position)).toEqual(urls.map((_url, index) => index + 1));
    expect(new Set(urls).size).toBe(urls.length);
    expect(found.organic.every((item) => /^https?:\/\//.test(item.url) && item.title !== '' && item.domain !== '')).toBe(true);
  });
});
