// Installed patterns match as in JavaScript, are rejected when RE2 cannot run them, and end in time on hostile texts.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { spentMs } from '../../../../test/cpu-time.ts';
import { foreignPattern, ownPattern } from './pattern.ts';
import { PatternProblem } from './pattern-literals.ts';

const both = (source: string, text: string): [unknown, unknown] => {
  const native = new RegExp(source, 'i').exec(text);
  return [foreignPattern(source).match(text), native ? [...native] : null];
};

describe('a foreign pattern', () => {
  it.each([
    ['jquery[.-]([\\d.]*\\d)[^/]*\\.js', 'https://a.example/jQuery-3.7.1.min.js?x'],
    ['^nginx(?:/([\\d.]+))?', 'nginx/1.27.3'],
    ['(?:a|ab)(c|bcd)(d*)', 'xabcd'],
    ['<a[^>]+href="([^"]*?)"', '<a class=x href="/one" title="two">'],
    ['\\bword\\b', 'a word.'],
    ['\\Bord\\b', 'a word'],
    ['a{2,3}?b', 'aaab'],
    ['[^\\w\\s]\\x2e\\u0041', '!.a'],
    ['x{,3}', 'x{,3}'],
    ['^$', ''],
    ['(a)|(b)', 'b'],
    ['[\\]\\-a-c]+', '--]abc'],
    ['größe ([\\d]+)', 'größe 12'],
    ['.+$', 'one\ntwo'],
    ['a.b', 'a\u2028b a\rb a\vb'],
    ['by\\s+([\\s.]+)', 'by\u00a0\u3000.'],
    ['a[^\\S\\n]b', 'a\nb a\u2003b'],
    ['a\\Sb', 'a\u00a0b a\u200bb'],
    ['[\\S]+ß', 'ein Fuß'],
    ['[\\s\\S]+x', 'a\u00a0\u200bx'],
    ['\\APC\\b', 'an APC'],
    ['[\\z.]\\pi\\.', 'see zpi.'],
  ])('%s matches as it does elsewhere', (source, text) => {
    const [own, native] = both(source, text);
    expect(own).toEqual(native);
  });

  it('made of random pieces matches where and what the language’s engine matches', () => {
    const atom = fc.constantFrom('a', 'b', 'A', '.', '[ab]', '[^a]', '\\d', '\\w', '(?:a|bc)', '(a|b)', '1', '-');
    const piece = fc.tuple(atom, fc.constantFrom('', '', '', '*', '+', '?', '{1,2}', '*?', '+?')).map(([one, count]) => one + count);
    const pattern = fc
      .tuple(fc.constantFrom('', '', '^'), fc.array(piece, { minLength: 1, maxLength: 6 }), fc.constantFrom('', '', '$'))
      .map(([begin, pieces, end]) => begin + pieces.join('') + end);
    const text = fc.array(fc.constantFrom('a', 'b', 'c', 'B', '1', '-', '\n', ' '), { maxLength: 14 }).map((letters) => letters.join(''));
    fc.assert(
      fc.property(pattern, text, (source, value) => {
        const [own, native] = both(source, value);
        expect(own).toEqual(native);
      }),
      { numRuns: 2000 },
    );
  });

  it('that no page can match holds texts which every match has', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('a', 'b', '(?:ab|cd)', '[ab]', 'c?', '(d+)', '.*'), { minLength: 1, maxLength: 6 }),
        fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 12 }),
        (pieces, letters) => {
          const pattern = foreignPattern(pieces.join(''));
          const found = pattern.match(letters.join(''))?.[0] ?? null;
          for (const texts of found === null ? [] : pattern.literals) expect(texts.some((text) => found?.includes(text))).toBe(true);
        },
      ),
      { numRuns: 2000 },
    );
    expect(foreignPattern('cdn\\.(?:one|three)\\.example/([\\d.]+)').literals).toEqual([['.example/'], ['cdn.'], ['one', 'three']]);
    expect(foreignPattern('one\\.js|second\\.js').literals).toEqual([['one.js', 'second.js']]);
  });

  it.each([
    '(?=a)b',
    '(?!a)b',
    '(?<=a)b',
    '(a)\\1',
    '(a',
    'a)',
    '[a',
    'a**',
    '*a',
    'a{2000}',
    '(?:(?:a{900}){900}){900}',
    `${'('.repeat(80)}a${')'.repeat(80)}`,
    'a'.repeat(3000),
  ])('such as %s is refused', (source) => {
    expect(() => foreignPattern(source)).toThrow(PatternProblem);
  });

  it.each([
    '(a+)+$',
    '(a|a)*$',
    '(a*)*b',
    '(.*)*x',
    '(?:a|aa)+$',
    '([a-z]+)*\\d',
    'a*a*a*a*a*a*a*a*b',
    '<a[^>]*b[^>]*c[^>]*d[^>]*e',
    '(x+x+)+y',
  ])('as catastrophic as %s ends in time on a hostile text', (source) => {
    const pattern = foreignPattern(source);
    const began = spentMs();
    for (const text of ['a'.repeat(200_000), `${'a'.repeat(50)}!`, '<a b c d '.repeat(20_000), 'x'.repeat(100_000)]) pattern.match(text);
    expect(spentMs() - began).toBeLessThan(5000);
  });

  it('is found in a long text wherever it stands', () => {
    const long = (before: number, after: number) =>
      `${'<p>lorem</p>'.repeat(before)}<LINK rel="x" href="/Core/yaml-2.1.css">${'<p>ipsum</p>'.repeat(after)}`;
    const pattern = foreignPattern('<link[^>]+href="[^"]*yaml-([\\d.]+)\\.css');
    for (const [before, after] of [
      [0, 5000],
      [5000, 0],
      [3000, 3000],
    ] as const)
      expect(pattern.match(long(before, after))?.[1]).toBe('2.1');
    expect(foreignPattern('</p>$').match(long(3000, 3000))).toEqual(['</p>']);
    expect(foreignPattern('^<p>lorem').match(long(3000, 3000))).toEqual(['<p>lorem']);
    expect(pattern.match(`<link ${'yaml-x '.repeat(20_000)}`)).toBeNull();
  });

  it('does not match a text that would take too long', () => {
    const pattern = foreignPattern('(?:a|b|c|d)*e', 1000);
    expect(pattern.match(`${'abcd'.repeat(10_000)}e`)).toBeNull();
    expect(pattern.match('abcde')).toEqual(['abcde']);
  });
});

describe('an own pattern', () => {
  it('knows its fixed texts', () => {
    expect(ownPattern('googletagmanager\\.com/gtm\\.js').literals).toEqual([['googletagmanager.com/gtm.js']]);
    expect(ownPattern('^\\d+$').literals).toEqual([]);
  });
});
