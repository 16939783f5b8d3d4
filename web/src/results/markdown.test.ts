// Properties of rendered Markdown, for generated answers and for hostile text.
import fc from 'fast-check';
import { h } from 'preact';
import { describe, expect, test } from 'vitest';
import type { CitedSource } from './answers.ts';
import { drawnText, elementsOf } from './drawn-elements.ts';
import { Markdown } from './markdown.tsx';

const SOURCES: CitedSource[] = ['https://shop.example/a', 'javascript:alert(1)'].map((url, index) => ({
  number: index + 1,
  title: `Source ${index + 1}`,
  url,
  domain: 'shop.example',
  snippet: null,
  path: `citations[${index}]`,
}));
const draw = (text: string) => h(Markdown, { text, sources: SOURCES });

const ALLOWED = new Set(
  'div section p h3 h4 h5 h6 ul ol li table thead tbody tr th td blockquote pre code hr strong em del br a span sup'.split(' '),
);

const word = fc.stringMatching(/^[a-z]{1,8}$/);
const words = fc.array(word, { minLength: 1, maxLength: 4 }).map((list) => list.join(' '));
/** Punctuation that touches the marks, in several scripts. */
const edge = fc.constantFrom('', '.', ',', '"', '“', '”', '(', ')', ':', '：', '，', '%', '€');
const marked = fc
  .tuple(fc.constantFrom('**', '*', '***', '~~'), edge, words, edge)
  .map(([mark, before, inner, after]) => ({ markdown: `${mark}${before}${inner}${after}${mark}`, text: `${before}${inner}${after}` }));
const plain = words.map((text) => ({ markdown: text, text }));
/** Text next to a mark without a space, as in languages that have none. */
const glued = fc.tuple(marked, word).map(([first, rest]) => ({ markdown: first.markdown + rest, text: first.text + rest }));
const line = fc.array(fc.oneof(marked, plain, glued), { minLength: 1, maxLength: 6 }).map((parts) => ({
  markdown: parts.map(({ markdown }) => markdown).join(' '),
  text: parts.map(({ text }) => text).join(' '),
}));

describe('valid emphasis never shows its marks', () => {
  const PLACES: readonly (readonly [name: string, wrap: (line: string) => string])[] = [
    ['in a paragraph', (text) => `Start ${text}`],
    ['in a heading', (text) => `## Start ${text}`],
    ['in a list', (text) => `- Start ${text}\n- other`],
    ['in a nested list', (text) => `1. other\n   - Start ${text}`],
    ['in a quote', (text) => `> Start ${text}`],
    ['in a table', (text) => `| a | b |\n|---|---|\n| x | Start ${text} |`],
  ];
  test.each(PLACES)('%s', (_name, wrap) => {
    fc.assert(
      fc.property(line, ({ markdown, text }) => {
        const shown = drawnText(draw(wrap(markdown)));
        expect(shown).toContain(`Start ${text}`);
        expect(shown).not.toMatch(/[*~]/);
      }),
    );
  });
});

const piece = fc.oneof(
  fc.constantFrom(
    '**',
    '*',
    '_',
    '~~',
    '`',
    '```',
    '[',
    ']',
    '](',
    ')',
    '![',
    '|',
    '|---|',
    '\n',
    '\n\n',
    '- ',
    '1. ',
    '> ',
    '# ',
    '  ',
    '\\',
  ),
  fc.constantFrom('<script>alert(1)</script>', '<img src=x onerror=alert(1)>', '<a href="javascript:alert(1)">', '&lt;script&gt;', '<br>'),
  fc.constantFrom('javascript:alert(1)', 'data:text/html,x', 'https://shop.example/a', 'http://[', '[1]', '[2]', '[9]', '【1†x】'),
  fc.string({ unit: 'grapheme', maxLength: 8 }),
);
const hostile = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(''));

test('hostile text becomes only known elements, and links only to http and https', () => {
  fc.assert(
    fc.property(hostile, (text) => {
      for (const { type, props } of elementsOf(draw(text))) {
        expect(ALLOWED.has(type), type).toBe(true);
        expect(Object.keys(props).filter((name) => /^on|dangerously|^src|^style$/i.test(name))).toEqual([]);
        if (type === 'a') expect(String(props.href)).toMatch(/^https?:\/\//i);
      }
    }),
    { numRuns: 2000 },
  );
});

test('no link contains another link', () => {
  fc.assert(
    fc.property(hostile, (text) => {
      for (const element of elementsOf(draw(text)).filter(({ type }) => type === 'a'))
        expect(elementsOf(element.props.children).filter(({ type }) => type === 'a')).toEqual([]);
    }),
    { numRuns: 1000 },
  );
});

test('text of a script stays visible as text', () => {
  expect(drawnText(draw('<script>alert(1)</script>'))).toBe('<script>alert(1)</script>');
});

test('citations link to their sources and name them', () => {
  const links = elementsOf(draw('Fact [1]. Other [2].')).filter(({ type }) => type === 'a');
  expect(links.map(({ props, text }) => [text, props.href, props['aria-label']])).toEqual([
    ['1', 'https://shop.example/a', 'Source 1: Source 1'],
  ]);
});

test('a table has headers, and a cell without text is not one', () => {
  const elements = elementsOf(draw('| | Price |\n|---|---|\n| Tea | 2 |'));
  expect(elements.filter(({ type }) => type === 'th').map(({ text, props }) => [text, props.scope])).toEqual([['Price', 'col']]);
  expect(elements.find(({ type }) => type === 'section')?.props['aria-label']).toBe('Table of Price');
});

test.each([
  ['a paragraph', 'First.\n\nLast.', 'p'],
  ['a list item', '- First.\n- Last.', 'li'],
])('citations of a whole section are at the end of its last text: %s', (_, text, type) => {
  const elements = elementsOf(h(Markdown, { text, sources: SOURCES, cites: [1] })).filter((element) => element.type === type);
  expect(elements.map((element) => element.text)).toEqual(['First.', 'Last.1']);
});

test('citations of a table are below it', () => {
  const elements = elementsOf(h(Markdown, { text: '| A | B |\n| --- | --- |\n| 1 | 2 |', sources: SOURCES, cites: [1, 2] }));
  expect(elements.filter(({ type }) => type === 'p').map(({ text }) => text)).toEqual(['12']);
});
