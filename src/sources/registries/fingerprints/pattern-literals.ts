// Fixed texts of a pattern: where none of them stands in a text, the pattern need not be tried.
import type { PatternNode } from './pattern-syntax.ts';

const CHOICES_MAX = 12;

/** Lower-case texts one of which is in everything that the pattern matches, or null. */
export function literalsOf(node: PatternNode): readonly string[] | null {
  const best = requirementOf(node);
  return best !== null && best.every((text) => text !== '') ? best : null;
}

function requirementOf(node: PatternNode): readonly string[] | null {
  switch (node.kind) {
    case 'set':
      return node.code !== null && node.code < 128 ? [String.fromCharCode(node.code).toLowerCase()] : null;
    case 'group':
      return requirementOf(node.node);
    case 'repeat':
      return node.min > 0 ? requirementOf(node.node) : null;
    case 'choice': {
      const parts = node.nodes.map(requirementOf);
      return parts.every((part) => part !== null) && parts.length <= CHOICES_MAX ? parts.flat() : null;
    }
    case 'sequence':
      return bestOf(node.nodes);
    default:
      return null;
  }
}

/** Characters that follow each other make one text; the candidate with the longest shortest text decides. */
function bestOf(nodes: readonly PatternNode[]): readonly string[] | null {
  let best: readonly string[] | null = null;
  let run = '';
  const offer = (texts: readonly string[] | null): void => {
    if (texts !== null && texts.length <= CHOICES_MAX && shortest(texts) > (best === null ? 0 : shortest(best))) best = texts;
  };
  for (const node of nodes) {
    if (node.kind === 'set' && node.code !== null && node.code < 128) {
      run += String.fromCharCode(node.code).toLowerCase();
      continue;
    }
    offer(run === '' ? null : [run]);
    run = '';
    offer(requirementOf(node));
  }
  offer(run === '' ? null : [run]);
  return best;
}

const shortest = (texts: readonly string[]): number => Math.min(...texts.map((text) => text.length));
