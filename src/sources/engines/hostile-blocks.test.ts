// Pages with one block that repeats a part too often. Each took minutes before its parser read the block once.
import { describe, expect, test } from 'vitest';
import type { Page } from '../adapter.ts';
import type { Engine } from '../serp.ts';
import { plainQuery } from '../stored-page.ts';
import { bing } from './bing/engine.ts';
import { daumweb } from './daumweb/engine.ts';
import { naver } from './naver/engine.ts';
import { seznam } from './seznam/engine.ts';
import { yahoo } from './yahoo/engine.ts';
import { yandex } from './yandex/engine.ts';

const LIMIT_MS = 60_000;
const COUNT = 60_000;
const times = (count: number, write: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => write(index)).join('');
const links = (count: number, words = (index: number): string => `t${index}`): string =>
  times(count, (index) => `<a href="https://n${index}.example/">${words(index)}</a>`);

const FRAMES = {
  bing: '<ol id="b_results"><li class="b_algo"><h2><a href="https://first.example/">First</a></h2></li>BODY</ol>',
  daumweb: '<div id="mArticle"><div id="webColl"><ul><li><h3><a href="https://first.example/">First</a></h3></li></ul></div>BODY</div>',
  naver: '<div id="main_pack"><section class="sc_new sp_nweb"><h3><a href="https://first.example/">First</a></h3></section>BODY</div>',
  seznam: '<div class="Layout--left"><div><h3><a href="https://first.example/">First</a></h3></div>BODY</div>',
  yahoo: '<div id="web"><ol><li><div class="algo"><h3><a href="https://first.example/">First</a></h3></div></li>BODY</ol></div>',
  yandex: '<ul id="search-result"><li><h2><a href="https://first.example/">First</a></h2></li>BODY</ul>',
};
const ENGINES: Readonly<Record<keyof typeof FRAMES, Engine>> = { bing, daumweb, naver, seznam, yahoo, yandex };

function parsed(name: keyof typeof FRAMES, body: string) {
  const engine = ENGINES[name];
  const query = plainQuery(name, { keyword: 'x' });
  const request = engine.start(query);
  const html = `<html><body>${FRAMES[name].replace('BODY', () => body)}</body></html>`;
  const page: Page = { request, url: request.url, status: 200, headers: { 'content-type': 'text/html' }, body: html };
  return engine.parse(page, query).found;
}

describe('results are found beside', () => {
  test.each<[keyof typeof FRAMES, string, string]>([
    [
      'yahoo',
      'quick links and paragraphs',
      `<li><div class="algo"><h3><a href="https://b.example/">B</a></h3><ul class="compList">${'<li></li>'.repeat(200_000)}<li>${'<p>x</p>'.repeat(200_000)}</li></ul></div></li>`,
    ],
    [
      'yahoo',
      'news in one row',
      `<li><div class="dd"><h3><a href="https://news.search.yahoo.com/search?p=x">News</a></h3><ul><li>${links(COUNT)}</li></ul></div></li>`,
    ],
    [
      'yahoo',
      'a publisher with a million middle dots',
      `<li><div class="dd"><h3><a href="https://news.search.yahoo.com/search?p=x">News</a></h3><ul><li><a href="https://n.example/">N</a><cite>a${'·'.repeat(1_000_000)}x</cite></li></ul></div></li>`,
    ],
    [
      'yahoo',
      'a count of a million digits',
      `<li><div class="dd"><h3><a href="https://video.search.yahoo.com/search?p=x">V</a></h3><ul><li><a href="https://n.example/">N</a><img src="x"><h4>N</h4><div class="s-card-views">${'1'.repeat(1_000_000)}</div></li></ul></div></li>`,
    ],
    [
      'yahoo',
      'a long class around many results',
      `<div class="${'a '.repeat(1_000_000)}">${'<li class="algo"><h3><a href="https://b.example/">B</a></h3></li>'.repeat(30_000)}</div>`,
    ],
    [
      'bing',
      'news in one row',
      `<li class="b_ans"><h2><a href="https://www.bing.com/news/search?q=x">News</a></h2><ul><li>${links(COUNT)}</li></ul></li>`,
    ],
    [
      'bing',
      'places with coordinates',
      `<li class="b_ans">${times(50_000, (index) => `<div data-ypid="Y${index}"><h3>P</h3></div><i elat="1" elong="2" id="zY${index}"></i>`)}</li>`,
    ],
    [
      'bing',
      'profiles of a panel',
      `<li class="b_ans"><div class="b_entityTP"><div class="b_entityTitle">T</div><div class="b_iconSet">${links(100_000)}</div></div></li>`,
    ],
    [
      'yandex',
      'quick links in one row',
      `<li><h2><a href="https://b.example/">B</a></h2><div class="Sitelinks-Item">${links(COUNT, () => 's')}</div></li>`,
    ],
    [
      'yandex',
      'news in one card',
      `<li><h2><a href="https://news.yandex.ru/yandsearch?x">News</a></h2><div class="news-item">${links(COUNT)}</div></li>`,
    ],
    ['seznam', 'videos in one row', `<div><h3><a href="https://videa.seznam.cz/?q=x">V</a></h3><ul><li>${links(COUNT)}</li></ul></div>`],
    ['seznam', 'news in one row', `<div><h3><a href="https://clanky.seznam.cz/?q=x">V</a></h3><ul><li>${links(COUNT)}</li></ul></div>`],
    [
      'naver',
      'rows and paid links',
      `<section class="ad_section">${'<ul><li></li></ul>'.repeat(130_000)}${times(60_000, (index) => `<a href="https://ader.naver.com/v1/${index}">t</a>`)}</section>`,
    ],
    [
      'naver',
      'lists inside lists of an ad',
      `<section class="ad_section"><div><a class="lnk_head" href="https://ader.naver.com/v1/1">t</a>${'<ul>'.repeat(480)}${links(50_000)}</div></section>`,
    ],
    [
      'daumweb',
      'a long style around many notes',
      `<div id="blogColl"><ul><li style="${'display: '.repeat(250_000)}"><h3><a href="https://b.example/">B</a></h3>${'<span>a</span>'.repeat(180_000)}</li></ul></div>`,
    ],
  ])(
    'on %s: %s',
    (name, _what, body) => {
      expect(parsed(name, body).organic[0]).toMatchObject({ title: 'First', url: 'https://first.example/' });
    },
    LIMIT_MS,
  );
});

test(
  'elements nested around many links are given up before they take minutes',
  () => {
    const page = `${'<div class="algo">'.repeat(490)}${'<a href="https://b.example/">t</a>'.repeat(100_000)}`;
    expect(() => parsed('yahoo', page)).toThrow(
      expect.objectContaining({ outcome: 'unparsed', message: expect.stringContaining('steps') }),
    );
  },
  LIMIT_MS,
);
