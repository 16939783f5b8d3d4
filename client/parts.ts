// Cuts a list of any length into parts that the service takes in one call.

export type AnyIterable<T> = Iterable<T> | AsyncIterable<T>;

/** Below the service's 4 MiB, with room for brackets and commas. */
const BYTES_MAX = 3_500_000;

/** Parts of at most `itemsMax` entries and of a size that one body may have; reads at most one entry ahead. */
export async function* partsOf<T>(items: AnyIterable<T>, itemsMax: number, bytesMax = BYTES_MAX): AsyncGenerator<T[], void, undefined> {
  const encoder = new TextEncoder();
  let part: T[] = [];
  let bytes = 0;
  for await (const item of items) {
    const size = encoder.encode(JSON.stringify(item)).length + 1;
    if (part.length > 0 && bytes + size > bytesMax) {
      yield part;
      [part, bytes] = [[], 0];
    }
    part.push(item);
    bytes += size;
    // A full part goes out at once; the next entry may be long in coming.
    if (part.length >= itemsMax) {
      yield part;
      [part, bytes] = [[], 0];
    }
  }
  if (part.length > 0) yield part;
}

/** A part without its repetitions, and for each entry of the part where in that shorter list it stands. */
export function distinctOf<T>(part: readonly T[]): { readonly distinct: T[]; readonly places: number[] } {
  const known = new Map<string, number>();
  const distinct: T[] = [];
  const places = part.map((item) => {
    const text = JSON.stringify(item);
    const place = known.get(text) ?? distinct.push(item) - 1;
    known.set(text, place);
    return place;
  });
  return { distinct, places };
}
