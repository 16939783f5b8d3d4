// Fixed texts of a pattern. A text that lacks them cannot match, so the pattern need not be tried.

/** The pattern is not a regular expression, or matching it in linear time is not possible. */
export class PatternProblem extends Error {}

export interface PatternScan {
  /** Lists of lower-case texts. Every match contains a text of each list. The longest, and so the rarest, come first. */
  readonly literals: readonly (readonly string[])[];
  /** Whether the pattern refers to the start or the end of the text. */
  readonly anchored: boolean;
}

interface Part {
  readonly lists: readonly (readonly string[])[];
  /** The number of characters, with repetitions written out. */
  readonly size: number;
}

const SOURCE_MAX = 2000;
const SIZE_MAX = 4000;
const DEPTH_MAX = 50;
const CHOICES_MAX = 12;
const LISTS_MAX = 8;
const NOTHING: Part = { lists: [], size: 1 };
/** An escape, a character class, the start of a group, or one character. */
const ATOM = /\\(?:x([\da-f]{2})|u([\da-f]{4})|([\s\S]?))|\[(?:\\[\s\S]|[^\\\]])*\]|\((?:\?:)?|[\s\S]/iy;
/** An escape of a letter that has no meaning in JavaScript and stands for the letter. */
export const PLAIN_LETTER = /^\\[^bBcdDfknrsStuvwWx\W\d_]$/;
const REPEAT = /(?:([*+?])|\{(\d{1,6})(,?)(\d{0,6})\})\??/y;

/** Throws `PatternProblem` for lookarounds and for patterns that are too large. Other syntax errors are left to the compiler. */
export function scanPattern(source: string): PatternScan {
  if (source.length > SOURCE_MAX) throw new PatternProblem('The pattern is too long.');
  const scanner = new PatternScanner(source);
  const { lists, size } = scanner.choice();
  if (size > SIZE_MAX) throw new PatternProblem('The pattern repeats too often.');
  return { literals: byLength(lists).slice(0, LISTS_MAX), anchored: scanner.anchored };
}

class PatternScanner {
  anchored = false;
  private at = 0;
  private depth = 0;
  private readonly source: string;

  constructor(source: string) {
    this.source = source;
  }

  choice(): Part {
    if (++this.depth > DEPTH_MAX) throw new PatternProblem('The pattern is nested too deeply.');
    const parts = [this.sequence()];
    while (this.source[this.at] === '|') {
      this.at++;
      parts.push(this.sequence());
    }
    this.depth--;
    if (parts.length === 1) return parts[0]!;
    const best = parts.map(({ lists }) => byLength(lists)[0]);
    const texts = best.flatMap((list) => list ?? []);
    const isComplete = best.every((list) => list !== undefined) && texts.length <= CHOICES_MAX;
    return { lists: isComplete ? [texts] : [], size: parts.reduce((sum, part) => sum + part.size, 0) };
  }

  /** Neighbouring characters form one text. */
  private sequence(): Part {
    const lists: (readonly string[])[] = [];
    let [run, size] = ['', 0];
    const endRun = (): void => {
      if (run !== '') lists.push([run]);
      run = '';
    };
    while (this.at < this.source.length && this.source[this.at] !== '|' && this.source[this.at] !== ')') {
      const atom = this.atom();
      const counts = this.counts();
      size += (typeof atom === 'string' ? 1 : atom.size) * (counts?.copies ?? 1);
      if (typeof atom === 'string' && counts === null) run += atom;
      else {
        endRun();
        if (counts === null || counts.min > 0) lists.push(...(typeof atom === 'string' ? [[atom]] : atom.lists));
      }
    }
    endRun();
    return { lists, size };
  }

  /** A fixed character in lower case, or anything else. */
  private atom(): string | Part {
    ATOM.lastIndex = this.at;
    const [text, hex, unicode, escaped] = ATOM.exec(this.source)!;
    this.at = ATOM.lastIndex;
    if (text === '(' || text === '(?:') return this.group();
    if (text === '^' || text === '$') this.anchored = true;
    if (text === '^' || text === '$' || text === '.' || (text.startsWith('[') && text.length > 1)) return NOTHING;
    const code = hex ?? unicode;
    if (code === undefined && /[a-z\d]/i.test(escaped ?? '') && !PLAIN_LETTER.test(text)) return NOTHING;
    const char = code === undefined ? (escaped ?? text) : String.fromCharCode(Number.parseInt(code, 16));
    // Beyond ASCII, the two cases of a character can differ in length.
    return char !== '' && char.charCodeAt(0) < 128 ? char.toLowerCase() : NOTHING;
  }

  private group(): Part {
    if (this.source[this.at] === '?' && this.source[this.at - 1] === '(') throw new PatternProblem('The pattern has a lookaround.');
    const part = this.choice();
    this.at++;
    return part;
  }

  private counts(): { readonly min: number; readonly copies: number } | null {
    REPEAT.lastIndex = this.at;
    const found = REPEAT.exec(this.source);
    if (!found) return null;
    this.at = REPEAT.lastIndex;
    const [, sign, least, comma, most] = found;
    if (sign !== undefined) return { min: sign === '+' ? 1 : 0, copies: 1 };
    const min = Number(least);
    return { min, copies: Math.max(1, most ? Number(most) : min + (comma ? 1 : 0)) };
  }
}

const byLength = (lists: readonly (readonly string[])[]): (readonly string[])[] =>
  [...lists].sort((one, other) => shortest(other) - shortest(one));
const shortest = (texts: readonly string[]): number => Math.min(...texts.map((text) => text.length));
