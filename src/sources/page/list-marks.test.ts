import { describe, expect, test } from 'vitest';
import { foreignIn, isMixed, type ListMark, markNumber, noteMark } from './list-marks.ts';

const COUNT = 200_000;
const responses = (text: string): ListMark[] => [...text].map((letter) => ({ response: letter === '-' ? null : letter }));
const numbers = (...list: readonly (number | null)[]): ListMark[] => list.map((number) => ({ number }));

test.each<[string, ListMark[], number]>([
  ['no marks', responses('----'), 0],
  ['one response', responses('aaaa'), 0],
  ['one response and results without marks', responses('a-a--a'), 0],
  ['one other response', responses('aabaa'), 1],
  ['two other responses', responses('aabaac'), 2],
  ['half of another response', responses('abab'), 2],
  ['rising numbers with gaps', numbers(3, 4, null, 9, 120), 0],
  ['a number that falls', numbers(3, 4, 2, 9), 1],
  ['a number twice', numbers(1, 2, 2, 3, 3, 4), 2],
  ['two lists one after the other', numbers(1, 2, 3, 4, 5, 1, 2, 3), 3],
  ['two lists in turn', numbers(100, 30, 105, 35, 110, 40), 3],
])('%s', (_, marks, foreign) => {
  expect(foreignIn(marks)).toBe(foreign);
});

test.each<[string, (index: number) => ListMark, number]>([
  ['rise and fall', (index) => ({ number: index < COUNT / 2 ? index + 1 : 0 }), COUNT / 2],
  ['are all of other responses', (index) => ({ response: String(index) }), COUNT - 1],
])('marks of 200,000 results that %s are compared within a second of CPU time', (_, markAt, foreign) => {
  const marks = Array.from({ length: COUNT }, (_, index) => markAt(index));
  const before = process.cpuUsage();
  expect(foreignIn(marks)).toBe(foreign);
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1e6).toBeLessThan(1);
});

describe('a page', () => {
  const pageWith = (marks: readonly ListMark[]): object => {
    const page = {};
    for (const mark of marks) noteMark(page, mark);
    return page;
  };
  test('is mixed with two foreign results, not with one', () => {
    expect(isMixed(pageWith(responses('aabaa')))).toBe(false);
    expect(isMixed(pageWith(responses('aababa')))).toBe(true);
  });
  test('without marks is not mixed', () => {
    expect(isMixed({})).toBe(false);
  });
});

test('only digits are a number', () => {
  expect(['12', '0', 'CAgQAA', '', '12345678901', null].map(markNumber)).toEqual([12, 0, null, null, null, null]);
});
