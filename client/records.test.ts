import { describe, expect, test } from 'vitest';
import { mergeAdded, mergeImported, partsOf, recordsOf } from './records.ts';
import type { AddedKeywords, Imported } from './types.ts';

describe('records of a file', () => {
  test('end at line ends outside of quoted cells', () => {
    const text = 'keyword,note\r\n"red\nshoes","a ""b""\nc"\nboots,x';
    expect([...recordsOf(text)]).toEqual(['keyword,note\r\n', '"red\nshoes","a ""b""\nc"\n', 'boots,x']);
  });
  test('may contain a quotation mark that opens no cell', () => {
    expect([...recordsOf('5" pipe\n6" pipe\n')]).toEqual(['5" pipe\n', '6" pipe\n']);
  });
  test('may have a blank after the separator', () => {
    expect([...recordsOf('1, "a\nb", c\n2, d, e\n')]).toEqual(['1, "a\nb", c\n', '2, d, e\n']);
  });
  test('together are the text', () => {
    const text = 'a;"b\n\n"";"\n\n;;"";x\r\nлодки,"🛶\n"\n"';
    expect([...recordsOf(text)].join('')).toBe(text);
  });
});

describe('parts of a file', () => {
  const text = Array.from({ length: 10 }, (_, index) => `keyword ${index}\n`).join('');
  test('are limited by records and know their first line', () => {
    const parts = [...partsOf(text, 1000, 4)];
    expect(parts.map(({ line }) => line)).toEqual([1, 5, 9]);
    expect(parts.map((part) => part.text).join('')).toBe(text);
  });
  test('are limited by bytes, with space for the header', () => {
    const size = JSON.stringify('keyword 0\n').length;
    const parts = [...partsOf(text, size * 4, 1000)];
    expect(parts.map(({ line }) => line)).toEqual([1, 4, 7, 10]);
  });
  test('count the lines of quoted cells', () => {
    expect([...partsOf('a\n"b\nb"\nc\n', 1000, 2)].map(({ line }) => line)).toEqual([1, 4]);
  });
  test('name a line that is too long', () => {
    expect(() => [...partsOf(`a\n"${'b\n'.repeat(100)}`, 50, 10)]).toThrow('Line 2 is too long.');
  });
});

const forecast = (creditsPerMonth: number, balance: number | null = 3000) => ({
  checksPerMonth: creditsPerMonth,
  creditsPerMonth,
  balance,
  lastsUntil: null,
});
const added = (more: Partial<AddedKeywords>): AddedKeywords => ({
  added: 1,
  ids: ['1'],
  duplicates: [],
  forecast: { before: forecast(0), after: forecast(30) },
  run: null,
  ...more,
});

describe('merged results', () => {
  const NOW = Date.parse('2026-11-18T00:00:00Z');
  const duplicate = { index: 2, keyword: 'tea', id: '7' };
  test('name entries by their index in the whole list', () => {
    const parts = [
      { result: added({ duplicates: [duplicate] }), offset: 0 },
      { result: added({ duplicates: [duplicate], ids: ['2'], forecast: { before: forecast(30), after: forecast(60) } }), offset: 1000 },
    ];
    const merged = mergeAdded(parts, false, NOW);
    expect(merged.duplicates.map(({ index }) => index)).toEqual([2, 1002]);
    expect([merged.added, merged.ids]).toEqual([2, ['1', '2']]);
    expect([merged.forecast.before.creditsPerMonth, merged.forecast.after.creditsPerMonth]).toEqual([0, 60]);
  });
  test('of a dry run add up the price of each chunk', () => {
    const part = { result: added({ forecast: { before: forecast(100), after: forecast(500) } }), offset: 0 };
    const { after } = mergeAdded([part, part], true, NOW).forecast;
    expect(after).toEqual({ checksPerMonth: 900, creditsPerMonth: 900, balance: 3000, lastsUntil: '2027-02-26T00:00:00+0000' });
    const unknown = { result: added({ forecast: { before: forecast(0, null), after: forecast(5, null) } }), offset: 0 };
    expect(mergeAdded([unknown, unknown], true, NOW).forecast.after).toMatchObject({
      creditsPerMonth: 10,
      balance: null,
      lastsUntil: null,
    });
  });
  test('of an import name lines by their number in the file', () => {
    const result: Imported = {
      format: 'sextant',
      columns: {},
      ignored: [],
      lines: 3,
      points: 1,
      problems: [{ line: 3, message: 'x' }],
      result: added({ duplicates: [duplicate] }),
    };
    const merged = mergeImported(
      [
        { result, lineOffset: 0 },
        { result, lineOffset: 3 },
      ],
      false,
      NOW,
    );
    expect(merged.problems.map(({ line }) => line)).toEqual([3, 6]);
    expect([merged.lines, merged.points, merged.result.added]).toEqual([6, 2, 2]);
    expect(merged.result.duplicates.map(({ index }) => index)).toEqual([2, 5]);
  });
});
