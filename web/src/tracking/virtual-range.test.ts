// Checks which rows of a long list are drawn.
import { expect, test } from 'vitest';
import { visibleRows } from './virtual-range.ts';

test('draws the visible rows and a few more', () => {
  expect(visibleRows(0, 440, 44, 10_000)).toEqual([0, 18]);
  expect(visibleRows(44_000, 440, 44, 10_000)).toEqual([992, 1018]);
  expect(visibleRows(439_560, 440, 44, 10_000)).toEqual([9982, 10_000]);
});
test('draws all rows of a short list, and none of an empty one', () => {
  expect(visibleRows(0, 440, 44, 5)).toEqual([0, 5]);
  expect(visibleRows(0, 440, 44, 0)).toEqual([0, 0]);
});
test('a position beyond the end shows the last rows', () => {
  expect(visibleRows(100_000, 440, 44, 20)).toEqual([12, 20]);
});
test('a view of 1,500 pixels draws fewer than 60 rows, whatever the length', () => {
  for (let top = 0; top < 440_000; top += 997) {
    const [from, to] = visibleRows(top, 1500, 44, 10_000);
    expect(to - from).toBeLessThan(60);
  }
});
