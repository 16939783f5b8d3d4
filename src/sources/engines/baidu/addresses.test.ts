// Checks that the address of a Baidu result is found wherever an invented page contains it.
import { describe, expect, it } from 'vitest';
import { readHtml } from '../../page/html.ts';
import { itemsOf, listOf } from './page.ts';

const REDIRECT = 'http://www.baidu.com/link?url=Zq1-x';
const HOT = 'https://water.example/hot';

const result = (more: string, href = REDIRECT, title = '泡茶的水温'): string =>
  `<div class="result c-container" tpl="se_com_default"><h3><a href="${href}"><em>${title.slice(0, 2)}</em>${title.slice(2)}</a></h3>${more}</div>`;

function read(blocks: string, more = ''): readonly { readonly url: string; readonly domain: string }[] {
  const document = readHtml(`<html><body><div id="content_left">${blocks}</div>${more}</body></html>`);
  const list = listOf(document);
  if (list === null) throw new Error('the page has no list');
  return itemsOf(document, list).organic;
}
const urlsOf = (blocks: string, more = ''): string[] => read(blocks, more).map(({ url }) => url);
const data = (value: object): string => `<div><!--s-data:${JSON.stringify(value).replaceAll('/', '\\/')}--><p>八十度。</p></div>`;

describe('the address of a result', () => {
  it.each([
    ['at the top of data in a comment', data({ title: '泡茶', url: HOT })],
    ['under a name of its own', data({ titleUrl: REDIRECT, tplData: { footer: { normal_url: HOT } } })],
    ['beside the title', data({ titleUrl: REDIRECT, box: { title: '<em>泡茶</em>的水温', link: HOT } })],
    ['in data inside data', data({ source: { url: REDIRECT, toolsData: `{'title': '泡茶','url': '${HOT}'}` } })],
    ['in a script with JSON', `<script type="application/json">{"props":{"landUrl":"${HOT}"}}</script>`],
    ['in the link to its copy', `<a href="http://cache.baidu.com/c?word=x&url=${encodeURIComponent(HOT)}">百度快照</a>`],
    [
      'in the link to its translation',
      `<a href="http://fanyi.baidu.com/transpage?query=${encodeURIComponent(HOT)}&from=auto">翻译此页</a>`,
    ],
  ])('is found %s', (_where, more) => expect(urlsOf(result(more))).toEqual([HOT]));

  it('is read from a redirect that contains it', () => {
    expect(urlsOf(result('', `http://www.baidu.com/link?url=${encodeURIComponent(HOT)}&wd=x`))).toEqual([HOT]);
    expect(urlsOf(result('', `http://m.baidu.com/from=0/bd_page_type=1/tc?src=${encodeURIComponent(HOT)}`))).toEqual([HOT]);
  });

  it.each([
    ['a list of other pages', data({ titleUrl: REDIRECT, links: [{ title: '泡茶的水温', url: HOT }] })],
    ['a picture', data({ titleUrl: REDIRECT, image: { url: 'https://water.example/hot.png' } })],
    ['a part with another title', data({ titleUrl: REDIRECT, more: { title: '采茶', url: HOT } })],
    ['another copy of the redirect', data({ title: '泡茶', url: REDIRECT, titleUrl: REDIRECT })],
    ['damaged data', '<div><!--s-data:{"url":"https:--></div>'],
  ])('is not taken from %s', (_what, more) => expect(urlsOf(result(more))).toEqual([REDIRECT]));
});

describe('a shortened address', () => {
  const shown = (id: number, text: string): string =>
    result(`<div class="f13"><a class="c-showurl">${text}</a></div>`, `${REDIRECT}${id}`, `泡茶的水温 ${id}`);
  const script = (...urls: string[]): string =>
    `<script>var page={};page.list=${JSON.stringify(urls).replaceAll('/', '\\/')};page.icon="https://water.example/hot.png";</script>`;

  it('is completed by the only address of the page that begins with it', () => {
    expect(read(shown(1, 'water.example/hot...'), script('https://tea.example/', 'https://water.example/hot/1'))).toMatchObject([
      { url: 'https://water.example/hot/1', domain: 'water.example' },
    ]);
  });

  it('is completed in page order when as many addresses as results begin with it', () => {
    const [one, two] = ['https://water.example/hot/1', 'https://water.example/hot/2'];
    expect(urlsOf(shown(1, 'water.example/h…') + shown(2, 'water.example/h…'), script(one, two))).toEqual([one, two]);
  });

  it('keeps the redirect when its address is uncertain', () => {
    const [one, two] = ['https://water.example/hot/1', 'https://water.example/hot/2'];
    expect(urlsOf(shown(1, 'water.example/h...'), script(one, two))).toEqual([`${REDIRECT}1`]);
    expect(urlsOf(shown(1, 'water.example/h...') + shown(2, 'water.example/h...'), script(one))).toEqual([`${REDIRECT}1`, `${REDIRECT}2`]);
    expect(read(shown(1, 'water.example/h...'))).toMatchObject([{ url: `${REDIRECT}1`, domain: 'water.example' }]);
  });
});
