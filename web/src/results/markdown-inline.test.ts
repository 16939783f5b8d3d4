import { describe, expect, test } from 'vitest';
import { type Inline, parseInline } from './markdown-inline.ts';

const SOURCES = { count: 3, numberOf: (url: string) => (url === 'https://shop.example/a' ? 2 : null) };
/** A compact form: `strong(a)`, `cite(1)`, `link(url: text)`. */
const shown = (children: readonly Inline[]): string =>
  children
    .map((inline) => {
      if (inline.kind === 'text') return inline.text;
      if (inline.kind === 'code') return `code(${inline.text})`;
      if (inline.kind === 'break') return '/';
      if (inline.kind === 'citation') return `cite(${inline.number})`;
      if (inline.kind === 'link') return `link(${inline.url}: ${shown(inline.children)})`;
      return `${inline.kind}(${shown(inline.children)})`;
    })
    .join('');
const parsed = (source: string): string => shown(parseInline(source, SOURCES));

describe('emphasis', () => {
  test.each([
    ['**a** b', 'strong(a) b'],
    ['*a* and _b_', 'emphasis(a) and emphasis(b)'],
    ['***a***', 'emphasis(strong(a))'],
    ['***a** b*', 'emphasis(strong(a) b)'],
    ['**a *b* c**', 'strong(a emphasis(b) c)'],
    ['**a*b**', 'strong(a*b)'],
    ['**a**b**c**', 'strong(a)bstrong(c)'],
    ['**“quoted”**next', 'strong(“quoted”)next'],
    ['**注意：**文本', 'strong(注意：)文本'],
    ['~~old~~ new', 'deleted(old) new'],
    ['__init__ and snake_case_name', 'strong(init) and snake_case_name'],
  ])('is read from %s', (source, expected) => {
    expect(parsed(source)).toBe(expected);
  });
});

describe('marks stay text', () => {
  test.each(['5 * 3 * 2', 'a ** b', '*args and **kwargs', '5* hotel, 4* hotel', '~a~', '**', 'snake_case_name', '[note]', '[9]', '[2024]'])(
    '%s',
    (source) => {
      expect(parsed(source)).toBe(source);
    },
  );
  test('after a backslash', () => {
    expect(parsed('\\*a\\* \\[1\\] \\`b\\`')).toBe('*a* [1] `b`');
  });
});

describe('code', () => {
  test.each([
    ['`a` and `b`', 'code(a) and code(b)'],
    ['`**a**`', 'code(**a**)'],
    ['``a`b``', 'code(a`b)'],
    ['`` ` ``', 'code(`)'],
    ['`open', '`open'],
  ])('is read from %s', (source, expected) => {
    expect(parsed(source)).toBe(expected);
  });
});

describe('links', () => {
  test.each([
    ['[Shop](https://shop.example/)', 'link(https://shop.example/: Shop)'],
    ['[a **b**](https://shop.example/ "title")', 'link(https://shop.example/: a strong(b))'],
    ['[Wiki](https://wiki.example/A_(b))', 'link(https://wiki.example/A_(b): Wiki)'],
    ['<https://shop.example/?a=1>', 'link(https://shop.example/?a=1: https://shop.example/?a=1)'],
    ['See https://shop.example/a_b_c.', 'See link(https://shop.example/a_b_c: https://shop.example/a_b_c).'],
    ['**https://shop.example**', 'strong(link(https://shop.example: https://shop.example))'],
    ['(https://shop.example/x)', '(link(https://shop.example/x: https://shop.example/x))'],
    ['![Chart](https://shop.example/chart.png)', 'link(https://shop.example/chart.png: Chart)'],
    ['[https://a.example](https://b.example/)', 'link(https://b.example/: https://a.example)'],
  ])('are read from %s', (source, expected) => {
    expect(parsed(source)).toBe(expected);
  });
  test.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,x',
    '//shop.example',
    '/path',
    'mailto:a@shop.example',
    'https://',
  ])('to %s stay text', (url) => {
    expect(parsed(`[label](${url})`)).toBe('label');
  });
});

describe('citations', () => {
  test.each([
    ['Fact [1].', 'Fact cite(1).'],
    ['Fact [1][2]', 'Fact cite(1)cite(2)'],
    ['Fact [1, 3]', 'Fact cite(1)cite(3)'],
    ['Fact [^2]', 'Fact cite(2)'],
    ['Fact 【3†source】', 'Fact cite(3)'],
    ['Fact [1](https://shop.example/a)', 'Fact cite(2)'],
    ['Fact [[2]](https://shop.example/a)', 'Fact cite(2)'],
    ['Fact [4]', 'Fact [4]'],
    ['Fact [1, 4]', 'Fact [1, 4]'],
  ])('are read from %s', (source, expected) => {
    expect(parsed(source)).toBe(expected);
  });
  test('name the source of a link', () => {
    const [link] = parseInline('[Shop](https://shop.example/a)', SOURCES);
    expect(link).toMatchObject({ kind: 'link', source: 2 });
  });
});

test('HTML stays text, except for line breaks and common entities', () => {
  expect(parsed('<script>alert(1)</script>')).toBe('<script>alert(1)</script>');
  expect(parsed('<img src=x onerror=alert(1)>')).toBe('<img src=x onerror=alert(1)>');
  expect(parsed('a<br/>b &amp; c &lt;d&gt;')).toBe('a/b & c <d>');
});
