// Builds the tree of a page in one pass over its bytes. Texts and attribute values are not decoded here, only found.
import { type Columns, GrowingColumns, RAW_TEXT, TEXT } from './columns.ts';
import { BITS, CLASS, hashStep, lowerCase, type NameTable } from './name-table.ts';
import { OpenElements } from './open-elements.ts';
import { RULES_END, rawKind } from './rules.ts';

const [LT, GT, SLASH, BANG, QUESTION, DASH, EQUALS, AMPERSAND, DOUBLE, SINGLE] = [...'<>/!?-=&"\''].map((one) => one.charCodeAt(0)) as [
  number,
  number,
  number,
  number,
  number,
  number,
  number,
  number,
  number,
  number,
];
const flagged = (text: string): Uint8Array => {
  const flags = new Uint8Array(256);
  for (const one of text) flags[one.charCodeAt(0)] = 1;
  return flags;
};
const SPACE = flagged('\t\n\f\r ');
const NAME_END = flagged('\t\n\f\r />');
const ATTRIBUTE_END = flagged('\t\n\f\r />=');
const LETTER = flagged('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ');
/** A search that is longer than this is left to the native function, which costs more to call. */
const NEAR = 48;

/** Decodes a range of the page without entities; only names and class values outside ASCII need it here. */
export type DecodeRange = (from: number, to: number) => string;

const columns = new GrowingColumns();
const open = new OpenElements(columns);
/** Which element last had each attribute, by the number of the attribute's name. Makes duplicates cheap to find. */
let lastElement: Float64Array = new Float64Array(1024);
let elementNumber = 0;

/** Throws `unreadable` for a page that is nested too deep or has too many elements. */
export function buildTree(bytes: Buffer, names: NameTable, decode: DecodeRange, decodeValue: DecodeRange): Columns {
  const builder = new Builder(bytes, names, decode, decodeValue);
  try {
    builder.run();
  } catch (error) {
    open.abandon();
    throw error;
  }
  return columns.take();
}

class Builder {
  readonly #bytes: Buffer;
  readonly #names: NameTable;
  readonly #decode: DecodeRange;
  readonly #decodeValue: DecodeRange;
  readonly #size: number;
  /** Where the text before the next tag begins. */
  #text: number;

