// Room for bytes that are soon gone: asking the system for each piece costs more than filling it, and its return costs once more.

/** So that few pieces share a slab: as long as one of them is in use, all of it is. */
const SLAB = 64 * 1024;
const PIECE_MAX = SLAB / 4;

let slab = Buffer.allocUnsafeSlow(SLAB);
let used = 0;

/** Bytes that hold anything at first. Not for what is kept for long. */
export function shortLived(size: number): Buffer {
  if (size > PIECE_MAX) return Buffer.allocUnsafeSlow(size);
  if (used + size > SLAB) {
    slab = Buffer.allocUnsafeSlow(SLAB);
    used = 0;
  }
  const piece = slab.subarray(used, used + size);
  used += size;
  return piece;
}
