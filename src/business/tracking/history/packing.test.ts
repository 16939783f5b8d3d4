// Packed months: what is unpacked equals what was packed, and it is small.
import { deflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { POINT_CODES, type PointCode } from '../../../contract/tracking.ts';
import type { StoredPoint } from '../types.ts';
import { packMonth, unpackMonth } from './packing.ts';
import { emptyPoint, keywordPointOf, othersBytes, PAGE_ID_MAX, pointOfBytes, topBytes, topIds } from './rows.ts';

const id = fc.oneof(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: PAGE_ID_MAX }));
const anyPoint = fc.record({
  code: fc.constantFrom(...Object.keys(POINT_CODES).map((code) => Number(code) as PointCode)),
  position: fc.integer({ min: 0, max: 100 }),
  rank: fc.integer({ min: 0, max: 32_767 }),
  depth: fc.integer({ min: 0, max: 100 }),
  pageId: id,
  features: fc.integer({ min: 0, max: 32_767 }),
  owned: fc.integer({ min: 0, max: 32_767 }),
  cited: fc.integer({ min: 0, max: 254 }),
  competitors: fc.array(fc.integer({ min: 0, max: 255 }), { maxLength: 20 }),
  top: fc.array(id, { maxLength: 20 }),
});
const month = fc
  .array(fc.tuple(fc.oneof(fc.constant(1440), fc.constant(60), fc.integer({ min: 1, max: 40_000 })), anyPoint), { maxLength: 60 })
  .map((steps) => {
    let slot = 14_000_000;
    return steps.map(([step, point]): StoredPoint => {
      slot += step;
      return { slot, ...point };
    });
  });

describe('a packed month', () => {
  test('is unpacked to the same points', () => {
    fc.assert(
      fc.property(month, (points) => {
        expect(unpackMonth(packMonth(points))).toEqual(points);
      }),
      { numRuns: 300, seed: 23 },
    );
  });

  test('may be empty, and may have one point', () => {
    expect(unpackMonth(packMonth([]))).toEqual([]);
    expect(unpackMonth(packMonth([emptyPoint(14_000_000, 21)]))).toEqual([emptyPoint(14_000_000, 21)]);
  });

  test('is not made from points in another order, or with a slot twice', () => {
    const [a, b] = [emptyPoint(1440, 2), emptyPoint(2880, 2)];
    expect(() => packMonth([b, a])).toThrow(RangeError);
    expect(() => packMonth([a, a])).toThrow(RangeError);
  });

  test('is rejected when its format is unknown or its bytes are damaged', () => {
    const body = packMonth(Array.from({ length: 30 }, (_, day) => ({ ...emptyPoint(day * 1440, 1), position: day + 1, top: [day, 5, 9] })));
    expect(() => unpackMonth(Buffer.concat([Buffer.from([9]), body.subarray(1)]))).toThrow('unknown format 9');
    expect(() => unpackMonth(body.subarray(0, body.length - 4))).toThrow();
    expect(() => unpackMonth(Buffer.concat([Buffer.from([1]), deflateRawSync(Buffer.from([5, 1, 1]))]))).toThrow(RangeError);
    expect(() => unpackMonth(Buffer.from([2, 0, 0]))).toThrow(RangeError);
  });

  test('of format 1 stays readable', () => {
    // Written by the first version. Stored months must never become unreadable.
    const stored = Buffer.from(FIRST_VERSION, 'base64');
    expect(unpackMonth(stored)).toEqual(FIRST_POINTS);
  });
});

describe('a month of usual checks', () => {
  test('takes at most 24 bytes a check with ten pages, and at most 16 without them', () => {
    const keywords = Array.from({ length: 200 }, (_, keyword) => usualMonth(keyword));
    const bytes = (points: readonly (readonly StoredPoint[])[]): number =>
      points.reduce((sum, list) => sum + packMonth(list).length + ROW_BYTES, 0) / points.flat().length;
    expect(bytes(keywords)).toBeLessThanOrEqual(24);
    expect(bytes(keywords.map((points) => points.map((point) => ({ ...point, top: [] }))))).toBeLessThanOrEqual(16);
  });
});

