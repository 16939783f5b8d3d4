// The parts of a long text around a pattern's literals, which are the only parts searched.

/**
 * Maximum distance of a match from one of its literals. Similar tools limit repetitions to a few hundred characters
 * too.
 */
const REACH = 1000;
const PLACES_MAX = 40;

/** Returns null when the literals are too frequent, or too short, to be useful. */
export function windowsOf(
  folded: string,
  literals: readonly (readonly string[])[],
): readonly (readonly [from: number, to: number])[] | null {
  let best: readonly number[] | null = null;
  for (const texts of literals) {
    const places = placesOf(folded, texts);
    if (places !== null && places.length < (best?.length ?? Number.POSITIVE_INFINITY)) best = places;
  }
  if (best === null) return null;
  const windows: [from: number, to: number][] = [];
  for (const place of best) {
    const [from, to] = [Math.max(0, place - REACH), Math.min(folded.length, place + REACH)];
    const before = windows.at(-1);
    if (before && from <= before[1]) before[1] = to;
    else windows.push([from, to]);
  }
  return windows;
}

function placesOf(folded: string, texts: readonly string[]): number[] | null {
  const places: number[] = [];
  for (const text of texts) {
    if (text.length < 3) return null;
    for (let at = folded.indexOf(text); at >= 0; at = folded.indexOf(text, at + text.length)) {
      if (places.length === PLACES_MAX) return null;
      places.push(at);
    }
  }
  return places.sort((one, other) => one - other);
}
