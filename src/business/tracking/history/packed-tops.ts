// The first results of each point in a packed month, as edits of the list before.
import type { NumberReader, NumberWriter } from './varint.ts';

/** An edit is two bit masks: indexes that leave the list before, and indexes of the new list that are not from it. */
const LIST_MAX = 30;

export function writeTops(writer: NumberWriter, tops: readonly (readonly number[])[]): void {
  // Pages in ascending order take fewer bytes than in the order of their first use.
  const pages = [...new Set(tops.flat())].sort((a, b) => a - b);
  writer.write(pages.length);
  if (pages.length === 0) return;
  writer.writeSeries(pages);
  const indexes = new Map(pages.map((id, index) => [id, index]));
  let before: readonly number[] = [];
  for (const top of tops) {
    if (top.length > LIST_MAX) throw new RangeError(`a point with ${top.length} pages cannot be packed`);
    const kept = commonPairs(before, top);
    const leaving = maskWithout(
      before.length,
      kept.map(([from]) => from),
    );
    const coming = maskWithout(
      top.length,
      kept.map(([, to]) => to),
    );
    writer.write(leaving);
    writer.write(coming);
    for (const [index, id] of top.entries()) if (hasBit(coming, index)) writer.write(indexes.get(id)!);
    before = top;
  }
}

export function readTops(reader: NumberReader, count: number): number[][] {
  const pages = reader.readSeries(reader.readCount());
  if (pages.length === 0) return Array.from({ length: count }, () => []);
  let before: number[] = [];
  return Array.from({ length: count }, () => {
    const leaving = reader.read();
    const coming = reader.read();
    const staying = before.filter((_, index) => !hasBit(leaving, index));
    const top: number[] = [];
    let used = 0;
    for (let index = 0; index < LIST_MAX; index++) {
      if (hasBit(coming, index)) top.push(pages[reader.read()]!);
      else if (used < staying.length) top.push(staying[used++]!);
      else break;
    }
    before = top;
    return top;
  });
}

const hasBit = (mask: number, index: number): boolean => (mask & (1 << index)) !== 0;

/** A mask of all indexes below `length`, except the given ones. */
function maskWithout(length: number, indexes: readonly number[]): number {
  let mask = 2 ** length - 1;
  for (const index of indexes) mask -= 2 ** index;
  return mask;
}

/** Returns the pairs of indexes of a longest common subsequence. */
function commonPairs(a: readonly number[], b: readonly number[]): [number, number][] {
  const pairs: [number, number][] = [];
  if (a.length === b.length && a.every((id, index) => id === b[index])) return a.map((_, index) => [index, index]);
  const width = b.length + 1;
  // The length of the longest one of the rests from each pair of indexes on.
  const lengths = new Uint8Array((a.length + 1) * width);
  for (let from = a.length - 1; from >= 0; from--)
    for (let to = b.length - 1; to >= 0; to--)
      lengths[from * width + to] =
        a[from] === b[to]
          ? lengths[(from + 1) * width + to + 1]! + 1
          : Math.max(lengths[(from + 1) * width + to]!, lengths[from * width + to + 1]!);
  for (let from = 0, to = 0; from < a.length && to < b.length; ) {
    if (a[from] === b[to]) pairs.push([from++, to++]);
    else if (lengths[(from + 1) * width + to]! >= lengths[from * width + to + 1]!) from++;
    else to++;
  }
  return pairs;
}
