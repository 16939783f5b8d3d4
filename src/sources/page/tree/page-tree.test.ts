// Holds the page tree against htmlparser2, rule by rule and on random markup.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { firstDifference, type TreeNode } from '../../../../lab/fuzz/compare-trees.ts';
import { Element, PageTree, Text } from './page-tree.ts';

const treeOf = (html: string): PageTree => new PageTree(Buffer.from(html));
const difference = (html: string) => firstDifference(treeOf(html).document as unknown as TreeNode, html);

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
    ['an unfinished script', 'a<script>b</scrip'],
    ['an unfinished tag', 'a<b c="d'],
    ['NUL and other control characters', 'a\u0000b<c\u0000d e\u0001=f>g'],
    ['names outside ASCII', '<aÉ bÖ=Ü>x</aé>'],
    ['a byte order mark inside the page', 'a\ufeffb<c d="\ufeff">'],
  ])('%s', (_, html) => {
    expect(difference(html)).toBeNull();
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
        const found = difference(pieces.join(''));
        // At the end of a page that breaks off, htmlparser2 adds characters of the unfinished tag.
        expect(found === null || found.atEnd).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('hostile pages', () => {
  test('lays elements below 512 levels side by side', () => {
    const { document } = treeOf(`${'<div>'.repeat(2000)}<p>first</p><p>second</p>`);
    let depth = 0;
    let deepest = document.children[0] as Element;
    while (deepest.children[0] instanceof Element) {
      deepest = deepest.children[0];
      depth++;
    }
    expect(depth).toBe(512);
    const last = deepest.parent!.children.filter((child) => child instanceof Element || child instanceof Text);
    expect(last.slice(-3).map((node) => (node instanceof Text ? node.data : node instanceof Element && node.name))).toEqual([
      'first',
      'p',
      'second',
    ]);
  });

  test('rejects a page with too many open elements', () => {
    expect(() => treeOf('<div>'.repeat(30_000))).toThrow(expect.objectContaining({ outcome: 'unparsed' }));
    expect(treeOf('<p>a</p>').document.children).toHaveLength(1);
  });

  test('rejects a page with too many elements', () => {
    expect(() => treeOf('<p>'.repeat(3_000_001))).toThrow(expect.objectContaining({ outcome: 'unparsed' }));
  });

  test.each<[string, (count: number) => string]>([
    ['open elements', (count) => `${'<b>'.repeat(20_000)}${'</i>'.repeat(count)}`],
    ['attributes of one element', (count) => `<a ${Array.from({ length: count }, (_, index) => `a${index}=1`).join(' ')}>`],
    ['names', (count) => Array.from({ length: count }, (_, index) => `<x${index}></x${index}>`).join('')],
    [
      // In a hash that multiplies by 31, "a~" and "b_" are one.
      'names that a simple hash maps to one slot',
      (count) =>
        Array.from({ length: count }, (_, index) => {
          const name = index.toString(2).padStart(18, '0').replaceAll('0', 'a~').replaceAll('1', 'b_');
          return `<b ${name}>x</b>`;
        }).join(''),
    ],
    ['unfinished end tags of a script', (count) => `<script>${'</scrip'.repeat(count)}`],
    ['dashes in a comment', (count) => `<!--${'-- '.repeat(count)}`],
    ['class values', (count) => Array.from({ length: count }, (_, index) => `<b class="c${index} d">x</b>`).join('')],
  ])('takes time in proportion to %s', (_, page) => {
    const milliseconds = (count: number): number => {
      const bytes = Buffer.from(page(count));
      return Math.min(
        ...Array.from({ length: 4 }, () => {
          const before = process.cpuUsage();
          new PageTree(bytes);
          const { user, system } = process.cpuUsage(before);
          return (user + system) / 1000;
        }),
      );
    };
    // Four times the page; the square would be sixteen times the time.
    expect(milliseconds(40_000) / Math.max(milliseconds(10_000), 2)).toBeLessThan(9);
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
