import { describe, expect, test } from 'vitest';
import { type Block, parseMarkdown } from './markdown-blocks.ts';
import { headingLevels, plainTextOf } from './markdown-text.ts';

/** A compact form: `h2(Title)`, `ul(a; b)`, `table(a,b; 1,2)`. */
const shown = (blocks: readonly Block[]): string => blocks.map(shownBlock).join(' ');
function shownBlock(block: Block): string {
  switch (block.kind) {
    case 'heading':
      return `h${block.level}(${plainTextOf(block.children)})`;
    case 'paragraph':
      return `p(${plainTextOf(block.children)})`;
    case 'list':
      return `${block.start === null ? 'ul' : `ol${block.start}`}(${block.items.map(shown).join('; ')})`;
    case 'table':
      return `table(${[block.header, ...block.rows].map((row) => row.map(plainTextOf).join(',')).join('; ')})`;
    case 'quote':
      return `quote(${shown(block.children)})`;
    case 'code':
      return `code(${block.text})`;
    case 'rule':
      return 'rule';
  }
}
const parsed = (...lines: string[]): string => shown(parseMarkdown(lines.join('\n')));

describe('blocks', () => {
  test('are separated by blank lines, and single line breaks are spaces', () => {
    expect(parsed('one', 'two', '', '', 'three')).toBe('p(one two) p(three)');
  });
  test('keep a line break after two spaces or a backslash', () => {
    const [paragraph] = parseMarkdown('one  \ntwo\\\nthree');
    expect(paragraph).toMatchObject({
      children: [{ text: 'one' }, { kind: 'break' }, { text: 'two' }, { kind: 'break' }, { text: 'three' }],
    });
  });
  test('may follow each other without a blank line', () => {
    expect(parsed('## Title ##', 'text', '- a', '- b', '> said', '---')).toBe('h2(Title) p(text) ul(p(a); p(b)) quote(p(said)) rule');
  });
  test('have Windows line ends too', () => {
    expect(parsed('# A\r', '\r', 'b\r')).toBe('h1(A) p(b)');
  });
});

describe('lists', () => {
  test('keep their first number', () => {
    expect(parsed('3. c', '4. d')).toBe('ol3(p(c); p(d))');
  });
  test('continue over blank lines', () => {
    expect(parsed('- a', '', '- b', '', 'after')).toBe('ul(p(a); p(b)) p(after)');
  });
  test('nest by two spaces or more', () => {
    expect(parsed('1. a', '  - b', '     - c', '2. d')).toBe('ol1(p(a) ul(p(b) ul(p(c))); p(d))');
  });
  test('hold paragraphs, code and lines that continue an item', () => {
    expect(parsed('- a', 'goes on', '', '  second', '', '  ```', '  x', '', '  y', '  ```', '- b')).toBe(
      'ul(p(a goes on) p(second) code(x\n\ny); p(b))',
    );
  });
  test('of another type are another list', () => {
    expect(parsed('- a', '1. b')).toBe('ul(p(a)) ol1(p(b))');
  });
  test('do not start inside a sentence that wraps before a number', () => {
    expect(parsed('It opened in', '1986. Since then')).toBe('p(It opened in 1986. Since then)');
  });
  test('are not emphasis or negative numbers', () => {
    expect(parsed('*a* b', '', '-5 degrees')).toBe('p(a b) p(-5 degrees)');
  });
});

describe('tables', () => {
  test('have a header and rows', () => {
    expect(parsed('| Name | Price |', '|:--|--:|', '| Tea | **2** |', '| Milk | 1 |', 'after')).toBe(
      'table(Name,Price; Tea,2; Milk,1) p(after)',
    );
  });
  test('need no bars at both ends', () => {
    expect(parsed('a | b', '--- | ---', '1 | 2')).toBe('table(a,b; 1,2)');
  });
  test('keep bars after a backslash and in code, and empty cells', () => {
    expect(parsed('| a | b |', '|---|---|', '| x \\| y | `p|q` |', '|  | z |')).toBe('table(a,b; x | y,p|q; ,z)');
  });
  test('without a line below the header are text', () => {
    expect(parsed('a | b', 'c | d')).toBe('p(a | b c | d)');
  });
});

describe('code', () => {
  test('is not parsed', () => {
    expect(parsed('```js', 'const a = "**b**";', '# no heading', '```', 'after')).toBe('code(const a = "**b**";\n# no heading) p(after)');
  });
  test('without an end reaches to the end', () => {
    expect(parsed('~~~', 'a', '', 'b')).toBe('code(a\n\nb)');
  });
});

test('headings start at the given level and skip none', () => {
  const blocks = parseMarkdown('## A\n#### B\n### C\n## D\n> #### E');
  expect([...headingLevels(blocks, 3).values()]).toEqual([3, 4, 4, 3, 4]);
  expect([...headingLevels(parseMarkdown('#### A\n# B'), 3).values()]).toEqual([3, 3]);
});

/** Each of these takes quadratic or exponential time in a careless parser. */
test.each([
  '*',
  '**a',
  '_a ',
  '[',
  '[a](',
  '[[a]',
  '`',
  '`a ``',
  '> ',
  '- ',
  '  - a\n',
  '>'.repeat(30).concat('\n'),
  '|',
  '|\n',
  '```\n',
  ' ',
  '\n',
  'https://',
  '<br',
  '![',
])('hostile repetitions of %j end soon', (part) => {
  const started = performance.now();
  parseMarkdown(part.repeat(Math.ceil(100_000 / part.length)));
  expect(performance.now() - started).toBeLessThan(20_000);
});
