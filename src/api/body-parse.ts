// JSON parser for long lists of requests. Its time depends on the number of bytes only: at most 22 ms for each MB (decision 38).
//
// `JSON.parse` takes up to 150 ms for each MB of hostile input. Each new property name makes a new hidden class, and each new short text
// enters V8's string table. This parser builds only the properties that the contract describes, each object from one template, and
// skips all others. Depth and counts must have been checked by `BodyScan` before.
import { errors } from '../contract/errors.ts';
import { type Member, nameSlot, type Shape } from './body-shape.ts';

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const [OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];
const ESCAPES: ReadonlyMap<number, string> = new Map([
  [QUOTE, '"'],
  [BACKSLASH, '\\'],
  [0x2f, '/'],
  [0x62, '\b'],
  [0x66, '\f'],
  [0x6e, '\n'],
  [0x72, '\r'],
  [0x74, '\t'],
]);
/** V8 copies substrings up to this length. Longer ones refer to the whole body and keep it in memory. */
const COPIED_LENGTH_MAX = 12;

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const NOTHING: Shape = {};

const fail = (): never => {
  throw errors.badBody('it is not valid JSON');
};
/** Copies a substring, so that it does not keep the body in memory. */
const ownText = (value: unknown): unknown => (typeof value === 'string' && value.length > COPIED_LENGTH_MAX ? ` ${value}`.slice(1) : value);
const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39;

/** Reads values one after the other. Each method throws a bad-body error where the text is not JSON. */
export class BodyParser {
  readonly #text: string;
  #at: number;

  constructor(text: string, start = 0) {
    this.#text = text;
    this.#at = start;
  }

  get at(): number {
    return this.#at;
  }

  nextIs(letter: '[' | '{'): boolean {
    return this.#next() === letter.charCodeAt(0);
  }

