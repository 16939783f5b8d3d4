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

/** Elements below this depth stand side by side in the page tree, so the comparison ends there. */
const DEPTH_MAX = 500;

/** One line for each node. Neighbouring texts are one; the document type is left out. */
function linesOf(root: TreeNode): string[] {
  const lines: string[] = [];
  let text = '';
  const flush = (depth: number): void => {
    if (text !== '') lines.push(`${depth} text ${text}`);
    text = '';
  };
  const walk = (node: TreeNode, depth: number): void => {
    for (const child of node.children ?? []) {
      if (child.type === 'text') {
        text += child.data;
        continue;
      }
      if (child.type === 'directive') continue;
      flush(depth);
      if (child.type === 'comment') lines.push(`${depth} comment ${child.data}`);
      else {
        const attributes = child.attribs ? { ...child.attribs } : Object.fromEntries(child.attributes ?? []);
        lines.push(`${depth} element ${child.name} ${JSON.stringify(attributes)}`);
        if (depth < DEPTH_MAX) walk(child, depth + 1);
      }
    }
    flush(depth);
  };
  walk(root, 0);
  return lines;
}

export interface Difference {
  readonly line: number;
  readonly expected: string | undefined;
  readonly actual: string | undefined;
  /** Only the last node of the page differs. */
  readonly atEnd: boolean;
}

/** Returns the first difference, or null. */
export function firstDifference(ours: TreeNode, html: string): Difference | null {
  const actual = linesOf(ours);
  const expected = linesOf(
    parseDocument(html, { decodeEntities: true, lowerCaseTags: true, lowerCaseAttributeNames: true }) as unknown as TreeNode,
  );
  for (let line = 0; line < Math.max(actual.length, expected.length); line++) {
    if (actual[line] === expected[line]) continue;
    return { line, expected: expected[line], actual: actual[line], atEnd: line >= Math.max(actual.length, expected.length) - 1 };
  }
  return null;
}
