// Holds the page tree against htmlparser2, rule by rule and on random markup.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Compared, firstDifference, type TreeNode } from '../../../../lab/fuzz/compare-trees.ts';
import { markupOf } from '../../../../lab/fuzz/markup.ts';
import { INTENDED_DIFFERENCES, judgeTrees } from '../../../../lab/fuzz/tree-differences.ts';
import { createRandom } from '../../../../lab/random.ts';
import { markLength, rangeDecoder } from '../../charset.ts';
import { type Element, PageTree } from './page-tree.ts';

const treeOf = (html: string): PageTree => new PageTree(Buffer.from(html));
const compared = (bytes: Buffer): Compared => ({
  tree: new PageTree(bytes).document as unknown as TreeNode,
  text: bytes.toString('utf8', markLength(bytes)),
});

describe('equals htmlparser2', () => {
  test.each([
    ['plain text', 'a < b > c & d'],
    ['a tag needs a letter', '<1> < a> <é>x'],
    ['names end at white space, slash or bracket', '<a\tb><a/b><A\fC=1>'],
    ['void elements', '<br>x<img src=a>y<hr/>z<input><wbr>'],
    ['end tags of void elements', 'a</br>b</img>c</hr>'],
    ['an end tag without a start tag', '<div>a</span>b</div>c</p>d'],
    ['an end tag closes everything above', '<div><b><i>x</div>y'],
    ['table cells', '<table><thead><th>a<th>b<tr><td>c<td>d<tr><td>e</table>f'],
    ['list items and definitions', '<ul><li>a<li>b</ul><dl><dt>a<dd>b<dt>c</dl>'],
    ['paragraphs', '<p>a<div>b<p>c<table>d</table><p>e<ul><li>f'],
    ['headings', '<h1>a<h2>b<h3>c'],
    ['options', '<select><optgroup><option>a<option>b<optgroup><option>c</select><button>d<button>e'],
    ['links', '<a href=1>a<a href=2>b'],
    ['a form in a form', '<form id=a><div>x<form id=b>y</form>z</div></form>'],
    ['body closes the head', '<head><title>a</title><body>b'],
    ['scripts', '<script>if (a<b) x("</scr" + "ipt>")</SCRIPT >y<style>a>b{}</style>'],
    ['titles and text areas have entities', '<title>a &amp; b <b></title><textarea>&lt;<p></textarea>'],
    ['frames of another kind', '<iframe><p>x</iframe><noembed><p></noembed><xmp>&amp;<b></xmp><noframes><a></noframes>'],
    ['self-closing raw elements are not closed', '<script/>a</script>b<title/>c</title>'],
    ['plaintext', '<div><plaintext>a</plaintext><b>'],
    ['svg', '<svg><path d="x"/><lineargradient/><foreignobject><p>a<br/></foreignobject><g/></svg><path/>b'],
    ['svg title and script', '<svg><title>a<b>c</title><script>x<y></script></svg>'],
    ['mathml', '<math><mi>a<b>c</b></mi><mo/>d</math>e'],
    ['image', '<image src=a><svg><image href=b/></svg>'],
    ['attributes', '<a b c=d e = f g=\'h"\' i="j\'k" =l m=n/ "o">x'],
    ['repeated attributes', '<a b=1 B=2 b=3>x'],
    ['unquoted values with a slash', '<a href=/x/y/>z'],
    ['slashes in tags', '<a / b / >x<a/b/>y<br / >z'],
    ['entities in values', '<a href="?a=1&copy=2&amp;b&lt;c&notit;d">&copy &notit; &#x80; &#0; &AMP</a>'],
    ['comments', 'a<!-- b -- c --->d<!-->e<!--->f<!-- g --!>h<!---->i'],
    ['other declarations', '<!x y>a<!>b<?php echo 1 ?>c</1 x>d</ x>e</>f'],
    ['the document type', '<!DOCTYPE html PUBLIC "x">a<!doct>b'],
    ['sections of characters', '<![CDATA[a<b>]]>c<svg><![CDATA[a<b>]]>d</svg>'],
    ['an unfinished comment', 'a<!-- b > c'],
    ['an unfinished comment whose end has begun', 'a<!-- b -'],
    ['an unfinished comment with two dashes', 'a<!-- b --'],
    ['an unfinished comment with an exclamation mark', 'a<!-- b --!'],
    ['an unfinished comment of dashes', '<!---'],
    ['an unfinished script', 'a<script>b</scrip'],
    ['a page that ends in a bracket', 'a<'],
    ['a page that ends in a bracket and a slash', 'a</'],
    ['an unfinished declaration', '<!'],
    ['a page deeper than the tree', `${'<b>x'.repeat(700)}${'</b>y'.repeat(700)}<!-- z -->`],
    ['a byte order mark before the page', '\ufeff<p>a'],
    ['an unfinished tag', 'a<b c="d'],
    ['NUL and other control characters', 'a\u0000b<c\u0000d e\u0001=f>g'],
    ['names outside ASCII', '<aÉ bÖ=Ü>x</aé>'],
    ['a byte order mark inside the page', 'a\ufeffb<c d="\ufeff">'],
  ])('%s', (_, html) => {
    expect(firstDifference(compared(Buffer.from(html)))).toBeNull();
  });

  test('random markup', () => {
    const piece = fc.constantFrom(
      ...'<a href="x">|</a>|<p>|</p>|<div class="a b">|</div>|<b>|</b>|<li>|<td>|<tr>|<table>|</table>|<br>|<br/>|</br>|<svg>|</svg>|<math>|<mi>'.split(
        '|',
      ),
      ...'</math>|<title>|</title>|<script>|</script>|<form>|</form>|<select>|<option>|text|&amp;|&lt|<!-- c -->|<h1>|<h2 id=1>|<foreignObject>|é|<'.split(
        '|',
      ),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        expect(judgeTrees(Buffer.from(pieces.join('')), compared).difference).toBeNull();
      }),
      { numRuns: 2000 },
    );
  });
});

