import { describe, expect, test } from 'vitest';
import { chunksOf, distinctOf } from './chunks.ts';

async function chunksIn<T>(items: Iterable<T> | AsyncIterable<T>, itemsMax: number, bytesMax?: number): Promise<T[][]> {
  const chunks: T[][] = [];
  for await (const chunk of chunksOf(items, itemsMax, bytesMax)) chunks.push(chunk);
  return chunks;
}

describe('a list is cut', () => {
  test('into full chunks and a rest, in order', async () => {
    expect(await chunksIn([1, 2, 3, 4, 5], 2)).toEqual([[1, 2], [3, 4], [5]]);
    expect(await chunksIn([1, 2, 3, 4], 2)).toEqual([
      [1, 2],
      [3, 4],
    ]);
    expect(await chunksIn([], 2)).toEqual([]);
  });
  test('before a body grows too large, counted in bytes as they are sent', async () => {
    // Each is 2 quotes, 3 characters of 2 bytes and a comma.
    expect(await chunksIn(['äöü', 'äöü', 'äöü'], 100, 18)).toEqual([['äöü', 'äöü'], ['äöü']]);
    expect(await chunksIn(['far too long for any chunk', 'x'], 100, 10)).toEqual([['far too long for any chunk'], ['x']]);
  });
  test('without reading on before the next chunk is requested', async () => {
    let read = 0;
    const endless = (function* () {
      for (;;) yield ++read;
    })();
    for await (const chunk of chunksOf(endless, 10)) {
      expect([chunk.length, read]).toEqual([10, chunk.at(-1)]);
      if (read >= 30) break;
    }
    expect(read).toBe(30);
    // The source was closed.
    expect(endless.next().done).toBe(true);
  });
});

test('duplicates share an index', () => {
  expect(distinctOf([{ a: 1 }, { a: 2 }, { a: 1 }, { a: 3 }])).toEqual({ distinct: [{ a: 1 }, { a: 2 }, { a: 3 }], indexes: [0, 1, 0, 2] });
});
