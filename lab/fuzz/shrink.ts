// Makes a failing input smaller.

const CHECKS_MAX = 4000;

/** Returns a part of the input that still fails, by leaving out ranges of half the length, a quarter and so on down to one byte. */
export function shrink(bytes: Buffer, fails: (part: Buffer) => boolean): Buffer {
  let smallest = bytes;
  let checks = 0;
  for (let size = bytes.length >> 1; size > 0 && checks < CHECKS_MAX; ) {
    let shorter = false;
    for (let at = 0; at < smallest.length && checks < CHECKS_MAX; checks++) {
      const part = Buffer.concat([smallest.subarray(0, at), smallest.subarray(at + size)]);
      if (fails(part)) {
        smallest = part;
        shorter = true;
      } else at += size;
    }
    if (!shorter || size > smallest.length) size >>= 1;
  }
  return smallest;
}
