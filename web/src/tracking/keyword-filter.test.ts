// Checks the filters and the order of tracked keywords.
import { expect, test } from 'vitest';
import { filterIn, filterKeywords, isFiltered, sortKeywords, tagsOf } from './keyword-filter.ts';
import type { TrackedKeyword } from './types.ts';

const PLAIN: TrackedKeyword = {
  id: '1',
  keyword: 'compass',
  searchEngine: 'google',
  region: 'Germany',
  language: 'de',
  device: 'desktop',
  tags: [],
  starred: false,
  enabled: true,
  targetUrl: null,
  note: null,
  volume: null,
  state: 'found',
  reason: null,
  checkedAt: '2026-11-18T00:00',
  failures: 0,
  position: 4,
  rank: null,
  depth: 10,
  url: 'https://www.shop.example/Compass',
  title: null,
  change1: null,
  change7: null,
  change30: null,
  best: 2,
  bestOn: '2026-10-01',
  features: [],
  owned: [],
  citedAs: null,
  visits: null,
  createdAt: '2026-09-01T00:00:00+0000',
};
const ROWS: readonly TrackedKeyword[] = [
  { ...PLAIN, tags: ['brand', 'tools'], change7: { value: 2, movement: 'up' } },
  { ...PLAIN, id: '2', keyword: 'Chart', device: 'mobile', position: null, url: null, change7: { value: null, movement: 'left' } },
  { ...PLAIN, id: '3', keyword: 'barometer', position: 12, tags: ['tools'], change7: { value: null, movement: 'entered' } },
  { ...PLAIN, id: '4', keyword: 'anchor', state: 'failed', position: null, depth: null, enabled: false, features: ['aiAnswer'] },
];
const idsOf = (rows: readonly TrackedKeyword[]): string => rows.map(({ id }) => id).join('');
const filtered = (query: string): string => idsOf(filterKeywords(ROWS, filterIn(new URLSearchParams(query))));

test.each([
  ['', '1234'],
  ['q=COMP', '1'],
  ['tag=tools', '13'],
  ['device=mobile', '2'],
  ['state=failed', '4'],
  ['position=10', '1'],
  ['position=100', '13'],
  // A keyword whose checks all failed is not "not found".
  ['position=none', '2'],
  ['moved=left', '2'],
  ['feature=aiAnswer', '4'],
  ['url=shop.example%2Fcompass', '134'],
  ['enabled=false', '4'],
  ['tag=tools&position=3', ''],
])('the filter "%s" leaves %s', (query, ids) => {
  expect(filtered(query)).toBe(ids);
});
test('a filter of another name is none', () => {
  expect([isFiltered(filterIn(new URLSearchParams('tab=keywords'))), isFiltered(filterIn(new URLSearchParams('q=a')))]).toEqual([
    false,
    true,
  ]);
});
test.each([
  ['keyword', false, '4321'],
  ['keyword', true, '1234'],
  ['position', false, '1342'],
  // Keywords without a value stay last.
  ['position', true, '3142'],
  ['change7', true, '3124'],
  ['change7', false, '2134'],
] as const)('sorts by %s (descending: %s)', (name, descending, ids) => {
  expect(idsOf(sortKeywords(ROWS, name, descending))).toBe(ids);
});
test('tags are counted', () => {
  expect(tagsOf(ROWS)).toEqual([
    ['tools', 2],
    ['brand', 1],
  ]);
});