  /** Yields in front of each entry of an array or object, which must then be read. */
  *entries(close: ']' | '}'): Generator<void, void> {
    const code = close.charCodeAt(0);
    for (let isOpen = this.#opens(code); isOpen; isOpen = this.#goesOn(code)) yield;
  }

  end(): void {
    if (!Number.isNaN(this.#next())) fail();
  }

  /** Skips white space. Returns the next character, or NaN at the end. */
  #next(): number {
    const text = this.#text;
    let at = this.#at;
    let code = text.charCodeAt(at);
    while (code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09) code = text.charCodeAt(++at);
    this.#at = at;
    return code;
  }

  /** Enters an array or object. Returns false when it is empty. */
  #opens(close: number): boolean {
    this.#at++;
    if (this.#next() !== close) return true;
    this.#at++;
    return false;
  }

  /** After an entry: returns whether another one follows. */
  #goesOn(close: number): boolean {
    const code = this.#next();
    this.#at++;
    if (code === COMMA) return true;
    return code === close ? false : fail();
  }

  /** Reads a name and its colon. Returns undefined when the contract does not describe the name. */
  member({ members, names }: Shape): Member | undefined {
    if (this.#next() !== QUOTE) fail();
    const text = this.#text;
    const start = this.#at + 1;
    // First letter and length rule out most unknown names without making a string. This saves up to 8 ms for each MB.
    const first = text.charCodeAt(start);
    const end = this.#endOfPlain(start);
    let member: Member | undefined;
    if (end < 0) {
      // Read even when no name is known, because it moves the position behind the name.
      const name = this.#escaped(start);
      member = members?.get(name);
    } else if (members && names![nameSlot(first, end - start)] === 1) member = members.get(text.slice(start, end));
    if (this.#next() !== COLON) fail();
    this.#at++;
    return member;
  }

  value(shape: Shape): unknown {
    const code = this.#next();
    if (code === QUOTE) return this.#string();
    if (code === OPEN_OBJECT) return this.#object(shape);
    if (code === OPEN_ARRAY) return this.#array(shape);
    return this.#plain(code);
  }

  #object(shape: Shape): object {
    const object: Record<string, unknown> = shape.template ? { ...shape.template } : {};
    for (let isOpen = this.#opens(CLOSE_OBJECT); isOpen; isOpen = this.#goesOn(CLOSE_OBJECT)) {
      const member = this.member(shape);
      if (!member) {
        this.skip();
        continue;
      }
      const value = ownText(this.value(member.shape));
      // Null means omitted, except in the `value` of a parameter, where it means "remove the default".
      object[member.name] = value === null && member.name !== 'value' ? undefined : value;
    }
    return object;
  }

  #array({ entries }: Shape): unknown[] {
    const list: unknown[] = [];
    for (let isOpen = this.#opens(CLOSE_ARRAY); isOpen; isOpen = this.#goesOn(CLOSE_ARRAY)) {
      if (entries) list.push(this.value(entries));
      else this.skip();
    }
    return list;
  }

  /** Checks a value without building it. */
  skip(): void {
    const code = this.#next();
    if (code === QUOTE) {
      if (this.#endOfPlain(this.#at + 1) < 0) this.#escaped(this.#at + 1);
    } else if (code === OPEN_OBJECT) this.#object(NOTHING);
    else if (code === OPEN_ARRAY) this.#array(NOTHING);
    else this.#plain(code);
  }

  #plain(code: number): number | boolean | null {
    if (code === 0x74) return this.#word('true', true);
    if (code === 0x66) return this.#word('false', false);
    if (code === 0x6e) return this.#word('null', null);
    return this.#number(code);
  }

  #word<T>(word: string, value: T): T {
    if (!this.#text.startsWith(word, this.#at)) fail();
    this.#at += word.length;
    return value;
  }

  #number(first: number): number {
    const text = this.#text;
    const start = this.#at;
    let at = first === 0x2d ? start + 1 : start;
    let value = 0;
    for (let code = text.charCodeAt(at); isDigit(code); code = text.charCodeAt(++at)) value = value * 10 + code - 0x30;
    const digits = at - start;
    const after = text.charCodeAt(at);
    // Integers of up to fifteen digits are exact. Without this shortcut the worst numbers take up to 7 ms more for each MB.
    if (digits > 0 && digits < 16 && isDigit(first) && after !== 0x2e && (after | 0x20) !== 0x65 && (first !== 0x30 || digits === 1)) {
      this.#at = at;
      return value;
    }
    NUMBER.lastIndex = start;
    if (!NUMBER.test(text)) fail();
    this.#at = NUMBER.lastIndex;
    return Number(text.slice(start, NUMBER.lastIndex));
  }

  /** Reads a text without escapes and returns its end, or -1 when it has escapes. */
  #endOfPlain(start: number): number {
    const text = this.#text;
    let at = start;
    for (let code = text.charCodeAt(at); code !== QUOTE; code = text.charCodeAt(++at)) {
      if (code === BACKSLASH) return -1;
      if (!(code >= 0x20)) fail();
    }
    this.#at = at + 1;
    return at;
  }

  #string(): string {
    const start = this.#at + 1;
    const end = this.#endOfPlain(start);
    return end < 0 ? this.#escaped(start) : this.#text.slice(start, end);
  }

  #escaped(start: number): string {
    const text = this.#text;
    let read = '';
    let from = start;
    let at = start;
    for (;;) {
      const code = text.charCodeAt(at);
      if (code === QUOTE) break;
      if (!(code >= 0x20)) fail();
      if (code !== BACKSLASH) {
        at++;
        continue;
      }
      const kind = text.charCodeAt(at + 1);
      read += text.slice(from, at) + (kind === 0x75 ? this.#unit(at + 2) : (ESCAPES.get(kind) ?? fail()));
      at += kind === 0x75 ? 6 : 2;
      from = at;
    }
    this.#at = at + 1;
    return read + text.slice(from, at);
  }

  #unit(start: number): string {
    let unit = 0;
    for (let at = start; at < start + 4; at++) {
      const code = this.#text.charCodeAt(at);
      const letter = code | 0x20;
      if (isDigit(code)) unit = unit * 16 + code - 0x30;
      else if (letter >= 0x61 && letter <= 0x66) unit = unit * 16 + letter - 0x57;
      else fail();
    }
    return String.fromCharCode(unit);
  }
}