  constructor(bytes: Buffer, names: NameTable, decode: DecodeRange, decodeValue: DecodeRange) {
    this.#bytes = bytes;
    this.#names = names;
    this.#decode = decode;
    this.#decodeValue = decodeValue;
    this.#size = bytes.length;
    this.#text = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  }

  run(): void {
    open.begin();
    const bytes = this.#bytes;
    for (let at = this.#find(LT, this.#text); at < this.#size; at = this.#find(LT, at)) {
      const next = bytes[at + 1];
      if (next === undefined) break;
      if (LETTER[next] === 1) at = this.#startTag(at);
      else if (next === SLASH) at = this.#endTag(at);
      else if (next === BANG) at = this.#declaration(at);
      else if (next === QUESTION) at = this.#instruction(at);
      else at++;
    }
    this.#flush(this.#size);
    open.finish();
  }

  /** Ends the text that stands before a tag. */
  #flush(to: number): void {
    if (this.#text < to) open.add(TEXT, this.#text, to);
  }

  /** Returns the next position of a byte, or the size of the page. */
  #find(byte: number, from: number): number {
    const bytes = this.#bytes;
    const near = Math.min(from + NEAR, this.#size);
    for (let at = from; at < near; at++) if (bytes[at] === byte) return at;
    if (near === this.#size) return near;
    const found = bytes.indexOf(byte, near);
    return found < 0 ? this.#size : found;
  }

  #startTag(at: number): number {
    const bytes = this.#bytes;
    const size = this.#size;
    let hash = 0;
    let wide = 0;
    let to = at + 1;
    for (; to < size; to++) {
      const byte = bytes[to]!;
      if (NAME_END[byte] === 1) break;
      wide |= byte;
      hash = hashStep(hash, lowerCase(byte));
    }
    const name = open.adjusted(this.#nameOf(at + 1, to, hash, wide));
    this.#flush(at);
    const firstAttribute = columns.attributeCount;
    let bits = 0;
    let className = 0;
    let selfClosing = false;
    const element = ++elementNumber;
    for (;;) {
      while (to < size && SPACE[bytes[to]!] === 1) to++;
      if (to >= size) return this.#unfinished(firstAttribute);
      const byte = bytes[to]!;
      if (byte === GT) break;
      if (byte === SLASH) {
        do to++;
        while (to < size && SPACE[bytes[to]!] === 1);
        selfClosing = bytes[to] === GT;
        if (selfClosing) break;
        continue;
      }
      const from = to;
      hash = hashStep(0, lowerCase(byte));
      wide = byte;
      for (to++; to < size; to++) {
        const inName = bytes[to]!;
        if (ATTRIBUTE_END[inName] === 1) break;
        wide |= inName;
        hash = hashStep(hash, lowerCase(inName));
      }
      const attribute = this.#nameOf(from, to, hash, wide);
      while (to < size && SPACE[bytes[to]!] === 1) to++;
      let valueFrom = 0;
      let valueTo = 0;
      if (bytes[to] === EQUALS) {
        do to++;
        while (to < size && SPACE[bytes[to]!] === 1);
        const quote = bytes[to];
        if (quote === DOUBLE || quote === SINGLE) {
          valueFrom = to + 1;
          valueTo = this.#find(quote, valueFrom);
          to = valueTo + 1;
        } else {
          valueFrom = to;
          while (to < size && bytes[to] !== GT && SPACE[bytes[to]!] === 0) to++;
          valueTo = to;
        }
      }
      if (to >= size) return this.#unfinished(firstAttribute);
      if (attribute >= lastElement.length) lastElement = larger(lastElement, attribute);
      if (lastElement[attribute] === element) continue;
      lastElement[attribute] = element;
      columns.addAttribute(attribute, valueFrom, valueTo);
      if (attribute <= BITS) bits |= 1 << attribute;
      if (attribute === CLASS) className = this.#classOf(valueFrom, valueTo);
    }
    this.#text = to + 1;
    const raw = name < RULES_END && !open.inForeignContent ? rawKind[name]! : 0;
    open.open(name, firstAttribute, bits, className, selfClosing);
    return raw === 0 ? to + 1 : this.#rawBody(name, raw, to + 1);
  }

  /** A tag that the page ends in is dropped, and so is everything after it. */
  #unfinished(firstAttribute: number): number {
    columns.attributeCount = firstAttribute;
    this.#text = this.#size;
    return this.#size;
  }

  #nameOf(from: number, to: number, hash: number, wide: number): number {
    return wide < 0x80 ? this.#names.nameOfBytes(this.#bytes, from, to, hash) : this.#names.nameId(this.#decode(from, to).toLowerCase());
  }

