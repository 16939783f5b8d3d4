// Allocator for short-lived buffers: allocating and freeing each one costs more than filling it.

/** Small enough that few buffers share a slab. A slab stays in memory as long as one of them is in use. */
const SLAB = 64 * 1024;
const PIECE_MAX = SLAB / 4;

let slab = Buffer.allocUnsafeSlow(SLAB);
let used = 0;

/** Returns uninitialised bytes. Not for long-lived data. */
export function allocateShortLived(size: number): Buffer {
  if (size > PIECE_MAX) return Buffer.allocUnsafeSlow(size);
  if (used + size > SLAB) {
    slab = Buffer.allocUnsafeSlow(SLAB);
    used = 0;
  }
  const piece = slab.subarray(used, used + size);
  used += size;
  return piece;
}
