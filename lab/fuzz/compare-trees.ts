// Compares a page tree with the tree that htmlparser2 builds of the same page.
import { parseDocument } from 'htmlparser2';

/** The part of a node that both kinds of tree have. */
export interface TreeNode {
  readonly type: string;
  readonly name?: string;
  readonly data?: string;
  readonly children?: readonly TreeNode[];
  /** Attributes as pairs (ours) or as an object (htmlparser2). */
  readonly attributes?: readonly (readonly [string, string])[];
  readonly attribs?: Readonly<Record<string, string>>;
}

type ParsedDocument = ReturnType<typeof parseDocument>;

/** A page in both forms: the tree built from its bytes, and the bytes decoded as a whole. */
export interface Compared {
  readonly tree: TreeNode;
  readonly text: string;
}

export interface Difference {
  readonly line: number;
  readonly expected: string | undefined;
  readonly actual: string | undefined;
  /** Only the last node of the page differs. */
  readonly atEnd: boolean;
}

/** In the page tree, deeper nodes are children of their ancestor at this depth. */
const DEPTH_MAX = 512;

/** Returns the first difference, or null. */
export function firstDifference({ tree, text }: Compared): Difference | null {
  const actual = linesOf(tree);
  const expected = linesOf(parseDocument(text));
  const length = Math.max(actual.length, expected.length);
  for (let line = 0; line < length; line++) {
    if (actual[line] === expected[line]) continue;
    return { line, expected: expected[line], actual: actual[line], atEnd: line === length - 1 };
  }
  return null;
}

/**
 * Returns one line for each node, with its depth. Nodes stand in the order of the page, so that equal depths mean equal parents.
 * Neighbouring texts are one, and the document type is left out: these two differ by intention.
 */
export function linesOf(root: TreeNode | ParsedDocument): string[] {
  const lines: string[] = [];
  const open = [{ nodes: (root as TreeNode).children ?? [], next: 0 }];
  let text = '';
  const flush = (depth: number): void => {
    if (text !== '') lines.push(`${Math.min(depth, DEPTH_MAX)} text ${text}`);
    text = '';
  };
  for (let level = open[0]; level; level = open.at(-1)) {
    const depth = open.length - 1;
    const node = level.nodes[level.next++];
    if (!node) {
      // Texts on both sides of an end tag below the last level are neighbours.
      if (depth <= DEPTH_MAX) flush(depth);
      open.pop();
    } else if (node.type === 'text') text += node.data;
    else if (node.type !== 'directive') {
      flush(depth);
      lines.push(`${Math.min(depth, DEPTH_MAX)} ${node.type === 'comment' ? `comment ${node.data}` : elementLine(node)}`);
      if (node.children) open.push({ nodes: node.children, next: 0 });
    }
  }
  return lines;
}

/** The order of attributes does not count, because htmlparser2 stores them in an object, which puts numbers first. */
function elementLine({ name, attribs, attributes }: TreeNode): string {
  const pairs = attribs ? Object.entries(attribs) : [...(attributes ?? [])];
  return `element ${name} ${JSON.stringify(pairs.sort(([one], [other]) => (one < other ? -1 : 1)))}`;
}
