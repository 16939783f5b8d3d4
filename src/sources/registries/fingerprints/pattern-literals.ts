// Fixed texts of a pattern: where they do not stand in a text, the pattern need not be tried.
import type { PatternNode } from './pattern-syntax.ts';

const CHOICES_MAX = 12;
const LISTS_MAX = 8;

/** Lists of lower-case texts; of each list one text stands in everything that the pattern matches. The rarest, that is longest, come first. */
export function literalsOf(node: PatternNode): readonly (readonly string[])[] {
  return listsOf(node)
    .sort((one, other) => shortest(other) - shortest(one))
    .slice(0, LISTS_MAX);
}

function listsOf(node: PatternNode): (readonly string[])[] {
  switch (node.kind) {
    case 'set':
      return node.code !== null && node.code < 128 ? [[String.fromCharCode(node.code).toLowerCase()]] : [];
    case 'group':
      return listsOf(node.node);
    case 'repeat':
      return node.min > 0 ? listsOf(node.node) : [];
    case 'choice': {
      const best = node.nodes.map((one) => literalsOf(one)[0]);
      const texts = best.flatMap((one) => one ?? []);
      return best.every((one) => one !== undefined) && texts.length <= CHOICES_MAX ? [texts] : [];
    }
    case 'sequence':
      return runsOf(node.nodes);
    default:
      return [];
  }
}

/** Characters that follow each other make one text. */
function runsOf(nodes: readonly PatternNode[]): (readonly string[])[] {
  const lists: (readonly string[])[] = [];
  let run = '';
  const close = (): void => {
    if (run !== '') lists.push([run]);
    run = '';
  };
  for (const node of nodes) {
    if (node.kind === 'set' && node.code !== null && node.code < 128) run += String.fromCharCode(node.code).toLowerCase();
    else {
      close();
      lists.push(...listsOf(node));
    }
  }
  close();
  return lists;
}

const shortest = (texts: readonly string[]): number => Math.min(...texts.map((text) => text.length));

/** The fixed text with which every match begins, in lower case; empty where there is none. */
export function prefixOf(node: PatternNode): string {
  let prefix = '';
  for (const part of node.kind === 'sequence' ? node.nodes : [node]) {
    if (part.kind !== 'set' || part.code === null || part.code >= 128) break;
    prefix += String.fromCharCode(part.code).toLowerCase();
  }
  return prefix;
}
