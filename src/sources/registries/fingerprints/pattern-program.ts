// Turns the tree of a pattern into steps for the linear machine.
import type { CharacterSet } from './pattern-class.ts';
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
  readonly operations: readonly number[];
  /** Where to go on first, or which place to save. */
  readonly first: readonly number[];
  /** Where to go on second. */
  readonly second: readonly number[];
  readonly sets: readonly (CharacterSet | null)[];
  readonly groups: number;
  /** Which characters a match can begin with; null where it can be empty or begins anywhere. */
  readonly begins: Uint8Array | null;
  readonly anchored: boolean;
}

const STEPS_MAX = 4000;
const VISITS_MAX = 20_000;

export function programOf(tree: PatternTree): Program {
  const operations: number[] = [];
  const first: number[] = [];
  const second: number[] = [];
  const sets: (CharacterSet | null)[] = [];
  let visits = 0;

  const put = (operation: number, one = 0, set: CharacterSet | null = null): number => {
    if (operations.length >= STEPS_MAX) throw new PatternProblem('The pattern has too many steps.');
    sets.push(set);
    first.push(one);
    second.push(0);
    return operations.push(operation) - 1;
  };
  /** A fork prefers to go on into what follows it, or past it where it is lazy. */
  const fork = (body: () => void, lazy: boolean, loop: boolean): void => {
    const split = put(SPLIT);
    body();
    if (loop) put(JUMP, split);
    const [inside, past] = [split + 1, operations.length];
    first[split] = lazy ? past : inside;
    second[split] = lazy ? inside : past;
  };

  function emit(node: PatternNode): void {
    if (++visits > VISITS_MAX) throw new PatternProblem('The pattern has too many steps.');
    if (node.kind === 'set') put(SET, 0, node.set);
    else if (node.kind === 'sequence') for (const part of node.nodes) emit(part);
    else if (node.kind === 'choice') choose(node.nodes);
    else if (node.kind === 'group') {
      put(SAVE, node.index * 2);
      emit(node.node);
      put(SAVE, node.index * 2 + 1);
    } else if (node.kind === 'repeat') {
      for (let count = 0; count < node.min; count++) emit(node.node);
      if (node.max === Number.POSITIVE_INFINITY) fork(() => emit(node.node), node.lazy, true);
      else for (let count = node.min; count < node.max; count++) fork(() => emit(node.node), node.lazy, false);
    } else put({ start: START, end: END, edge: EDGE, inside: INSIDE }[node.kind]);
  }

  function choose(nodes: readonly PatternNode[]): void {
    const ends: number[] = [];
    nodes.forEach((node, index) => {
      if (index === nodes.length - 1) return emit(node);
      const split = put(SPLIT);
      first[split] = split + 1;
      emit(node);
      ends.push(put(JUMP));
      second[split] = operations.length;
    });
    for (const end of ends) first[end] = operations.length;
  }

  emit(tree.node);
  put(MATCH);
  const program = { operations, first, second, sets, groups: tree.groups, begins: null, anchored: beginsAtStart(tree.node) };
  return { ...program, begins: beginsOf(program) };
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
    if (operation === SET) sets[at]!.ascii.forEach((one, code) => (begins[code] = begins[code]! | one));
    else if (operation === SPLIT) open.push(first[at]!, second[at]!);
    else open.push(operation === JUMP ? first[at]! : at + 1);
  }
  return begins;
}
