// Finds the byte ranges of the elements of a JSON array, so that each can be parsed alone when it is needed.

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a];
const [BRACE, BRACE_END, BRACKET, BRACKET_END] = [0x7b, 0x7d, 0x5b, 0x5d];

export interface Range {
  readonly from: number;
  readonly to: number;
}

/** Follows `names` from the outermost object to an array. Throws when it is not there or the text ends too early. */
export function elementRanges(bytes: Buffer, names: readonly string[]): Range[] {
  let at = skipSpace(bytes, bytes[0] === 0xef ? 3 : 0);
  for (const name of names) at = memberOf(bytes, at, name);
  if (bytes[at] !== BRACKET) throw new Error(`${names.join('.')} is not an array`);
  const ranges: Range[] = [];
  at = skipSpace(bytes, at + 1);
  while (bytes[at] !== BRACKET_END) {
    const to = skipValue(bytes, at);
    ranges.push({ from: at, to });
    at = skipSpace(bytes, to);
    if (bytes[at] === COMMA) at = skipSpace(bytes, at + 1);
    else if (bytes[at] !== BRACKET_END) throw new Error(`unexpected text at byte ${at}`);
  }
  return ranges;
}

/** Returns the index of the value with this name in the object at `at`. */
function memberOf(bytes: Buffer, at: number, name: string): number {
  if (bytes[at] !== BRACE) throw new Error(`there is no object with ${name}`);
  let next = skipSpace(bytes, at + 1);
  while (bytes[next] === QUOTE) {
    const end = skipString(bytes, next);
    const found = JSON.parse(bytes.toString('utf8', next, end)) as string;
    next = skipSpace(bytes, end);
    if (bytes[next] !== COLON) throw new Error(`unexpected text at byte ${next}`);
    next = skipSpace(bytes, next + 1);
    if (found === name) return next;
    next = skipSpace(bytes, skipValue(bytes, next));
    if (bytes[next] === COMMA) next = skipSpace(bytes, next + 1);
  }
  throw new Error(`${name} is missing`);
}

function skipSpace(bytes: Buffer, from: number): number {
  let at = from;
  while (at < bytes.length && bytes[at]! <= 0x20) at++;
  return at;
}

function skipString(bytes: Buffer, from: number): number {
  for (let at = from + 1; at < bytes.length; at++) {
    if (bytes[at] === BACKSLASH) at++;
    else if (bytes[at] === QUOTE) return at + 1;
  }
  throw new Error(`the text at byte ${from} has no end`);
}

/** Only finds the end of a value. `JSON.parse` checks it later. */
function skipValue(bytes: Buffer, from: number): number {
  let depth = 0;
  let at = from;
  while (at < bytes.length) {
    const byte = bytes[at]!;
    if (byte === QUOTE) at = skipString(bytes, at);
    else if (byte === BRACE || byte === BRACKET) {
      depth++;
      at++;
    } else if (byte === BRACE_END || byte === BRACKET_END || byte === COMMA) {
      if (depth === 0) return at;
      if (byte !== COMMA) depth--;
      at++;
    } else {
      at++;
      continue;
    }
    if (depth === 0) return at;
  }
  throw new Error(`the value at byte ${from} has no end`);
}
