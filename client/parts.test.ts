import { describe, expect, test } from 'vitest';
import { distinctOf, partsOf } from './parts.ts';

async function partsIn<T>(items: Iterable<T> | AsyncIterable<T>, itemsMax: number, bytesMax?: number): Promise<T[][]> {
  const parts: T[][] = [];
  for await (const part of partsOf(items, itemsMax, bytesMax)) parts.push(part);
  return parts;
}

describe('a list is cut', () => {
  test('into full parts and a rest, in order', async () => {
    expect(await partsIn([1, 2, 3, 4, 5], 2)).toEqual([[1, 2], [3, 4], [5]]);
    expect(await partsIn([1, 2, 3, 4], 2)).toEqual([
      [1, 2],
      [3, 4],
    ]);
    expect(await partsIn([], 2)).toEqual([]);
  });
  test('before a body grows too large, counted in bytes as they are sent', async () => {
    // Each is 2 quotes, 3 characters of 2 bytes and a comma.
    expect(await partsIn(['äöü', 'äöü', 'äöü'], 100, 18)).toEqual([['äöü', 'äöü'], ['äöü']]);
    expect(await partsIn(['far too long for any part', 'x'], 100, 10)).toEqual([['far too long for any part'], ['x']]);
  });
  test('without reading on while nobody asks for the next part', async () => {
    let read = 0;
    const endless = (function* () {
      for (;;) yield ++read;
    })();
    for await (const part of partsOf(endless, 10)) {
      expect([part.length, read]).toEqual([10, part.at(-1)]);
      if (read >= 30) break;
    }
    expect(read).toBe(30);
    // The source was told that no more is wanted.
    expect(endless.next().done).toBe(true);
  });
});

test('repetitions share a place', () => {
  expect(distinctOf([{ a: 1 }, { a: 2 }, { a: 1 }, { a: 3 }])).toEqual({ distinct: [{ a: 1 }, { a: 2 }, { a: 3 }], places: [0, 1, 0, 2] });
});
