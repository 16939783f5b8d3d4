// Reads JSON out of the bytes of a page. Values that no parser reads are skipped before the JSON is parsed.

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const OPENING_BRACKET = 0x5b;
const CLOSING_BRACKET = 0x5d;
const OPENING_BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;

/** A set of names that is searched by their bytes. */
export class ByteNames {
  readonly #byLength: Buffer[][] = [];

  constructor(names: Iterable<string>) {
    for (const name of names) {
      const bytes = Buffer.from(name);
      this.#byLength[bytes.length] = [...(this.#byLength[bytes.length] ?? []), bytes];
    }
  }

  has(bytes: Buffer, from: number, to: number): boolean {
    const candidates = this.#byLength[to - from];
    if (candidates === undefined) return false;
    for (const name of candidates) if (isAt(bytes, from, name)) return true;
    return false;
  }
}

/** True when the bytes from `at` on begin with `wanted`. */
function isAt(bytes: Buffer, at: number, wanted: Buffer): boolean {
  for (let index = 0; index < wanted.length; index++) if (bytes[at + index] !== wanted[index]) return false;
  return true;
}

const NOTHING = new ByteNames([]);
/** How many bytes behind a name a pattern is compared with. */
const BEHIND_BYTES = 40;

/** Yields the places behind a name and the pattern that follows it, such as an equals sign. The pattern begins with `^`. */
export function* placesBehind(bytes: Buffer, name: string, pattern: RegExp, from = 0): Generator<number, undefined> {
  for (let at = bytes.indexOf(name, from); at >= 0; at = bytes.indexOf(name, at + name.length)) {
    const behind = at + name.length;
    const found = pattern.exec(bytes.toString('latin1', behind, behind + BEHIND_BYTES));
    if (found) yield behind + found[0].length;
  }
}

export interface JsonPart {
  readonly text: string;
  /** The first byte behind the part. */
  readonly end: number;
}

/**
 * Returns the text of the object or list that begins at `from`, or null when it does not end. The values of the `unread`
 * names become 0, at any depth.
 */
export function jsonPartAt(bytes: Buffer, from: number, unread: ByteNames = NOTHING): JsonPart | null {
  let text = '';
  let copied = from;
  let depth = 0;
  const size = bytes.length;
  for (let at = from; at < size; at++) {
    const byte = bytes[at]!;
    if (byte === QUOTE) {
      const name = at + 1;
      at = stringEnd(bytes, at);
      if (bytes[at + 1] !== COLON || !unread.has(bytes, name, at)) continue;
      text += `${bytes.toString('utf8', copied, at + 2)}0`;
      copied = valueEnd(bytes, at + 2);
      at = copied - 1;
    } else if (byte === OPENING_BRACE || byte === OPENING_BRACKET) depth++;
    else if ((byte === CLOSING_BRACE || byte === CLOSING_BRACKET) && --depth === 0) {
      return { text: text + bytes.toString('utf8', copied, at + 1), end: at + 1 };
    }
  }
  return null;
}

/** Returns where the string ends that begins at `at`: the place of its closing quote. */
function stringEnd(bytes: Buffer, at: number): number {
  const size = bytes.length;
  for (let end = at + 1; end < size; end++) {
    const byte = bytes[end]!;
    if (byte === QUOTE) return end;
    if (byte === BACKSLASH) end++;
  }
  return size;
}

/** Returns the first byte behind a value: a comma, or the bracket or brace that closes what is around it. */
function valueEnd(bytes: Buffer, from: number): number {
  const size = bytes.length;
  let depth = 0;
  for (let at = from; at < size; at++) {
    const byte = bytes[at]!;
    if (byte === QUOTE) at = stringEnd(bytes, at);
    else if (byte === OPENING_BRACE || byte === OPENING_BRACKET) depth++;
    else if (byte === CLOSING_BRACE || byte === CLOSING_BRACKET) {
      if (depth-- === 0) return at;
    } else if (byte === COMMA && depth === 0) return at;
  }
  return size;
}
