// Checks that the address of a Baidu result is found under any name, and never guessed.
import { describe, expect, it } from 'vitest';
import { plainQuery } from '../../stored-page.ts';
import { baidu } from './engine.ts';

const REDIRECT = 'http://www.baidu.com/link?url=abc';
const HOT = 'https://water.example/hot';
const query = plainQuery('baidu', { keyword: '绿茶' });

function urlOf(more: string, attributes = '', inLink = '', heading = 'h3'): string | undefined {
  const request = baidu.start(query);
  const body = `<html><body><div id="content_left"><div class="result c-container" tpl="se_com_default" ${attributes}><${heading}><a href="${REDIRECT}" ${inLink}>泡茶的水温</a></${heading.split(' ')[0]}>${more}</div></div></body></html>`;
  return baidu.parse({ request, url: request.url, status: 200, headers: {}, body }, query).found.organic[0]?.url;
}

describe('the address of a result', () => {
  it.each([
    ['an attribute with an unknown name', '', `data-zylna="${HOT}"`, ''],
    ['the title of the link', '', '', `title="${HOT}"`],
    ['a label', `<div aria-label="${HOT}"></div>`, '', ''],
    ['code', '', '', `onmousedown="return c({'fm':'as','u':'${HOT}'})"`],
    ['percent encoding', '', `data-log='{"zylna":"${encodeURIComponent(HOT)}"}'`, ''],
    ['JSON with escaped slashes', '', `data-zylna='{"a":{"b":"https:\\/\\/water.example\\/hot"}}'`, ''],
    ['JSON without quotes around names', '', `data-log="{zylna:'${HOT}',order:1}"`, ''],
    ['a script in the block', `<script>var x = {"zylna":"${HOT}"};</script>`, '', ''],
    ['a hidden text', `<textarea style="display:none">{"zylna":"${HOT}"}</textarea>`, '', ''],
  ])('is read from %s', (_place, more, attributes, inLink) => expect(urlOf(more, attributes, inLink)).toBe(HOT));

  it('on the shown host is preferred to others', () => {
    const other = '<i data-x="https://partner.example/y"></i>';
    expect(urlOf(`${other}<i data-y="${HOT}"></i><span class="c-showurl">water.example/h...</span>`)).toBe(HOT);
  });

  it.each([
    ['two addresses', `<i data-x="${HOT}"></i><i data-y="https://water.example/cold"></i>`],
    ['a picture', '<i data-x="https://water.example/hot.jpg"></i><i data-img="https://water.example/hot"></i>'],
    ['a host of pictures', '<i data-x="https://t7.baidu.com/it/u=1"></i><i data-y="https://img3.water.example/hot"></i>'],
    ['a link in the text', `<p><a href="${HOT}">source</a></p>`],
    ['another host than the shown one', `<i data-x="https://partner.example/y"></i><span class="c-showurl">water.example/h...</span>`],
    ['a long script', `<script>${'x'.repeat(30_000)}"${HOT}"</script>`],
  ])('is not guessed from %s', (_what, more) => expect(urlOf(more)).toBe(REDIRECT));

  it('is read below a heading without a level', () => {
    expect(urlOf('', `mu="${HOT}"`, '', 'div role="heading"')).toBe(HOT);
  });
});
