import { describe, expect, test } from 'vitest';
import { compareSorted, filterValues, readCursor, type SortRow, sortValue, writeCursor } from './keyword-filter.ts';
import { changeSince, featuresOf, keywordOf } from './keyword-row.ts';

const row = (fields: Partial<SortRow>): SortRow => ({
  id: 1,
  keyword: 'red shoes',
  created_at: new Date(0),
  volume: null,
  last_slot: null,
  position: null,
  depth: null,
  features: null,
  position_1: null,
  position_7: null,
  position_30: null,
  best_position: null,
  ...fields,
});
const noVisits = () => null;

describe('changes', () => {
  test('are known only between two comparable points', () => {
    expect(changeSince(null, 3)).toBeNull();
    expect(changeSince(3, null)).toBeNull();
    expect(changeSince(8, 3)).toEqual({ value: 5, movement: 'up' });
    expect(changeSince(3, 8)).toEqual({ value: -5, movement: 'down' });
    expect(changeSince(3, 3)).toEqual({ value: 0, movement: 'same' });
    expect(changeSince(0, 3)).toEqual({ value: null, movement: 'entered' });
    expect(changeSince(3, 0)).toEqual({ value: null, movement: 'left' });
    expect(changeSince(0, 0)).toEqual({ value: null, movement: 'absent' });
  });
});

describe('the order of keywords', () => {
  test('puts keywords without a value last in both directions', () => {
    const values = [
      { id: 1, value: null },
      { id: 2, value: 5 },
      { id: 3, value: 1 },
      { id: 4, value: null },
    ];
    expect([...values].sort(compareSorted(false)).map(({ id }) => id)).toEqual([3, 2, 1, 4]);
    expect([...values].sort(compareSorted(true)).map(({ id }) => id)).toEqual([2, 3, 1, 4]);
  });
  test('counts a keyword that was not found as the position after the depth', () => {
    expect(sortValue(row({ position: 0, depth: 20, position_7: 5 }), 'change7', noVisits)).toBe(-16);
    expect(sortValue(row({ position: 5, depth: 20, position_7: 0 }), 'change7', noVisits)).toBe(16);
    expect(sortValue(row({ position: 5, depth: 20 }), 'change7', noVisits)).toBeNull();
    expect(sortValue(row({ position: 0, depth: 20 }), 'position', noVisits)).toBeNull();
  });
  test('continues after a cursor, and only with the same order', () => {
    const cursor = writeCursor({ sort: 'keyword', descending: false, value: 'naïve “shoes”', id: 7 });
    expect(readCursor(cursor, 'keyword', false)).toEqual({ value: 'naïve “shoes”', id: 7 });
    expect(() => readCursor(cursor, 'keyword', true)).toThrow('after is not the cursor of such a list');
    expect(() => readCursor(cursor, 'volume', false)).toThrow('after');
    for (const text of ['', 'nonsense', Buffer.from('[1]').toString('base64url'), Buffer.from('null').toString('base64url')])
      expect(() => readCursor(text, 'keyword', false), text).toThrow('after');
  });
});

describe('filters', () => {
  test('fold tags, and are null when absent', () => {
    expect(filterValues({})).toEqual(Array.from({ length: 15 }, () => null));
    expect(filterValues({ tags: ' Shoes ,,red', state: 'failed', feature: 'localPack', owned: false, from: 4 })).toEqual([
      null,
      ['shoes', 'red'],
      null,
      null,
      null,
      null,
      [10, 11, 12, 13, 14, 15],
      16,
      false,
      4,
      100,
      null,
      null,
      null,
      null,
    ]);
  });
  test('that make no sense are refused', () => {
    expect(() => filterValues({ owned: true })).toThrow('owned needs feature');
    expect(() => filterValues({ from: 10, to: 3 })).toThrow('to must not be less than from');
  });
});

describe('a keyword', () => {
  const variant = { id: 1, engine: 'google' as const, region: 'Germany', language: 'de', is_mobile: true };
  const stored = {
    ...row({}),
    variant_id: 1,
    tags: ['a'],
    starred: false,
    enabled: true,
    target_url: null,
    note: null,
    last_code: null,
    rank: null,
    owned: null,
    cited: null,
    best_slot: null,
    failures: null,
    url: null,
    title: null,
  };
  test('without a check has no state', () => {
    expect(keywordOf(stored, variant, noVisits)).toMatchObject({
      state: null,
      position: null,
      depth: null,
      change7: null,
      features: [],
      device: 'mobile',
    });
  });
  test('that only failed has a reason, and neither position nor change', () => {
    const failed = { ...stored, last_code: 11 as const, last_slot: 0, position: 0, depth: 0, position_7: 4, failures: 2 };
    expect(keywordOf(failed, variant, noVisits)).toMatchObject({
      state: 'failed',
      reason: 'blocked',
      failures: 2,
      position: null,
      depth: null,
      change7: null,
      checkedAt: '2000-01-01T00:00',
    });
  });
  test('that fails after it was found keeps its last position', () => {
    const failed = {
      ...stored,
      last_code: 10 as const,
      last_slot: 1440,
      position: 4,
      depth: 20,
      position_7: 6,
      best_position: 3,
      best_slot: 0,
    };
    expect(keywordOf(failed, variant, noVisits)).toMatchObject({
      state: 'failed',
      position: 4,
      change7: { value: 2, movement: 'up' },
      best: 3,
      bestOn: '2000-01-01',
    });
  });
  test('lists features by their bits', () => {
    expect(featuresOf(0)).toEqual([]);
    expect(featuresOf(1 | 16 | 4096)).toEqual(['aiAnswer', 'localPack', 'sitelinks']);
  });
});
