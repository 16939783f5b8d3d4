import { expect, test } from 'vitest';
import { cellOf, csvLine } from './csv.ts';

test.each([
  ...['=', '+', '-', '@', '＝', '＋', '－', '＠', '﹦', '﹢', '﹣', '﹫'].map((sign) => `${sign}HYPERLINK(A1)`),
  ...[' ', '\u00a0', '\u3000', '\u200b', '\ufeff'].map((space) => `${space}=1+1`),
  '\t=1+1',
  '\tx',
])('a cell that begins a formula is shown as text: %j', (text) => expect(cellOf(text)).toBe(`'${text}`));

test.each(['\r=1+1', '\n＝1+1'])('after a line end, too: %j', (text) => expect(cellOf(text)).toBe(`"'${text}"`));

test.each(['tea', 'a=b', 'a-b', 'x ＝ y', '日本', ' tea', ''])('any other cell is unchanged: %j', (text) =>
  expect(cellOf(text)).toBe(text),
);

test('numbers are not formulas, and a missing value is an empty cell', () => {
  expect([cellOf(-5), cellOf(null), cellOf(undefined)]).toEqual(['-5', '', '']);
});

test('a line has escaped cells and a line end', () => {
  expect(csvLine(['a', 1, null, 'b, "c"', '=1+1'])).toBe(`a,1,,"b, ""c""",'=1+1\r\n`);
});
