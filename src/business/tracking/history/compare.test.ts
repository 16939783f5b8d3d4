// Comparable points: a failed check is no position, and a shallow check says nothing about deep positions.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '../../../../test/database.ts';
import { POINT_CODES, type PointCode } from '../../../contract/tracking.ts';
import { changeOf, isComparable, type Judged } from './compare.ts';

const found = (position: number, depth = 20): Judged => ({ code: 1, position, depth });
const absent = (depth: number): Judged => ({ code: 2, position: 0, depth });
const failed: Judged = { code: 11, position: 0, depth: 0 };

describe('a change', () => {
  test.each([
    ['improves', found(8), found(3), { value: 5, movement: 'up' }],
    ['worsens', found(3), found(8), { value: -5, movement: 'down' }],
    ['stays', found(3), found(3, 100), { value: 0, movement: 'same' }],
    ['enters', absent(20), found(12), { value: null, movement: 'entered' }],
    ['leaves', found(12), absent(20), { value: null, movement: 'left' }],
    ['is absent in both', absent(20), absent(100), { value: null, movement: 'absent' }],
    ['was imported', { code: 31, position: 4, depth: 100 } as const, found(2), { value: 2, movement: 'up' }],
  ] as const)('%s', (_, before, after, expected) => {
    expect(changeOf(before, after)).toEqual(expected);
  });

  test.each([
    ['without an earlier point', null, found(3)],
    ['after a failed check', failed, found(3)],
    ['to a failed check', found(3), failed],
    ['to a skipped check', found(3), { code: 21, position: 0, depth: 0 } as const],
    ['from 45 to a check of 20 positions', found(45, 100), absent(20)],
    ['from a check of 20 positions to 45', absent(20), found(45, 100)],
  ] as const)('is not known %s', (_, before, after) => {
    expect(changeOf(before, after)).toBeNull();
  });

  test('is never invented by a depth that changes every week', () => {
    // Daily checks of 20 positions, on Sundays of 100. The domain stays at 34.
    const days = Array.from({ length: 28 }, (_, day) => (day % 7 === 6 ? found(34, 100) : absent(20)));
    const changes = days.flatMap((after, day) => days.slice(0, day).map((before) => changeOf(before, after)?.movement ?? null));
    expect(new Set(changes)).toEqual(new Set([null, 'absent', 'same']));
  });
});

describe('the rule in the database', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createDatabase();
  });
  afterAll(() => database.drop());

  const point = fc.record({
    code: fc.constantFrom(...Object.keys(POINT_CODES).map((code) => Number(code) as PointCode)),
    position: fc.integer({ min: 0, max: 100 }),
    depth: fc.integer({ min: 0, max: 100 }),
  });

  test('equals this one', async () => {
    const pairs = fc.sample(fc.tuple(point, point), { numRuns: 5000, seed: 23 });
    const rows = await database.db.query<{ same: boolean }>(
      {
        name: 'test_comparable',
        text: `select comparable_points(a, b, c, d, e, f) as same
          from unnest($1::smallint[], $2::smallint[], $3::smallint[], $4::smallint[], $5::smallint[], $6::smallint[]) with ordinality as p (a, b, c, d, e, f, n)
          order by n`,
      },
      [0, 1].flatMap((side) => (['code', 'position', 'depth'] as const).map((name) => pairs.map((pair) => pair[side]![name]))),
    );
    expect(rows.map(({ same }) => same)).toEqual(pairs.map(([a, b]) => isComparable(a, b)));
    expect(new Set(rows.map(({ same }) => same)).size).toBe(2);
  });
});
