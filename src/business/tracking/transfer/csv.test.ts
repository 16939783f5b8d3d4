import { describe, expect, test } from 'vitest';
import { csvLine } from '../../../platform/csv.ts';
import { csvRows, delimiterOf, textLines } from './csv.ts';

const cellsOf = (text: string, delimiter: ',' | ';' | '\t' = ',') => [...csvRows(text, delimiter)].map(({ cells }) => cells);

describe('the delimiter', () => {
  test('is the one that the first line has most', () => {
    expect(delimiterOf('a,b;c,d\n1;2;3;4')).toBe(',');
    expect(delimiterOf('a;b;c,d')).toBe(';');
    expect(delimiterOf('a\tb, c\td')).toBe('\t');
  });
  test('does not count inside quotes, and is a comma without any', () => {
    expect(delimiterOf('"a;b;c",d')).toBe(',');
    expect(delimiterOf('keyword\nred;shoes')).toBe(',');
  });
});

describe('CSV', () => {
  test('has rows with every kind of line end, with or without a last one', () => {
    const rows = [
      ['a', 'b'],
      ['c', 'd'],
    ];
    for (const end of ['\n', '\r\n', '\r']) {
      expect(cellsOf(`a,b${end}c,d`)).toEqual(rows);
      expect(cellsOf(`a,b${end}c,d${end}`)).toEqual(rows);
    }
  });
  test('skips a byte order mark and blank rows, and numbers lines as an editor does', () => {
    const rows = [...csvRows('\ufeffa,b\n\n , \n"x\ny",2\nlast,3', ',')];
    expect(rows).toEqual([
      { line: 1, cells: ['a', 'b'] },
      { line: 4, cells: ['x\ny', '2'] },
      { line: 6, cells: ['last', '3'] },
    ]);
  });
  test('keeps quotes, separators, line breaks and spaces inside quotes', () => {
    expect(cellsOf('"say ""hi"", please", " b ",""\n')).toEqual([['say "hi", please', ' b ', '']]);
    expect(cellsOf('""""')).toEqual([['"']]);
  });
  test('trims cells without quotes', () => {
    expect(cellsOf(' a , b b ,c ')).toEqual([['a', 'b b', 'c']]);
  });
  test('ends a quote that is never closed at the end of the text', () => {
    expect(cellsOf('a,"b\nc,d')).toEqual([['a', 'b\nc,d']]);
  });
  test('keeps empty cells at the start and the end of a row', () => {
    expect(cellsOf(',a,')).toEqual([['', 'a', '']]);
    expect(cellsOf('a;;c;', ';')).toEqual([['a', '', 'c', '']]);
  });
  test('reads back what is written, whatever the cells hold', () => {
    // A small generator with a fixed seed, so that a failure can be repeated.
    let seed = 7;
    const random = (below: number): number => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return seed % below;
    };
    const letters = ['a', 'ß', '"', ',', ';', '\n', '\r\n', '\t', ' ', '日', '😀', 'שלום', "'", 'x'];
    for (let round = 0; round < 2000; round++) {
      const cells = Array.from({ length: 1 + random(5) }, () =>
        Array.from({ length: random(6) }, () => letters[random(letters.length)]).join(''),
      );
      // Cells without quotes are trimmed, and formulas are marked: these begin and end with a letter.
      const written = cells.map((cell) => `k${cell}k`);
      expect(cellsOf(csvLine(written))).toEqual([written.map((cell) => cell)]);
    }
  });
  test('reads 50,000 lines in a time that grows with their number only', () => {
    const text = (count: number) => Array.from({ length: count }, (_, index) => `"keyword ${index}, red",DE,desktop,a;b\n`).join('');
    const cpuMs = (work: () => void): number => {
      const before = process.cpuUsage();
      work();
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 1000;
    };
    const count = (source: string): number => [...csvRows(source, ',')].length;
    const [small, large] = [text(5000), text(50_000)];
    count(small);
    const smallMs = Math.min(...[1, 2, 3].map(() => cpuMs(() => count(small))));
    const largeMs = Math.min(...[1, 2, 3].map(() => cpuMs(() => expect(count(large)).toBe(50_000))));
    // Ten times the lines. A quadratic reader would take a hundred times as long.
    expect(largeMs).toBeLessThan(Math.max(smallMs, 2) * 40);
  });
});

describe('lines', () => {
  test('are whole, without blank ones and quotes around them', () => {
    expect([...textLines('\ufeffred shoes\r\n\r\n"blue, shoes"\n  green  ')]).toEqual([
      { line: 1, cells: ['red shoes'] },
      { line: 3, cells: ['blue, shoes'] },
      { line: 4, cells: ['green'] },
    ]);
  });
});
