// Splits a list of any length into chunks for one call each.

export type AnyIterable<T> = Iterable<T> | AsyncIterable<T>;

/** Below the service's limit of 4 MiB, with space for brackets and commas. */
const BYTES_MAX = 3_500_000;

/** Yields chunks of at most `itemsMax` entries and `bytesMax` bytes. Reads at most one entry ahead. */
export async function* chunksOf<T>(items: AnyIterable<T>, itemsMax: number, bytesMax = BYTES_MAX): AsyncGenerator<T[], void, undefined> {
  const encoder = new TextEncoder();
  let chunk: T[] = [];
  let bytes = 0;
  for await (const item of items) {
    const size = encoder.encode(JSON.stringify(item)).length + 1;
    if (chunk.length > 0 && bytes + size > bytesMax) {
      yield chunk;
      [chunk, bytes] = [[], 0];
    }
    chunk.push(item);
    bytes += size;
    // Yield a full chunk at once, because the next entry may take long.
    if (chunk.length >= itemsMax) {
      yield chunk;
      [chunk, bytes] = [[], 0];
    }
  }
  if (chunk.length > 0) yield chunk;
}

/** Returns the chunk without duplicates, and for each entry its index in that shorter list. */
export function distinctOf<T>(chunk: readonly T[]): { readonly distinct: T[]; readonly indexes: number[] } {
  const known = new Map<string, number>();
  const distinct: T[] = [];
  const indexes = chunk.map((item) => {
    const text = JSON.stringify(item);
    const index = known.get(text) ?? distinct.push(item) - 1;
    known.set(text, index);
    return index;
  });
  return { distinct, indexes };
}
