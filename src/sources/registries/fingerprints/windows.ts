// The surroundings of a pattern's fixed texts. In a long text only these are searched.

/** The reach of a pattern before and after a fixed text. Comparable tools also bound repetitions at a few hundred characters. */
const REACH = 1000;
const POSITIONS_MAX = 40;

/** Many patterns are tried on one text, so its lower-case form is kept. */
let last: { readonly text: string; readonly lowerCase: string | null } = { text: '', lowerCase: null };

/** Returns null if the lower-case form has another length, because positions in the two texts would differ. */
export function lowerCaseOf(text: string): string | null {
  if (last.text !== text) {
    const lowerCase = text.toLowerCase();
    last = { text, lowerCase: lowerCase.length === text.length ? lowerCase : null };
  }
  return last.lowerCase;
}

/** Returns null if every list has a text that is too frequent or too short. */
export function windowsOf(
  lowerCase: string,
  literals: readonly (readonly string[])[],
): readonly (readonly [from: number, to: number])[] | null {
  let best: readonly number[] | null = null;
  for (const texts of literals) {
    const positions = positionsOf(lowerCase, texts);
    if (positions !== null && positions.length < (best?.length ?? Number.POSITIVE_INFINITY)) best = positions;
  }
  if (best === null) return null;
  const windows: [from: number, to: number][] = [];
  for (const position of best) {
    const [from, to] = [Math.max(0, position - REACH), Math.min(lowerCase.length, position + REACH)];
    const before = windows.at(-1);
    if (before && from <= before[1]) before[1] = to;
    else windows.push([from, to]);
  }
  return windows;
}

function positionsOf(lowerCase: string, texts: readonly string[]): number[] | null {
  const positions: number[] = [];
  for (const text of texts) {
    if (text.length < 3) return null;
    for (let at = lowerCase.indexOf(text); at >= 0; at = lowerCase.indexOf(text, at + text.length)) {
      if (positions.length === POSITIONS_MAX) return null;
      positions.push(at);
    }
  }
  return positions.sort((one, other) => one - other);
}
