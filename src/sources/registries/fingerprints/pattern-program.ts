// Turns the tree of a pattern into steps for the linear machine.
import type { CharacterSet } from './pattern-class.ts';
import { prefixOf } from './pattern-literals.ts';
import { type PatternNode, PatternProblem, type PatternTree } from './pattern-syntax.ts';

export const SET = 0;
export const SPLIT = 1;
export const JUMP = 2;
export const SAVE = 3;
export const START = 4;
export const END = 5;
export const EDGE = 6;
export const INSIDE = 7;
export const MATCH = 8;

export interface Program {
  readonly operations: Uint8Array;
  /** Where to go on first, or which place to save. */
  readonly first: Int32Array;
  /** Where to go on second. */
  readonly second: Int32Array;
  readonly sets: readonly (CharacterSet | null)[];
  readonly groups: number;
  /** Which characters a match can begin with; null where it can be empty or begins anywhere. */
  readonly begins: Uint8Array | null;
  readonly anchored: boolean;
  /** The lower-case text with which every match begins. */
  readonly prefix: string;
}

const STEPS_MAX = 4000;
const VISITS_MAX = 20_000;

export function programOf(tree: PatternTree): Program {
  const writer = new ProgramWriter();
  writer.emit(tree.node);
  writer.put(MATCH);
  const program = {
    operations: Uint8Array.from(writer.operations),
    first: Int32Array.from(writer.first),
    second: Int32Array.from(writer.second),
    sets: writer.sets,
    groups: tree.groups,
    anchored: beginsAtStart(tree.node),
    prefix: prefixOf(tree.node),
  };
  return { ...program, begins: beginsOf(program) };
}

class ProgramWriter {
  readonly operations: number[] = [];
  readonly first: number[] = [];
  readonly second: number[] = [];
  readonly sets: (CharacterSet | null)[] = [];
  private visits = 0;

  put(operation: number, place = 0, set: CharacterSet | null = null): number {
    if (this.operations.length >= STEPS_MAX) throw new PatternProblem('The pattern has too many steps.');
    this.sets.push(set);
    this.first.push(place);
    this.second.push(0);
    return this.operations.push(operation) - 1;
  }

  emit(node: PatternNode): void {
    if (++this.visits > VISITS_MAX) throw new PatternProblem('The pattern has too many steps.');
    if (node.kind === 'set') this.put(SET, 0, node.set);
    else if (node.kind === 'sequence') for (const part of node.nodes) this.emit(part);
    else if (node.kind === 'choice') this.choose(node.nodes);
    else if (node.kind === 'group') {
      this.put(SAVE, node.index * 2);
      this.emit(node.node);
      this.put(SAVE, node.index * 2 + 1);
    } else if (node.kind === 'repeat') {
      for (let count = 0; count < node.min; count++) this.emit(node.node);
      if (node.max === Number.POSITIVE_INFINITY) this.fork(node.node, node.lazy, true);
      else for (let count = node.min; count < node.max; count++) this.fork(node.node, node.lazy, false);
    } else this.put({ start: START, end: END, edge: EDGE, inside: INSIDE }[node.kind]);
  }

  /** A fork prefers to go on into what follows it, or past it where it is lazy. */
  private fork(node: PatternNode, lazy: boolean, loop: boolean): void {
    const split = this.put(SPLIT);
    this.emit(node);
    if (loop) this.put(JUMP, split);
    const [inside, past] = [split + 1, this.operations.length];
    this.first[split] = lazy ? past : inside;
    this.second[split] = lazy ? inside : past;
  }

  private choose(nodes: readonly PatternNode[]): void {
    const ends: number[] = [];
    for (const node of nodes.slice(0, -1)) {
      const split = this.put(SPLIT);
      this.first[split] = split + 1;
      this.emit(node);
      ends.push(this.put(JUMP));
      this.second[split] = this.operations.length;
    }
    this.emit(nodes.at(-1)!);
    for (const end of ends) this.first[end] = this.operations.length;
  }
}

function beginsAtStart(node: PatternNode): boolean {
  if (node.kind === 'start') return true;
  if (node.kind === 'group') return beginsAtStart(node.node);
  if (node.kind === 'choice') return node.nodes.every(beginsAtStart);
  return node.kind === 'sequence' && node.nodes[0] !== undefined && beginsAtStart(node.nodes[0]);
}

function beginsOf({ operations, first, second, sets }: Omit<Program, 'begins'>): Uint8Array | null {
  const begins = new Uint8Array(128);
  const seen = new Set<number>();
  const open = [0];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (seen.has(at)) continue;
    seen.add(at);
    const operation = operations[at]!;
    if (operation === MATCH || operation === END) return null;
    if (operation === SET) for (const [code, one] of sets[at]!.ascii.entries()) begins[code] = begins[code]! | one;
    else if (operation === SPLIT) open.push(first[at]!, second[at]!);
    else open.push(operation === JUMP ? first[at]! : at + 1);
  }
  return begins;
}
