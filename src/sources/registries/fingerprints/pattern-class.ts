// Sets of characters of a pattern, without regard to case.

export interface CharacterSet {
  /** One where the character of that number is within. */
  readonly ascii: Uint8Array;
  readonly ranges: readonly (readonly [from: number, to: number])[];
  readonly negated: boolean;
}

type Range = readonly [from: number, to: number];

const ASCII = 128;
const LAST = 0xffff;
const DIGITS: Range[] = [[48, 57]];
const WORDS: Range[] = [...DIGITS, [65, 90], [95, 95], [97, 122]];
const SPACES: Range[] = [
  [9, 13],
  [32, 32],
  [0xa0, 0xa0],
  [0x1680, 0x1680],
  [0x2000, 0x200a],
  [0x2028, 0x2029],
  [0x202f, 0x202f],
  [0x205f, 0x205f],
  [0x3000, 0x3000],
  [0xfeff, 0xfeff],
];
const LINE_ENDS: Range[] = [
  [10, 10],
  [13, 13],
  [0x2028, 0x2029],
];

export function charactersOf(ranges: readonly Range[], negated: boolean): CharacterSet {
  const ascii = new Uint8Array(ASCII);
  for (const [from, to] of ranges) for (let code = from; code <= to && code < ASCII; code++) ascii[code] = 1;
  for (let code = 97; code <= 122; code++) ascii[code] = ascii[code - 32] = ascii[code]! | ascii[code - 32]!;
  if (negated) for (let code = 0; code < ASCII; code++) ascii[code] = 1 - ascii[code]!;
  return { ascii, ranges: ranges.filter(([, to]) => to >= ASCII), negated };
}

export const holds = (set: CharacterSet, code: number): boolean =>
  code < ASCII ? set.ascii[code] === 1 : set.ranges.some(([from, to]) => code >= from && code <= to) !== set.negated;

const invert = (ranges: readonly Range[]): Range[] => {
  const gaps: Range[] = [];
  let next = 0;
  for (const [from, to] of ranges) {
    if (from > next) gaps.push([next, from - 1]);
    next = to + 1;
  }
  return next <= LAST ? [...gaps, [next, LAST]] : gaps;
};

const CLASSES: Readonly<Record<string, Range[]>> = {
  d: DIGITS,
  w: WORDS,
  s: SPACES,
  D: invert(DIGITS),
  W: invert(WORDS),
  S: invert(SPACES),
  '.': invert(LINE_ENDS),
};
const SETS = new Map(Object.entries(CLASSES).map(([name, ranges]) => [name, charactersOf(ranges, false)]));
const CONTROLS: Readonly<Record<string, number>> = { n: 10, r: 13, t: 9, f: 12, v: 11, b: 8, 0: 0 };

/** The class that `\d`, `\w`, `\s`, their opposites, or `.` stands for. */
export const classOf = (name: string): CharacterSet => SETS.get(name)!;

const ALONE = Array.from({ length: ASCII }, (_, code) => charactersOf([[code, code]], false));

/** The set of one character. */
export const characterOf = (code: number): CharacterSet => ALONE[code] ?? charactersOf([[code, code]], false);

/** Reads what follows `[`. */
export function readClass(source: string, begin: number): { readonly set: CharacterSet; readonly end: number } | null {
  let at = begin;
  const negated = source[at] === '^';
  if (negated) at++;
  const ranges: Range[] = [];
  const member = (): number | Range[] => {
    const char = source[at++]!;
    if (char !== '\\') return char.charCodeAt(0);
    const next = source[at++] ?? '\\';
    const hex = /^(?:x([0-9a-f]{2})|u([0-9a-f]{4}))/i.exec(source.slice(at - 1, at + 4));
    if (hex) {
      at += hex[0].length - 1;
      return Number.parseInt(hex[1] ?? hex[2]!, 16);
    }
    return /[dDwWsS]/.test(next) ? CLASSES[next]! : (CONTROLS[next] ?? next.charCodeAt(0));
  };
  while (at < source.length && source[at] !== ']') {
    const from = member();
    if (typeof from !== 'number') {
      ranges.push(...from);
      continue;
    }
    if (source[at] === '-' && at + 1 < source.length && source[at + 1] !== ']') {
      at++;
      const to = member();
      if (typeof to === 'number') ranges.push([from, to]);
      else ranges.push([from, from], [45, 45], ...to);
    } else ranges.push([from, from]);
  }
  return source[at] === ']' ? { set: charactersOf(ranges, negated), end: at + 1 } : null;
}
