// A page as a tree of elements, texts and comments, read from its bytes. Values and texts are decoded when they are asked for.
import { decodeHTML, decodeHTMLAttribute } from 'entities';
import { unreadable } from '../../adapter.ts';
import { type DecodeRange, rangeDecoder } from '../../charset.ts';
import { buildTree } from './build.ts';
import { COMMENT, type Columns, DOCUMENT, TEXT } from './columns.ts';
import { BITS, CLASS, NameTable } from './name-table.ts';
import { ELEMENTS_WITH_RULES } from './rules.ts';

/**
 * A table with more entries or characters is left to the trees that use it, and the next page begins a new one. Names of usual
 * pages have 20 to 50 characters. A hostile page may have one of millions, and the heap limit of a thread does not see them all.
 */
const NAMES_MAX = 20_000;
const NAME_CHARACTERS_MAX = 2_000_000;
let sharedNames = new NameTable(ELEMENTS_WITH_RULES);
const AMPERSAND = 0x26;
/** Tests of ancestors read the same value for every element below. Decoding a longer one each time would take quadratic time. */
const SHORT_VALUE_BYTES = 1000;
/** Real pages take less than one step per byte. The rest is for small pages. */
const STEPS_PER_BYTE = 50;
const STEPS_MIN = 50_000_000;

export class PageTree {
  readonly bytes: Buffer;
  readonly columns: Columns;
  readonly names: NameTable;
  readonly #decode: DecodeRange;
  readonly #nodes: (AnyNode | undefined)[] = [];
  #stepsLeft: number;
  /** Long attribute values that were read, by their place in the columns. */
  readonly #longValues = new Map<number, string>();

  constructor(bytes: Buffer, decode: DecodeRange = rangeDecoder('utf-8')) {
    if (sharedNames.size > NAMES_MAX || sharedNames.characters > NAME_CHARACTERS_MAX) sharedNames = new NameTable(ELEMENTS_WITH_RULES);
    this.bytes = bytes;
    this.#stepsLeft = STEPS_MIN + STEPS_PER_BYTE * bytes.length;
    this.names = sharedNames;
    this.#decode = decode;
    this.columns = buildTree(bytes, this.names, decode, (_, from, to) => this.#text(from, to, decodeHTMLAttribute));
  }

  get document(): Document {
    return this.node(0) as Document;
  }

  /** Counts nodes and characters that a search or a text reads. Throws `unreadable` when parsers read the same parts again and again. */
  spend(steps: number): void {
    this.#stepsLeft -= steps;
    if (this.#stepsLeft < 0) throw unreadable('the page takes too many steps to read');
  }

  /** Returns the one object that stands for a node. */
  node(index: number): AnyNode {
    const node = this.#nodes[index] ?? this.#create(index);
    this.#nodes[index] = node;
    return node;
  }

  #create(index: number): AnyNode {
    const kind = this.columns.name[index]!;
    if (kind > DOCUMENT) return new Element(this, index);
    if (kind === DOCUMENT) return new Document(this, index);
    return kind === COMMENT ? new Comment(this, index) : new Text(this, index);
  }

  /** Gives all elements of one name another name, such as templates whose content the page shows. Call it before the first search. */
  rename(from: string, to: string): void {
    const [old, renamed] = [this.names.nameId(from), this.names.nameId(to)];
    const { name, count } = this.columns;
    for (let node = 1; node < count; node++) if (name[node] === old) name[node] = renamed;
  }

  /** Returns the node before this one below the same parent, or -1. It takes one step for each level in between, not for each sibling. */
  previousSibling(index: number): number {
    const { parent } = this.columns;
    const around = parent[index]!;
    if (around < 0 || around + 1 === index) return -1;
    let before = index - 1;
    while (parent[before] !== around) before = parent[before]!;
    return before;
  }

  /** Returns the attribute's place in the columns, or -1. */
  findAttribute(index: number, name: number): number {
    const { firstAttribute, attributeName, bits } = this.columns;
    if (name <= BITS && (bits[index]! & (1 << name)) === 0) return -1;
    const end = firstAttribute[index + 1]!;
    for (let at = firstAttribute[index]!; at < end; at++) if (attributeName[at] === name) return at;
    return -1;
  }

  attribute(index: number, name: number): string | null {
    if (name === CLASS) {
      const id = this.columns.className[index]!;
      return id === 0 ? null : this.names.className(id);
    }
    const at = this.findAttribute(index, name);
    return at < 0 ? null : this.attributeValue(at);
  }

  attributeValue(at: number): string {
    const [from, to] = [this.columns.attributeFrom[at]!, this.columns.attributeTo[at]!];
    if (to - from <= SHORT_VALUE_BYTES) return this.#text(from, to, decodeHTMLAttribute);
    const value = this.#longValues.get(at) ?? this.#text(from, to, decodeHTMLAttribute);
    this.#longValues.set(at, value);
    return value;
  }

  /** The text of a text node or comment. */
  data(index: number): string {
    const { from, to, name } = this.columns;
    return this.#text(from[index]!, to[index]!, name[index] === TEXT ? decodeHTML : null);
  }

  #text(from: number, to: number, decodeEntities: ((text: string) => string) | null): string {
    if (from === to) return '';
    const { bytes } = this;
    let wide = 0;
    let entities = false;
    for (let at = from; at < to; at++) {
      const byte = bytes[at]!;
      wide |= byte;
      if (byte === AMPERSAND) entities = true;
    }
    const text = wide < 0x80 ? bytes.toString('latin1', from, to) : this.#decode(bytes, from, to);
    return entities && decodeEntities ? decodeEntities(text) : text;
  }
}

