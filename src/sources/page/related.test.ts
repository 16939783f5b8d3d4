// Tests which links are related searches, and which keyword they stand for.
import { describe, expect, it } from 'vitest';
import { all, one, readHtml } from './html.ts';
import { distinctRelated, relatedBelow, relatedIn, relatedOf, type SearchUrl } from './related.ts';

const SEARCHES: SearchUrl = { base: 'https://www.find.example/search', pattern: /^www\.find\.example\/search$/, parameter: 'q' };
const linkOf = (link: string) => one('a', readHtml(`<p>${link}</p>`))!;
const keywordOf = (href: string, text: string): string | undefined => relatedOf(linkOf(`<a href="${href}">${text}</a>`), SEARCHES)?.keyword;

describe('a related search', () => {
  it('is a link that shows its query, with an absolute URL and no rank', () => {
    expect(relatedOf(linkOf('<a href="?q=red+shoes&amp;x=1"><b>red</b> shoes</a>'), SEARCHES)).toEqual({
      position: 0,
      rank: null,
      page: 1,
      keyword: 'red shoes',
      url: 'https://www.find.example/search?q=red+shoes&x=1',
    });
  });

  it.each([
    ['Red Shoes', '/search?q=red+shoes', 'Red Shoes'],
    ['rene descartes', '/search?q=ren%C3%A9+descartes', 'rene descartes'],
    ['new york, map', '/search?q=New+York+map', 'new york, map'],
    ['<b>red</b><span>shoes</span>', '/search?q=red+shoes', 'red shoes'],
    ['red shoes … children', '/search?q=red+shoes+for+children', 'red shoes for children'],
    ['c++', '/search?q=c%2B%2B', 'c++'],
    ['+++', '/search?q=%2B%2B%2B', '+++'],
    ['상자', '/search?q=%EC%83%81%EC%9E%90', '상자'],
  ])('reads %s as the keyword', (text, href, keyword) => expect(keywordOf(href, text)).toBe(keyword));

  it.each([
    ['See more', '/search?q=red+shoes'],
    ['red shoes', '/images?q=red+shoes'],
    ['red shoes', 'https://shop.example/search?q=red+shoes'],
    ['red shoes', '/search?query=red+shoes'],
    ['red shoes', 'javascript:search("red shoes")'],
    ['red shoes', '#'],
    ['', '/search?q=red+shoes'],
    ['', '/search?q='],
    ['red …', '/search?q=blue+shoes'],
    ['red … shoes … blue', '/search?q=red+children+shoes+and+blue'],
    ['x'.repeat(501), `/search?q=${'x'.repeat(501)}`],
  ])('is not %s to %s', (text, href) => expect(keywordOf(href, text)).toBeUndefined());
});

describe('the related searches of a page', () => {
  const list = (...words: string[]) => words.map((word) => `<a href="/search?q=${word}">${word}</a>`).join('');

  it('have each keyword once, from all boxes', () => {
    const page = readHtml(`<div class="a">${list('one', 'two')}</div>${list('none')}<div class="b">${list('Two', 'three')}</div>`);
    expect(relatedIn('.a, .b', page, SEARCHES).map(({ keyword }) => keyword)).toEqual(['one', 'two', 'three']);
  });

  it('are read once from boxes inside boxes, which leaves room for the next box', () => {
    const links = list(...Array.from({ length: 40 }, (_, index) => `w${index}`));
    const nested = `${'<div class="a">'.repeat(20)}${links}${'</div>'.repeat(20)}`;
    const page = readHtml(`${nested}<div class="a">${list('last')}</div>`);
    expect(relatedIn('.a', page, SEARCHES).at(-1)?.keyword).toBe('last');
  });

  it('are at most fifty', () => {
    const links = all('a', readHtml(list(...Array.from({ length: 2000 }, (_, index) => `w${index}`))));
    expect(distinctRelated(links.flatMap((link) => relatedOf(link, SEARCHES) ?? []))).toHaveLength(50);
  });

  it('are behind the last result when their box has no name, and at least three', () => {
    const read = (below: string) => {
      const page = readHtml(`${list('before', 'and', 'above')}<div id="last">${list('inside', 'the', 'result')}</div><div>${below}</div>`);
      return relatedBelow(one('#last', page)!, page, SEARCHES).map(({ keyword }) => keyword);
    };
    expect(read(list('one', 'two', 'three'))).toEqual(['one', 'two', 'three']);
    expect(read(list('one', 'two'))).toEqual([]);
  });
});
