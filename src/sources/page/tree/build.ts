// Builds the tree of a page in one pass over its bytes. Texts and attribute values are not decoded here, only found.
import { type DecodeRange, markLength } from '../../charset.ts';
import {
  AMPERSAND,
  ATTRIBUTE_END,
  BANG,
  DASH,
  DOUBLE_QUOTE,
  EQUALS,
  find,
  findCommentEnd,
  findRawEnd,
  GT,
  LETTER,
  LT,
  NAME_END,
  QUESTION_MARK,
  SINGLE_QUOTE,
  SLASH,
  SPACE,
} from './bytes.ts';
import { type Columns, GrowingColumns, RAW_TEXT, SeenAttributes, TEXT } from './columns.ts';
import { BITS, CLASS, hashStep, lowerCase, type NameTable } from './name-table.ts';
import { OpenElements } from './open-elements.ts';
import { RULES_END, rawKind } from './rules.ts';

const columns = new GrowingColumns();
const open = new OpenElements(columns);
const seen = new SeenAttributes();

/**
 * Throws `unreadable` for a page that is nested too deeply or has too many elements or attributes. `decodeValue` also decodes entities;
 * only names and class values outside ASCII need a decoder here.
 */
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
    this.#text = markLength(bytes);
  }

  run(): void {
    open.begin();
    const bytes = this.#bytes;
    for (let at = find(this.#bytes, LT, this.#text); at < this.#size; at = find(this.#bytes, LT, at)) {
      const next = bytes[at + 1];
      if (next === undefined) break;
      if (LETTER[next] === 1) at = this.#startTag(at);
      else if (next === SLASH) at = this.#endTag(at);
      else if (next === BANG) at = this.#declaration(at);
      else if (next === QUESTION_MARK) at = this.#instruction(at);
      else at++;
    }
    this.#flush(this.#size);
    open.finish();
  }

  /** Ends the text that stands before a tag. */
  #flush(to: number): void {
    if (this.#text < to) open.add(TEXT, this.#text, to);
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
    seen.nextElement();
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
        if (quote === DOUBLE_QUOTE || quote === SINGLE_QUOTE) {
          valueFrom = to + 1;
          valueTo = find(this.#bytes, quote, valueFrom);
          to = valueTo + 1;
        } else {
          valueFrom = to;
          while (to < size && bytes[to] !== GT && SPACE[bytes[to]!] === 0) to++;
          valueTo = to;
        }
      }
      if (to >= size) return this.#unfinished(firstAttribute);
      if (seen.isRepeated(attribute)) continue;
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
    return wide < 0x80
      ? this.#names.nameOfBytes(this.#bytes, from, to, hash)
      : this.#names.nameId(this.#decode(this.#bytes, from, to).toLowerCase());
  }

  #classOf(from: number, to: number): number {
    let hash = 0;
    for (let at = from; at < to; at++) {
      const byte = this.#bytes[at]!;
      if (byte >= 0x80 || byte === AMPERSAND) return this.#names.classId(this.#decodeValue(this.#bytes, from, to));
      hash = hashStep(hash, byte);
    }
    return this.#names.classOfBytes(this.#bytes, from, to, hash);
  }

  #endTag(at: number): number {
    const bytes = this.#bytes;
    const first = bytes[at + 2];
    if (first === undefined) return this.#size;
    this.#flush(at);
    if (first === GT) {
      this.#text = at + 3;
      return at + 3;
    }
    if (LETTER[first] === 0) return this.#comment(at + 2, find(this.#bytes, GT, at + 2), 1);
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
    to = find(this.#bytes, GT, to) + 1;
    this.#text = Math.min(to, this.#size);
    return to;
  }

  /** `<?…>` counts as a comment. */
  #instruction(at: number): number {
    this.#flush(at);
    return this.#comment(at + 1, find(this.#bytes, GT, at + 1), 1);
  }

  /** `<!…>`: a comment, a section of characters, a document type, or anything else, which counts as a comment. */
  #declaration(at: number): number {
    const bytes = this.#bytes;
    const from = at + 2;
    this.#flush(at);
    if (bytes[from] === DASH && bytes[from + 1] === DASH) {
      const { to, closing } = findCommentEnd(bytes, from + 2);
      return this.#comment(from + 2, to, closing);
    }
    if (bytes.toString('latin1', from, from + 7) === '[CDATA[') {
      const end = bytes.indexOf(']]>', from + 7);
      if (!open.inForeignContent) return this.#comment(from, end < 0 ? this.#size : end + 2, 1);
      const to = end < 0 ? this.#size : end;
      if (from + 7 < to) open.add(RAW_TEXT, from + 7, to);
      this.#text = Math.min(to + 3, this.#size);
      return this.#text;
    }
    const end = find(this.#bytes, GT, from);
    if (!/^doctype/i.test(bytes.toString('latin1', from, from + 7))) return this.#comment(from, end, 1);
    this.#text = Math.min(end + 1, this.#size);
    return this.#text;
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
    const end = raw === 3 ? -1 : findRawEnd(this.#bytes, this.#names.name(name), from);
    const to = end < 0 ? this.#size : end;
    if (from < to) open.add(kind, from, to);
    this.#text = to;
    return to;
  }
}