export type AnyNode = Document | Element | Text | Comment;
/** A node that other nodes stand in. */
export type ParentNode = Document | Element;

abstract class BaseNode {
  readonly tree: PageTree;
  readonly index: number;

  constructor(tree: PageTree, index: number) {
    this.tree = tree;
    this.index = index;
  }

  get parent(): ParentNode | null {
    const parent = this.tree.columns.parent[this.index]!;
    return parent < 0 ? null : (this.tree.node(parent) as ParentNode);
  }

  get next(): AnyNode | null {
    const { parent, end } = this.tree.columns;
    const next = end[this.index]!;
    const around = parent[this.index]!;
    return around >= 0 && next < end[around]! ? this.tree.node(next) : null;
  }

  get prev(): AnyNode | null {
    const before = this.tree.previousSibling(this.index);
    return before < 0 ? null : this.tree.node(before);
  }
}

abstract class BaseParent extends BaseNode {
  #children: AnyNode[] | undefined;

  get children(): readonly AnyNode[] {
    this.#children ??= this.#list();
    return this.#children;
  }

  #list(): AnyNode[] {
    const { end } = this.tree.columns;
    const last = end[this.index]!;
    const children: AnyNode[] = [];
    for (let child = this.index + 1; child < last; child = end[child]!) children.push(this.tree.node(child));
    return children;
  }
}

export class Document extends BaseParent {
  readonly type = 'document';
}

export class Element extends BaseParent {
  readonly type = 'element';

  get name(): string {
    return this.tree.names.name(this.tree.columns.name[this.index]!);
  }

  attribute(name: string): string | null {
    return this.tree.attribute(this.index, this.tree.names.codeNameId(name));
  }

  has(name: string): boolean {
    return this.tree.findAttribute(this.index, this.tree.names.codeNameId(name)) >= 0;
  }

  hasClass(name: string): boolean {
    return this.tree.names.classesOf(this.tree.columns.className[this.index]!).has(name);
  }

  /** All attributes with their values, in the order of the page. */
  get attributes(): readonly (readonly [name: string, value: string])[] {
    const { firstAttribute, attributeName } = this.tree.columns;
    const all: [string, string][] = [];
    for (let at = firstAttribute[this.index]!; at < firstAttribute[this.index + 1]!; at++)
      all.push([this.tree.names.name(attributeName[at]!), this.tree.attributeValue(at)]);
    return all;
  }
}

export class Text extends BaseNode {
  readonly type = 'text';

  get data(): string {
    return this.tree.data(this.index);
  }
}

export class Comment extends BaseNode {
  readonly type = 'comment';

  get data(): string {
    return this.tree.data(this.index);
  }
}
