// Text as a person sees it: one space between words, no invisible characters.

const WORD = 0;
const WHITE_SPACE = 1;
const INVISIBLE = 2;

/** The kind of each UTF-16 code unit. */
const KINDS = new Uint8Array(0x1_0000);
for (const [first, last] of [
  [0x09, 0x0d],
  [0x20, 0x20],
  [0xa0, 0xa0],
  [0x1680, 0x1680],
  [0x2000, 0x200a],
  [0x2028, 0x2029],
  [0x202f, 0x202f],
  [0x205f, 0x205f],
  [0x3000, 0x3000],
] as const)
  KINDS.fill(WHITE_SPACE, first, last + 1);
for (const [first, last] of [
  [0xad, 0xad],
  [0x200b, 0x200f],
  [0x202a, 0x202e],
  [0x2060, 0x2064],
  [0xfeff, 0xfeff],
] as const)
  KINDS.fill(INVISIBLE, first, last + 1);

const SPACE = 0x20;

/** Collapses white space and removes invisible characters. Most texts have neither and are returned as they are. */
export function fold(text: string): string {
  const { length } = text;
  let folded = '';
  /** The part of the text that is not in `folded` yet: it ends behind the last word so far. */
  let from = 0;
  let to = 0;
  for (let at = 0; at < length; ) {
    const gap = at;
    let kinds = 0;
    for (; at < length; at++) {
      const kind = KINDS[text.charCodeAt(at)]!;
      if (kind === WORD) break;
      kinds |= kind;
    }
    if (at === length) break;
    const isPlain = at === gap || (at === gap + 1 && gap > 0 && text.charCodeAt(gap) === SPACE);
    if (!isPlain) {
      folded += text.slice(from, to);
      if (folded !== '' && (kinds & WHITE_SPACE) !== 0) folded += ' ';
      from = at;
    }
    while (at < length && KINDS[text.charCodeAt(at)] === WORD) at++;
    to = at;
  }
  return folded + text.slice(from, to);
}

export const orNull = (text: string): string | null => (text === '' ? null : text);
