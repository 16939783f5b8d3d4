// The storage of a tree: one number per node and column, nodes in the order of the page.
import { unreadable } from '../../adapter.ts';
import { grown } from './name-table.ts';

/** Values of the column `name` for nodes that are not elements. */
export const TEXT = -1;
/** Text without entities, such as a script. */
export const RAW_TEXT = -2;
export const COMMENT = -3;
/** The name of node 0, the document itself. */
export const DOCUMENT = 0;

/**
 * Columns in preorder. The descendants of a node are the nodes from `node + 1` up to `end[node]`, its first child is `node + 1`,
 * and its next sibling is `end[node]` as long as that lies before the end of the parent.
 */
export interface Columns {
  readonly count: number;
  /** The number of the element's name, or the kind of another node. */
  readonly name: Int32Array;
  readonly parent: Int32Array;
  readonly end: Int32Array;
  /** The bytes of a text or comment. */
  readonly from: Int32Array;
  readonly to: Int32Array;
  /** The first attribute of an element; the one after the last is the first of the next node. */
  readonly firstAttribute: Int32Array;
  /** Bit n is set when the element has the known attribute n. */
  readonly bits: Int32Array;
  /** The number of the class value, 0 without one. */
  readonly className: Int32Array;
  readonly attributeName: Int32Array;
  readonly attributeFrom: Int32Array;
  readonly attributeTo: Int32Array;
}

const NODES = 8192;
const ATTRIBUTES = 16_384;
/** Far more than any page made for people has. With a new name for each, they take about 500 MB. */
const ATTRIBUTES_MAX = 1 << 22;
/** Columns that a huge page has made longer than this are not reused. */
const NODES_REUSED = 1 << 19;

/** Columns that grow while a page is read. One set serves all pages, because building a tree is not interrupted. */
export class GrowingColumns {
  count = 0;
  attributeCount = 0;
  name = new Int32Array(NODES);
  parent = new Int32Array(NODES);
  end = new Int32Array(NODES);
  from = new Int32Array(NODES);
  to = new Int32Array(NODES);
  firstAttribute = new Int32Array(NODES);
  bits = new Int32Array(NODES);
  className = new Int32Array(NODES);
  attributeName = new Int32Array(ATTRIBUTES);
  attributeFrom = new Int32Array(ATTRIBUTES);
  attributeTo = new Int32Array(ATTRIBUTES);

  addNode(name: number, parent: number): number {
    const node = this.count++;
    if (node === this.name.length) this.#growNodes();
    this.name[node] = name;
    this.parent[node] = parent;
    this.end[node] = node + 1;
    return node;
  }

  addAttribute(name: number, from: number, to: number): void {
    const attribute = this.attributeCount++;
    if (attribute === this.attributeName.length) this.#growAttributes();
    this.attributeName[attribute] = name;
    this.attributeFrom[attribute] = from;
    this.attributeTo[attribute] = to;
  }

  /** Returns copies of the right length and empties the columns. */
  take(): Columns {
    const { count, attributeCount } = this;
    const nodes = (column: Int32Array): Int32Array => column.slice(0, count);
    const attributes = (column: Int32Array): Int32Array => column.slice(0, attributeCount);
    const firstAttribute = new Int32Array(count + 1);
    firstAttribute.set(this.firstAttribute.subarray(0, count));
    firstAttribute[count] = attributeCount;
    const taken: Columns = {
      count,
      name: nodes(this.name),
      parent: nodes(this.parent),
      end: nodes(this.end),
      from: nodes(this.from),
      to: nodes(this.to),
      firstAttribute,
      bits: nodes(this.bits),
      className: nodes(this.className),
      attributeName: attributes(this.attributeName),
      attributeFrom: attributes(this.attributeFrom),
      attributeTo: attributes(this.attributeTo),
    };
    this.clear();
    return taken;
  }

  clear(): void {
    this.count = 0;
    this.attributeCount = 0;
    if (this.name.length > NODES_REUSED || this.attributeName.length > NODES_REUSED) Object.assign(this, new GrowingColumns());
  }

  #growNodes(): void {
    this.name = grown(this.name);
    this.parent = grown(this.parent);
    this.end = grown(this.end);
    this.from = grown(this.from);
    this.to = grown(this.to);
    this.firstAttribute = grown(this.firstAttribute);
    this.bits = grown(this.bits);
    this.className = grown(this.className);
  }

  #growAttributes(): void {
    if (this.attributeName.length >= ATTRIBUTES_MAX) throw unreadable('the page has too many attributes');
    this.attributeName = grown(this.attributeName);
    this.attributeFrom = grown(this.attributeFrom);
    this.attributeTo = grown(this.attributeTo);
  }
}

/** Finds repeated attributes of an element without a loop over the element's attributes. */
export class SeenAttributes {
  /** Which element last had each attribute, by the number of the attribute's name. */
  #lastElement = new Float64Array(1024);
  #element = 0;

  nextElement(): void {
    this.#element++;
  }

  isRepeated(attribute: number): boolean {
    if (attribute >= this.#lastElement.length) this.#grow(attribute);
    if (this.#lastElement[attribute] === this.#element) return true;
    this.#lastElement[attribute] = this.#element;
    return false;
  }

  #grow(attribute: number): void {
    const larger = new Float64Array(Math.max(this.#lastElement.length * 2, attribute + 1));
    larger.set(this.#lastElement);
    this.#lastElement = larger;
  }
}