describe('the bytes of a row', () => {
  test('hold competitors and pages', () => {
    fc.assert(
      fc.property(anyPoint, (point) => {
        const row = { slot: 5, keyword_id: 7, page_id: point.pageId, others: othersBytes(point), top: topBytes(point.top) };
        const { pageId: _, cited: __, competitors: ___, ...columns } = point;
        expect(keywordPointOf({ ...columns, ...row })).toEqual({ slot: 5, keywordId: 7, ...point });
        expect(topIds(topBytes(point.top))).toEqual(point.top);
      }),
      { numRuns: 200, seed: 23 },
    );
  });
});

describe('a row as one value', () => {
  test('has the same point', () => {
    fc.assert(
      fc.property(anyPoint, (point) => {
        const head = Buffer.alloc(26);
        for (const [index, value] of [5, 7, point.pageId].entries()) head.writeInt32BE(value, index * 4);
        const others = othersBytes(point);
        const small = [point.code, point.position, point.rank, point.depth, point.features, point.owned, others.length];
        for (const [index, value] of small.entries()) head.writeInt16BE(value, 12 + index * 2);
        expect(pointOfBytes(Buffer.concat([head, others, topBytes(point.top)]))).toEqual({ slot: 5, keywordId: 7, ...point });
      }),
      { numRuns: 200, seed: 23 },
    );
  });
});

/** Header, key, index entries and the length of the body of a row in `packed_points`. */
const ROW_BYTES = 110;

/** A month in which positions, pages, features and competitors move as they usually do. */
function usualMonth(keyword: number): StoredPoint[] {
  let seed = keyword * 7919 + 1;
  const random = (): number => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
  const moved = (position: number): number =>
    random() < 0.55 ? position : Math.min(100, Math.max(1, position + Math.round((random() - 0.5) * 6)));
  let position = 1 + Math.floor(random() * 30);
  let competitors = Array.from({ length: 5 }, () => 1 + Math.floor(random() * 50));
  let top = Array.from({ length: 10 }, (_, index) => 1 + keyword * 12 + index);
  let features = 0b101_0010_0001;
  let newPages = 500_000 + keyword * 40;
  return Array.from({ length: 30 }, (_, day) => {
    position = moved(position);
    competitors = competitors.map(moved);
    if (random() < 0.15) features ^= 1 << Math.floor(random() * 13);
    top = [...top];
    if (random() < 0.5) {
      const at = Math.floor(random() * 9);
      [top[at], top[at + 1]] = [top[at + 1]!, top[at]!];
    }
    if (random() < 0.35) {
      top.splice(Math.floor(random() * 10), 0, newPages++);
      top.length = 10;
    }
    return {
      slot: 14_000_000 + day * 1440,
      code: 1,
      position,
      rank: position + 4,
      depth: 100,
      pageId: 17 + (day > 20 ? 1 : 0),
      features,
      owned: 0,
      cited: 0,
      competitors,
      top,
    };
  });
}

const FIRST_POINTS: readonly StoredPoint[] = [
  ...Array.from({ length: 12 }, (_, day): StoredPoint => {
    const first = {
      slot: 14_100_480 + day * 1440,
      code: 1,
      position: 7 - (day % 3),
      rank: 11,
      depth: 100,
      pageId: 41 + (day > 5 ? 3 : 0),
    } as const;
    const top = [day % 4 === 1 ? 70_001 : 12, 41, 44, 900 + (day % 2), 16_777_215];
    return {
      ...first,
      features: 0b1000_0010_0001,
      owned: day % 5 === 0 ? 1 : 0,
      cited: day % 5 === 0 ? 3 : 0,
      competitors: [1, 0, 99 - day],
      top,
    };
  }),
  emptyPoint(14_118_000, 11),
  { ...emptyPoint(14_119_260, 2), depth: 20, competitors: [2, 4, 100, 8] },
];
const FIRST_VERSION =
  'AXVMMQoCQRDLZHbXWRdPQTgOm7P0DT7Dyuf4EAufYCdcJRZiaXmF/7DV81w4C0MCCSQpdvdH0HN5WLRzjAWEsnRInStEXGaE' +
  'kZqZoDfBqq/pZgt48RRelkASIQGIfkWGn6gB1i+7WsbQw64yQDUbVetwnLA92b55TlF/XmL0LkaomTPTv6l+H74A';
