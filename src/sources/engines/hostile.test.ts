// Pages that are made to use up a parser's time. Each took minutes before its parser read every part once.
import { describe, expect, test } from 'vitest';
import type { Page } from '../adapter.ts';
import { plainQuery } from '../stored-page.ts';
import { baidu } from './baidu/engine.ts';
import { google } from './google/engine.ts';

const LIMIT_MS = 60_000;
const times = (count: number, write: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => write(index)).join('');

const onGoogle = (body: string): string =>
  `<html><body><div id="rso"><div><a href="https://first.example/"><h3>First</h3></a></div>${body}</div></body></html>`;
const onBaidu = (body: string): string =>
  `<html><body><div id="content_left"><div class="result" tpl="se_a" mu="https://first.example/"><h3><a href="/link?url=a">First</a></h3></div>${body}</div></body></html>`;

describe('results are found in', () => {
  test.each([
    ['a heading around 30,000 links', `<h3>${times(30_000, (index) => `<a href="https://a${index}.example/">Title</a>`)}</h3>`],
    ['30,000 names of panels', times(30_000, (index) => `<div data-attrid="title">Name ${index}<p>text</p></div>`)],
    [
      'a table with 8,000 links below a result',
      `<div><a href="https://second.example/"><h3>Second</h3></a><table><tr><td>${times(8000, (index) => `<a href="https://a${index}.example/"><h3>Link ${index}</h3></a>`)}</td></tr></table></div>`,
    ],
  ])(
    'a Google page with %s',
    (_what, body) => {
      const query = plainQuery('google', { keyword: 'x' });
      const request = google.start(query);
      const page: Page = { request, url: request.url, status: 200, headers: { 'content-type': 'text/html' }, body: onGoogle(body) };
      expect(google.parse(page, query).found.organic[0]).toMatchObject({ title: 'First', url: 'https://first.example/' });
    },
    LIMIT_MS,
  );

  const redirect = (index: number, shown: string): string =>
    `<div class="result" tpl="se_a"><h3><a href="http://www.baidu.com/link?url=a${index}">Title ${index}</a></h3>${shown}</div>`;
  test.each([
    ['a comment of two million spaces', redirect(1, `<!--a${' '.repeat(2_000_000)}-->`)],
    [
      '25,000 children beside 25,000 blocks',
      times(25_000, (index) => `<div><h3><a href="http://www.baidu.com/link?url=b${index}">B</a></h3></div>${redirect(index, '')}`),
    ],
  ])(
    'a Baidu page with %s',
    (_what, body) => {
      const query = plainQuery('baidu', { keyword: 'x' });
      const request = baidu.start(query);
      const page: Page = { request, url: request.url, status: 200, headers: { 'content-type': 'text/html' }, body: onBaidu(body) };
      expect(baidu.parse(page, query).found.organic[0]).toMatchObject({ title: 'First', url: 'https://first.example/' });
    },
    LIMIT_MS,
  );
});