test('equals htmlparser2 on the markup of the fuzzer', () => {
  const random = createRandom(20_261_117);
  const wrong: string[] = [];
  for (let left = 2000; left > 0; left--) {
    const html = markupOf(random);
    if (judgeTrees(Buffer.from(html), compared).difference) wrong.push(html);
  }
  expect(wrong).toEqual([]);
});

describe('differs from htmlparser2 by intention', () => {
  test.each([
    ['unfinished section', '<svg><![CDATA[a<b>'],
    ['entity behind an end tag’s beginning', '<title>a</ti&amp;b</title>'],
    ['control characters', '<script>a<\u000fscript>b</script>c'],
    ['the attribute __proto__', '<a __proto__="b">c'],
    ['stray characters', 'a<p'],
    ['stray characters', 'a<b c /'],
    ['stray characters', '<b>a</b c'],
  ])('%s: %j', (name, html) => {
    expect(judgeTrees(Buffer.from(html), compared)).toEqual({ intended: [name], difference: null });
  });

  test('a bracket that is the second byte of a character', () => {
    const decode = rangeDecoder('gbk');
    const inGbk = (bytes: Buffer): Compared => ({
      tree: new PageTree(bytes, decode).document as unknown as TreeNode,
      text: decode(bytes, 0, bytes.length),
    });
    const judge = (html: string) => judgeTrees(Buffer.from(html, 'latin1'), inGbk);
    expect(judge('<![CDATA[\xc3]]>a]]>b')).toEqual({ intended: ['bracket in a character'], difference: null });
    expect(judge('<![CDATA[\xc3\xa1]]>b')).toEqual({ intended: [], difference: null });
  });

  test('several on one page', () => {
    const html = '<a __proto__=b><textarea><&lt;</textarea><svg/><p>c</p d';
    expect(judgeTrees(Buffer.from(html), compared).intended).toHaveLength(3);
    expect(new Set(INTENDED_DIFFERENCES.map(({ name }) => name)).size).toBe(6);
  });

  test.each([
    ['text', '<p>abc'],
    ['title', '<title>a<b'],
    ['script', '<script>a</script'],
    ['comment', '<p>a<!-- b'],
    ['declaration', '<p>a<!b'],
    ['start tag', '<a __proto__=b>c<p>'],
  ])('the loss of the last character of a %s is none of them', (_, html) => {
    const lossy = (bytes: Buffer): Compared => ({ ...compared(bytes), tree: compared(bytes.subarray(0, -1)).tree });
    expect(judgeTrees(Buffer.from(html), lossy).difference).not.toBeNull();
  });
});

describe('nodes', () => {
  const tree = treeOf('<ul id="list"><li>a</li>b<li class="x y">c</li><!--d--></ul>');
  const list = tree.document.children[0] as Element;

  test('know their neighbours', () => {
    const [first, text, second, comment] = list.children;
    expect(list.children).toHaveLength(4);
    expect([first?.prev, first?.next, text?.next, second?.prev, comment?.next]).toEqual([null, text, second, text, null]);
    expect(second?.parent).toBe(list);
    expect(tree.document.parent).toBeNull();
  });

  test('have attributes', () => {
    const second = list.children[2] as Element;
    expect([second.attribute('class'), second.attribute('id'), second.has('class'), second.has('id')]).toEqual(['x y', null, true, false]);
    expect(list.attributes).toEqual([['id', 'list']]);
  });
});
