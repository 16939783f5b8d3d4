// Reads the text of a regular expression into a tree, so that it can be judged, searched for fixed texts, or run in linear time.
import { type CharacterSet, characterOf, classOf, readClass } from './pattern-class.ts';

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
  const reader = new PatternReader(source);
  const node = reader.choice();
  if (!reader.atEnd()) throw new PatternProblem('A group ends that did not begin.');
  return { node, groups: reader.groups };
}

class PatternReader {
  groups = 0;
  private at = 0;
  private depth = 0;
  private readonly source: string;

  constructor(source: string) {
    this.source = source;
  }

  atEnd(): boolean {
    return this.at >= this.source.length;
  }

  choice(): PatternNode {
    if (++this.depth > DEPTH_MAX) throw new PatternProblem('The pattern is nested too deeply.');
    const nodes = [this.sequence()];
    while (this.source[this.at] === '|') {
      this.at++;
      nodes.push(this.sequence());
    }
    this.depth--;
    return nodes.length === 1 ? nodes[0]! : { kind: 'choice', nodes };
  }

  private sequence(): PatternNode {
    const nodes: PatternNode[] = [];
    while (!this.atEnd() && this.source[this.at] !== '|' && this.source[this.at] !== ')') nodes.push(this.repeat(this.atom()));
    return nodes.length === 1 ? nodes[0]! : { kind: 'sequence', nodes };
  }

  private repeat(node: PatternNode): PatternNode {
    const counts = /^(?:[*+?]|\{(\d{1,6})(,?)(\d{0,6})\})/.exec(this.source.slice(this.at, this.at + 20));
    if (!counts) return node;
    if (node.kind === 'start' || node.kind === 'end') throw new PatternProblem('Nothing to repeat.');
    this.at += counts[0].length;
    const min = counts[1] !== undefined ? Number(counts[1]) : counts[0] === '+' ? 1 : 0;
    const upper = counts[3] ? Number(counts[3]) : counts[2] ? Number.POSITIVE_INFINITY : min;
    const max = counts[1] !== undefined ? upper : counts[0] === '?' ? 1 : Number.POSITIVE_INFINITY;
    if (min > REPEAT_MAX || (max !== Number.POSITIVE_INFINITY && max > REPEAT_MAX) || max < min)
      throw new PatternProblem('The pattern repeats too often.');
    const lazy = this.source[this.at] === '?';
    if (lazy) this.at++;
    if (/^[*+?]/.test(this.source.slice(this.at, this.at + 1))) throw new PatternProblem('Nothing to repeat.');
    return { kind: 'repeat', node, min, max, lazy };
  }

  private atom(): PatternNode {
    const char = this.source[this.at++]!;
    if (char === '(') return this.group();
    if (char === '[') {
      const read = readClass(this.source, this.at);
      if (!read) throw new PatternProblem('A class of characters does not end.');
      this.at = read.end;
      return { kind: 'set', set: read.set, code: null };
    }
    if (char === '.') return { kind: 'set', set: classOf('.'), code: null };
    if (char === '^') return { kind: 'start' };
    if (char === '$') return { kind: 'end' };
    if (char === '*' || char === '+' || char === '?') throw new PatternProblem('Nothing to repeat.');
    return char === '\\' ? this.escaped() : one(char.charCodeAt(0));
  }

  private group(): PatternNode {
    let index = 0;
    if (this.source.startsWith('?:', this.at)) this.at += 2;
    else if (this.source[this.at] === '?') throw new PatternProblem('The pattern looks around.');
    else index = ++this.groups;
    const node = this.choice();
    if (this.source[this.at++] !== ')') throw new PatternProblem('A group does not end.');
    return index === 0 ? node : { kind: 'group', index, node };
  }

  private escaped(): PatternNode {
    const char = this.source[this.at++];
    if (char === undefined) throw new PatternProblem('The pattern ends with a backslash.');
    if (char === 'b') return { kind: 'edge' };
    if (char === 'B') return { kind: 'inside' };
    if (/[1-9k]/.test(char)) throw new PatternProblem('The pattern refers back.');
    if (/[dDwWsS]/.test(char)) return { kind: 'set', set: classOf(char), code: null };
    const hex = /^(?:x([0-9a-f]{2})|u([0-9a-f]{4}))/i.exec(this.source.slice(this.at - 1, this.at + 4));
    if (hex) {
      this.at += hex[0].length - 1;
      return one(Number.parseInt(hex[1] ?? hex[2]!, 16));
    }
    return one(CONTROLS[char] ?? char.charCodeAt(0));
  }
}

const one = (code: number): PatternNode => ({ kind: 'set', set: characterOf(code), code });
