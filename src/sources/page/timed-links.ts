// Finds video cards by structure: a link with a picture and a running time as a text of its own.

import { all, type Node, one } from './html.ts';
import { textNodesIn } from './text-nodes.ts';
import type { Element } from './tree/page-tree.ts';

const RUNNING_TIME = /^\d{1,3}(?::\d{2}){1,2}$/;

/** Returns the running time as shown, such as `2:52`. */
export const runningTimeIn = (scope: Node): string | null => textNodesIn(scope).find(({ text }) => RUNNING_TIME.test(text))?.text ?? null;

export const timedLinksIn = (scope: Node): Element[] =>
  all('a[href]', scope).filter((link) => one('img', link) !== null && runningTimeIn(link) !== null);
