import { describe, expect, test } from 'vitest';
import { splitBold } from './highlight.ts';

const bold = (text: string, phrases: readonly string[]): string[] =>
  splitBold(text, phrases).flatMap((part) => (part.isBold ? [part.text] : []));

describe('bold text of a snippet', () => {
  test('is found wherever it stands, as a whole phrase first', () => {
    expect(splitBold('Red shoes and shoes.', ['shoes', 'Red shoes'])).toEqual([
      { text: 'Red shoes', isBold: true },
      { text: ' and ', isBold: false },
      { text: 'shoes', isBold: true },
      { text: '.', isBold: false },
    ]);
  });

  test('is literal, not a pattern', () => {
    expect(bold('C++ (1998) costs $5.', ['C++', '(1998)', '$5.'])).toEqual(['C++', '(1998)', '$5.']);
    expect(bold('abc', ['.', 'a|c'])).toEqual([]);
  });

  test.each([
    ['', ['a']],
    ['plain', []],
    ['plain', ['', ' ']],
    ['aXaXa', ['X', 'aX', 'Xa']],
  ])('the parts of %j joined are the text', (text, phrases) => {
    expect(
      splitBold(text, phrases)
        .map((part) => part.text)
        .join(''),
    ).toBe(text);
  });
});
