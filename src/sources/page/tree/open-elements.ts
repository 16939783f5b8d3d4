// The open elements of a page while it is read: which element a node belongs to, and what an end tag closes.
import { unreadable } from '../../adapter.ts';
import { COMMENT, DOCUMENT, type GrowingColumns } from './columns.ts';
import { grown } from './name-table.ts';
import { closedByStart, isHtmlInsideForeign, isVoid, numberOf, RULES_END, svgName } from './rules.ts';

/** Elements nested deeper than this become children of their ancestor at this depth, as in browsers. */
export const DEPTH_MAX = 512;
/** A page with more open elements was made to use up time. */
const OPEN_MAX = 25_000;
/** Far more than any page made for people has; the columns of this many nodes take about 100 MB. */
const NODES_MAX = 3_000_000;

const [FORM, P, BR, SVG, MATH, IMAGE, IMG] = ['form', 'p', 'br', 'svg', 'math', 'image', 'img'].map(numberOf) as [
  number,
  number,
  number,
  number,
  number,
  number,
  number,
];
const HTML = 0;
const IN_SVG = 1;
const IN_MATH = 2;

export class OpenElements {
  readonly #columns: GrowingColumns;
  /** The nodes and names of the open elements, the document first. */
  #nodes = new Int32Array(1024);
  #names = new Int32Array(1024);
  #depth = 0;
  /** How many elements of each name are open; this makes an end tag without a start tag cheap. */
  #counts = new Int32Array(1024);
  #contexts: number[] = [HTML];

  constructor(columns: GrowingColumns) {
    this.#columns = columns;
  }

  begin(): void {
    this.#depth = 0;
    this.#contexts = [HTML];
    this.#nodes[0] = this.#columns.addNode(DOCUMENT, -1);
    this.#columns.firstAttribute[0] = 0;
  }

  /** Closes everything. */
  finish(): void {
    while (this.#depth > 0) this.#pop();
    this.#columns.end[0] = this.#columns.count;
  }

  /** Forgets a page that could not be read. */
  abandon(): void {
    this.#counts.fill(0);
    this.#columns.clear();
  }

  get inForeignContent(): boolean {
    return this.#contexts.at(-1) !== HTML;
  }

  /** Returns the name that a tag stands for in the current context. */
  adjusted(name: number): number {
    if (name >= RULES_END) return name;
    const context = this.#contexts.at(-1);
    const camelCase = this.#contexts.length > 1 ? svgName.get(name) : undefined;
    if (camelCase !== undefined && (context === IN_SVG || this.#counts[camelCase]! > 0)) return camelCase;
    return name === IMAGE && context === HTML ? IMG : name;
  }

  add(kind: number, from: number, to: number): void {
    const columns = this.#columns;
    if (columns.count >= NODES_MAX) throw unreadable('the page has too many elements');
    const node = columns.addNode(kind, this.#nodes[Math.min(this.#depth, DEPTH_MAX)]!);
    columns.from[node] = from;
    columns.to[node] = to;
    columns.firstAttribute[node] = columns.attributeCount;
    columns.bits[node] = 0;
    columns.className[node] = 0;
  }

  addComment(from: number, to: number): void {
    this.add(COMMENT, from, to);
  }

  /** Opens an element with the attributes from `firstAttribute` on. Returns false for a form inside a form, which HTML ignores. */
  open(name: number, firstAttribute: number, bits: number, className: number, selfClosing: boolean): boolean {
    if (name === FORM && this.#counts[FORM]! > 0) {
      this.#columns.attributeCount = firstAttribute;
      return false;
    }
    const closed = name < RULES_END ? closedByStart[name] : undefined;
    if (closed) while (this.#depth > 0 && this.#isOneOf(closed)) this.#pop();
    this.add(name, 0, 0);
    const node = this.#columns.count - 1;
    this.#columns.firstAttribute[node] = firstAttribute;
    this.#columns.bits[node] = bits;
    this.#columns.className[node] = className;
    if (name < RULES_END && isVoid[name] === 1) return true;
    this.#push(node, name);
    if (selfClosing && this.inForeignContent) this.#pop();
    return true;
  }

  close(name: number): void {
    if (name < RULES_END && isVoid[name] === 1) {
      if (name === BR) this.add(BR, 0, 0);
    } else if (name < this.#counts.length && this.#counts[name]! > 0) {
      while (this.#names[this.#depth] !== name) this.#pop();
      this.#pop();
    } else if (name === P) {
      this.open(P, this.#columns.attributeCount, 0, 0, false);
      this.#pop();
    }
  }

  #isOneOf(closed: Uint8Array): boolean {
    const name = this.#names[this.#depth]!;
    return name < RULES_END && closed[name] === 1;
  }

  #push(node: number, name: number): void {
    const depth = ++this.#depth;
    if (depth > OPEN_MAX) throw unreadable('the page is nested too deeply');
    if (depth === this.#nodes.length) {
      this.#nodes = grown(this.#nodes);
      this.#names = grown(this.#names);
    }
    this.#nodes[depth] = node;
    this.#names[depth] = name;
    while (name >= this.#counts.length) this.#counts = grown(this.#counts);
    this.#counts[name]!++;
    if (name === SVG) this.#contexts.push(IN_SVG);
    else if (name === MATH) this.#contexts.push(IN_MATH);
    else if (name < RULES_END && isHtmlInsideForeign[name] === 1) this.#contexts.push(HTML);
  }

  #pop(): void {
    const name = this.#names[this.#depth]!;
    // A deeper element has no children of its own.
    if (this.#depth <= DEPTH_MAX) this.#columns.end[this.#nodes[this.#depth]!] = this.#columns.count;
    this.#depth--;
    this.#counts[name]!--;
    if (name < RULES_END && (name === SVG || name === MATH || isHtmlInsideForeign[name] === 1)) this.#contexts.pop();
  }
}
