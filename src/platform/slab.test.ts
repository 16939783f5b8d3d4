import { expect, test } from 'vitest';
import { allocateShortLived } from './slab.ts';

test('buffers have the requested size and share no byte', () => {
  const pieces = Array.from({ length: 200 }, (_, index) => allocateShortLived(1 + ((index * 977) % 20_000)).fill(index));
  for (const [index, piece] of pieces.entries()) {
    expect(piece).toHaveLength(1 + ((index * 977) % 20_000));
    expect(piece.every((byte) => byte === index)).toBe(true);
  }
});

test('a large buffer does not share its memory', () => {
  expect(allocateShortLived(20_000).buffer.byteLength).toBe(20_000);
  expect(allocateShortLived(2000).buffer.byteLength).toBeGreaterThan(20_000);
});
