import { expect, test } from 'vitest';
import { shortLived } from './slab.ts';

test('buffers have the requested size and share no byte', () => {
  const pieces = Array.from({ length: 200 }, (_, index) => shortLived(1 + ((index * 977) % 20_000)).fill(index));
  for (const [index, piece] of pieces.entries()) {
    expect(piece).toHaveLength(1 + ((index * 977) % 20_000));
    expect(piece.every((byte) => byte === index)).toBe(true);
  }
});

test('a large buffer does not share its memory', () => {
  expect(shortLived(20_000).buffer.byteLength).toBe(20_000);
  expect(shortLived(2000).buffer.byteLength).toBeGreaterThan(20_000);
});
