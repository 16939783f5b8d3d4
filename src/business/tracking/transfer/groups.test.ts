import { expect, test } from 'vitest';
import { groupOf } from '../history/grouping.ts';
import type { KeywordPoint } from '../history/rows.ts';
import { readSlot } from '../slots.ts';
import type { StoredPoint } from '../types.ts';
import { lastOfGroups } from './groups.ts';

const point = (time: string, keywordId: number, code: StoredPoint['code'], position = 0): KeywordPoint => ({
  slot: readSlot('slot', time),
  keywordId,
  code,
  position,
  rank: 0,
  depth: 10,
  pageId: 0,
  features: 0,
  owned: 0,
  cited: 0,
  competitors: [],
  top: [],
});
async function* chunksOf(points: readonly KeywordPoint[]): AsyncIterable<readonly KeywordPoint[]> {
  for (const each of points) yield [each];
}
const shown = async (points: readonly KeywordPoint[], group: 'none' | 'day' | 'week' | 'month') => {
  const found: string[] = [];
  for await (const chunk of lastOfGroups(chunksOf(points), group))
    for (const { keywordId, position, code } of chunk) found.push(`${keywordId}:${code}:${position}`);
  return found;
};

const POINTS = [
  point('2026-11-28T06:00', 1, 1, 5),
  point('2026-11-28T18:00', 1, 1, 4),
  point('2026-11-28T18:00', 2, 11),
  point('2026-11-29T06:00', 1, 10),
  point('2026-11-29T06:00', 2, 2),
  point('2026-11-30T06:00', 1, 1, 3),
  point('2026-12-01T06:00', 1, 1, 2),
];

test('all points pass without a group, failed ones as well', async () => {
  expect(await shown(POINTS, 'none')).toHaveLength(POINTS.length);
});
test('a day has the last judged point of each keyword, or the reason why there is none', async () => {
  expect(await shown(POINTS, 'day')).toEqual(['1:1:4', '2:11:0', '1:10:0', '1:1:3', '1:1:2', '2:2:0']);
});
test('a week begins on Monday', async () => {
  // 2026-11-30 was a Monday.
  expect(await shown(POINTS, 'week')).toEqual(['1:1:4', '1:1:2', '2:2:0']);
  expect(groupOf(readSlot('slot', '2026-11-29'), 'week')).not.toBe(groupOf(readSlot('slot', '2026-11-30'), 'week'));
  expect(groupOf(readSlot('slot', '2026-11-30'), 'week')).toBe(groupOf(readSlot('slot', '2026-12-06'), 'week'));
});
test('a month has its own last point', async () => {
  expect(await shown(POINTS, 'month')).toEqual(['1:1:3', '1:1:2', '2:2:0']);
});
test('points of packed months may come keyword by keyword', async () => {
  const byKeyword = [...POINTS].sort((a, b) => a.keywordId - b.keywordId);
  expect((await shown(byKeyword, 'week')).sort()).toEqual((await shown(POINTS, 'week')).sort());
});
