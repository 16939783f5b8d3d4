// Checks the lines and marks of a keyword's chart.
import { expect, test } from 'vitest';
import { historyLines, pageChangesIn, slotSeconds, slotText } from './history-lines.ts';
import type { Point } from './types.ts';

const point = (day: string, change: Partial<Point>): Point => ({
  slot: `2026-11-${day}T00:00`,
  state: 'found',
  position: null,
  rank: null,
  depth: 10,
  url: null,
  title: null,
  features: [],
  owned: [],
  citedAs: null,
  competitors: [],
  objectId: null,
  ...change,
});
const POINTS = [
  point('01', { position: 4, url: 'https://a.example/1', competitors: [2] }),
  point('02', { state: 'failed', reason: 'blocked', depth: null, competitors: [null] }),
  point('03', { state: 'notFound', competitors: [14] }),
  point('04', { position: 5, url: 'https://a.example/2', competitors: [3] }),
];
const names = { own: 'a.example', competitors: ['b.example'] };

test('failed checks and missing positions are gaps with different texts', () => {
  const { lines, worst } = historyLines(POINTS, [], names);
  const [own, other, failed, change] = lines;
  expect(own!.values).toEqual([4, null, null, 5]);
  expect(own!.texts).toEqual(['Position 4', null, 'Not in top 10', 'Position 5']);
  expect(other!.values).toEqual([2, null, 14, 3]);
  expect(worst).toBe(14);
  expect([failed!.name, failed!.values]).toEqual(['Not checked', [null, 14, null, null]]);
  expect(failed!.texts).toEqual([null, 'Check failed: the search engine blocked the request', null, null]);
  expect([change!.name, change!.texts]).toEqual(['Page change', [null, null, null, 'a.example/2']]);
  // On the line of the own domain.
  expect(change!.values).toEqual([null, null, null, 5]);
});
test('notes within the period are marks, and a note without a check does not break the line', () => {
  const notes = [
    { day: '2026-11-02', text: 'Relaunch' },
    { day: '2026-11-02', text: 'New logo' },
    { day: '2026-12-24', text: 'Later' },
  ];
  const { times, lines } = historyLines([POINTS[0]!, POINTS[3]!], notes, names);
  expect(times).toEqual(['2026-11-01', '2026-11-02', '2026-11-04'].map(slotSeconds));
  expect(lines[0]!.values).toEqual([4, undefined, 5]);
  expect(lines.at(-1)).toMatchObject({ name: 'Note', texts: [null, 'Relaunch; New logo', null] });
});
test('a change of the page is counted between found checks only', () => {
  expect(pageChangesIn(POINTS)).toEqual([{ slot: '2026-11-04T00:00', before: 'https://a.example/1', after: 'https://a.example/2' }]);
});
test('times of slots are shown unless they are midnight', () => {
  expect([slotText('2026-11-18T00:00'), slotText('2026-11-18T13:07')]).toEqual(['2026-11-18', '2026-11-18 13:07']);
});
