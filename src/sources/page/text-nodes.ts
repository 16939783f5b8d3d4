// Finds the elements of a block that hold only text, such as a label or a duration.

import { all, type Node, textOf } from './html.ts';
import { Element } from './tree/page-tree.ts';

export interface TextNode {
  readonly element: Element;
  readonly text: string;
}

/** Elements that hold text and no other element; reading only these keeps the time in step with the size of the page. */
export const textNodesIn = (scope: Node): TextNode[] =>
  all('*', scope).flatMap((element) => {
    if (element.children.some((child) => child instanceof Element)) return [];
    const text = textOf(element);
    return text === '' ? [] : [{ element, text }];
  });
