// Reads the text of a regular expression into a tree, so that it can be judged, searched for fixed texts, or run in linear time.
import { charactersOf, type CharacterSet, classOf, readClass } from './pattern-class.ts';

export type PatternNode =
  | { readonly kind: 'set'; readonly set: CharacterSet; readonly code: number | null }
  | { readonly kind: 'start' | 'end' | 'edge' | 'inside' }
  | { readonly kind: 'group'; readonly index: number; readonly node: PatternNode }
  | { readonly kind: 'sequence' | 'choice'; readonly nodes: readonly PatternNode[] }
  | { readonly kind: 'repeat'; readonly node: PatternNode; readonly min: number; readonly max: number; readonly lazy: boolean };

export interface PatternTree {
  readonly node: PatternNode;
  readonly groups: number;
}

/** A pattern that cannot be run in linear time, or is no pattern. */
export class PatternProblem extends Error {}

const SOURCE_MAX = 2000;
const REPEAT_MAX = 1000;
const DEPTH_MAX = 50;
const CONTROLS: Readonly<Record<string, number>> = { n: 10, r: 13, t: 9, f: 12, v: 11, 0: 0 };

/** Lookarounds and back references are refused: they are what no linear machine can do. */
export function readPattern(source: string): PatternTree {
  if (source.length > SOURCE_MAX) throw new PatternProblem('The pattern is too long.');
  let at = 0;
  let groups = 0;
  let depth = 0;

  function choice(): PatternNode {
    if (++depth > DEPTH_MAX) throw new PatternProblem('The pattern is nested too deeply.');
    const nodes = [sequence()];
    while (source[at] === '|') {
      at++;
      nodes.push(sequence());
    }
    depth--;
    return nodes.length === 1 ? nodes[0]! : { kind: 'choice', nodes };
  }

  function sequence(): PatternNode {
    const nodes: PatternNode[] = [];
    while (at < source.length && source[at] !== '|' && source[at] !== ')') nodes.push(repeat(atom()));
    return nodes.length === 1 ? nodes[0]! : { kind: 'sequence', nodes };
  }

  function repeat(node: PatternNode): PatternNode {
    const counts = /^(?:[*+?]|\{(\d{1,6})(,?)(\d{0,6})\})/.exec(source.slice(at, at + 20));
    if (!counts) return node;
    if (node.kind === 'start' || node.kind === 'end') throw new PatternProblem('Nothing to repeat.');
    at += counts[0].length;
    const min = counts[1] !== undefined ? Number(counts[1]) : counts[0] === '+' ? 1 : 0;
    const upper = counts[3] ? Number(counts[3]) : counts[2] ? Number.POSITIVE_INFINITY : min;
    const max = counts[1] !== undefined ? upper : counts[0] === '?' ? 1 : Number.POSITIVE_INFINITY;
    if (min > REPEAT_MAX || (max !== Number.POSITIVE_INFINITY && max > REPEAT_MAX) || max < min)
      throw new PatternProblem('The pattern repeats too often.');
    const lazy = source[at] === '?';
    if (lazy) at++;
    if (/^[*+?]/.test(source.slice(at, at + 1))) throw new PatternProblem('Nothing to repeat.');
    return { kind: 'repeat', node, min, max, lazy };
  }

  function atom(): PatternNode {
    const char = source[at++]!;
    if (char === '(') return group();
    if (char === '[') {
      const read = readClass(source, at);
      if (!read) throw new PatternProblem('A class of characters does not end.');
      at = read.end;
      return { kind: 'set', set: read.set, code: null };
    }
    if (char === '.') return { kind: 'set', set: classOf('.'), code: null };
    if (char === '^') return { kind: 'start' };
    if (char === '$') return { kind: 'end' };
    if (char === '*' || char === '+' || char === '?') throw new PatternProblem('Nothing to repeat.');
    return char === '\\' ? escaped() : one(char.charCodeAt(0));
  }

  function group(): PatternNode {
    let index = 0;
    if (source.startsWith('?:', at)) at += 2;
    else if (source[at] === '?') throw new PatternProblem('The pattern looks around.');
    else index = ++groups;
    const node = choice();
    if (source[at++] !== ')') throw new PatternProblem('A group does not end.');
    return index === 0 ? node : { kind: 'group', index, node };
  }

  function escaped(): PatternNode {
    const char = source[at++];
    if (char === undefined) throw new PatternProblem('The pattern ends with a backslash.');
    if (char === 'b') return { kind: 'edge' };
    if (char === 'B') return { kind: 'inside' };
    if (/[1-9k]/.test(char)) throw new PatternProblem('The pattern refers back.');
    if (/[dDwWsS]/.test(char)) return { kind: 'set', set: classOf(char), code: null };
    const hex = /^(?:x([0-9a-f]{2})|u([0-9a-f]{4}))/i.exec(source.slice(at - 1, at + 4));
    if (hex) {
      at += hex[0].length - 1;
      return one(Number.parseInt(hex[1] ?? hex[2]!, 16));
    }
    return one(CONTROLS[char] ?? char.charCodeAt(0));
  }

  const one = (code: number): PatternNode => ({ kind: 'set', set: charactersOf([[code, code]], false), code });

  const node = choice();
  if (at < source.length) throw new PatternProblem('A group ends that did not begin.');
  return { node, groups };
}