  #classOf(from: number, to: number): number {
    let hash = 0;
    for (let at = from; at < to; at++) {
      const byte = this.#bytes[at]!;
      if (byte >= 0x80 || byte === AMPERSAND) return this.#names.classId(this.#decodeValue(from, to));
      hash = hashStep(hash, byte);
    }
    return this.#names.classOfBytes(this.#bytes, from, to, hash);
  }

  #endTag(at: number): number {
    const bytes = this.#bytes;
    const first = bytes[at + 2];
    this.#flush(at);
    if (first === undefined) return this.#unfinished(columns.attributeCount);
    if (first === GT) {
      this.#text = at + 3;
      return at + 3;
    }
    if (LETTER[first] === 0) return this.#comment(at + 2, this.#find(GT, at + 2), 1);
    let hash = 0;
    let wide = 0;
    let to = at + 2;
    for (; to < this.#size; to++) {
      const byte = bytes[to]!;
      if (NAME_END[byte] === 1) break;
      wide |= byte;
      hash = hashStep(hash, lowerCase(byte));
    }
    if (to >= this.#size) return this.#unfinished(columns.attributeCount);
    open.close(open.adjusted(this.#nameOf(at + 2, to, hash, wide)));
    to = this.#find(GT, to) + 1;
    this.#text = Math.min(to, this.#size);
    return to;
  }

  /** `<?…>` counts as a comment. */
  #instruction(at: number): number {
    this.#flush(at);
    return this.#comment(at + 1, this.#find(GT, at + 1), 1);
  }

  /** `<!…>`: a comment, a section of characters, a document type, or anything else, which counts as a comment. */
  #declaration(at: number): number {
    const bytes = this.#bytes;
    const from = at + 2;
    this.#flush(at);
    if (bytes[from] === DASH && bytes[from + 1] === DASH) return this.#longComment(from + 2);
    if (bytes.toString('latin1', from, from + 7) === '[CDATA[') {
      const end = bytes.indexOf(']]>', from + 7);
      if (!open.inForeignContent) return this.#comment(from, end < 0 ? this.#size : end + 2, 1);
      const to = end < 0 ? this.#size : end;
      if (from + 7 < to) open.add(RAW_TEXT, from + 7, to);
      this.#text = Math.min(to + 3, this.#size);
      return this.#text;
    }
    const end = this.#find(GT, from);
    if (!/^doctype/i.test(bytes.toString('latin1', from, from + 7))) return this.#comment(from, end, 1);
    this.#text = Math.min(end + 1, this.#size);
    return this.#text;
  }

  /** A comment ends at `-->` or `--!>`; `<!-->` and `<!--->` are empty ones. */
  #longComment(from: number): number {
    const bytes = this.#bytes;
    if (bytes[from] === GT) return this.#comment(from, from, 1);
    if (bytes[from] === DASH && bytes[from + 1] === GT) return this.#comment(from, from, 2);
    for (let dashes = bytes.indexOf('--', from); dashes >= 0; dashes = bytes.indexOf('--', dashes)) {
      dashes += 2;
      while (bytes[dashes] === DASH) dashes++;
      if (bytes[dashes] === GT) return this.#comment(from, dashes - 2, 3);
      if (bytes[dashes] === BANG && bytes[dashes + 1] === GT) return this.#comment(from, dashes - 2, 4);
    }
    return this.#comment(from, this.#size, 0);
  }

  /** Adds a comment whose content ends at `to`, with `closing` more bytes behind it. */
  #comment(from: number, to: number, closing: number): number {
    open.addComment(from, to);
    this.#text = Math.min(to + closing, this.#size);
    return this.#text;
  }

  /** Adds the text of a `script`, `style`, `title` and the like, which only its own end tag ends. */
  #rawBody(name: number, raw: number, from: number): number {
    const kind = raw === 2 ? TEXT : RAW_TEXT;
    const end = raw === 3 ? -1 : this.#rawEnd(this.#names.name(name), from);
    const to = end < 0 ? this.#size : end;
    if (from < to) open.add(kind, from, to);
    this.#text = to;
    return to;
  }

  #rawEnd(name: string, from: number): number {
    const bytes = this.#bytes;
    const length = name.length;
    for (let at = bytes.indexOf('</', from); at >= 0; at = bytes.indexOf('</', at + 2)) {
      const behind = bytes[at + 2 + length];
      if (behind === undefined) return -1;
      if (NAME_END[behind] === 0) continue;
      let index = 0;
      while (index < length && lowerCase(bytes[at + 2 + index]!) === name.charCodeAt(index)) index++;
      if (index === length) return at;
    }
    return -1;
  }
}

function larger(column: Float64Array, index: number): Float64Array<ArrayBuffer> {
  const copy = new Float64Array(Math.max(column.length * 2, index + 1));
  copy.set(column);
  return copy;
}
