// Finds the elements of a block that contain only text, such as a label or a duration.

import { all, type Node, textOf } from './html.ts';
import { Element } from './tree/page-tree.ts';

export interface TextNode {
  readonly element: Element;
  readonly text: string;
}

/**
 * Returns the elements with text and no child elements. Only these are read, so the time is linear in the size of the
 * page.
 */
export const textNodesIn = (scope: Node): TextNode[] =>
  all('*', scope).flatMap((element) => {
    if (element.children.some((child) => child instanceof Element)) return [];
    const text = textOf(element);
    return text === '' ? [] : [{ element, text }];
  });
