// Runs a pattern over a text in time that grows with their lengths only: no pattern and no text can make it hang.
import { holds } from './pattern-class.ts';
import { END, INSIDE, JUMP, MATCH, type Program, SAVE, SET, SPLIT, START } from './pattern-program.ts';

export interface Search {
  /** Groups of the leftmost match, the whole first; null where there is none. */
  readonly groups: readonly (string | undefined)[] | null;
  /** Whether the machine gave up before the end of the text. */
  readonly spent: boolean;
}

interface Threads {
  readonly places: Int32Array;
  readonly saved: (readonly number[])[];
  readonly marks: Int32Array;
  count: number;
}

const NOTHING: Search = { groups: null, spent: false };
const isWord = (code: number): boolean => (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || code === 95 || (code >= 97 && code <= 122);

const threadsOf = (size: number): Threads => ({
  places: new Int32Array(size),
  saved: new Array<readonly number[]>(size),
  marks: new Int32Array(size).fill(-1),
  count: 0,
});

export function search(program: Program, text: string, stepsMax: number): Search {
  const { operations, first, second, sets, begins, anchored } = program;
  let current = threadsOf(operations.length);
  let next = threadsOf(operations.length);
  let steps = 0;
  let found: readonly number[] | null = null;

  /** Follows everything that takes no character; each place is entered once per character, which is what keeps time linear. */
  function enter(threads: Threads, place: number, at: number, saved: readonly number[]): void {
    let here = place;
    for (;;) {
      if (threads.marks[here] === at) return;
      threads.marks[here] = at;
      steps++;
      const operation = operations[here]!;
      if (operation === SET || operation === MATCH) {
        threads.saved[threads.count] = saved;
        threads.places[threads.count++] = here;
        return;
      }
      if (operation === SPLIT) {
        enter(threads, first[here]!, at, saved);
        here = second[here]!;
      } else if (operation === JUMP) here = first[here]!;
      else if (operation === SAVE) {
        const copy = saved.slice();
        copy[first[here]!] = at;
        return enter(threads, here + 1, at, copy);
      } else if (stands(operation, at)) here++;
      else return;
    }
  }

  function stands(operation: number, at: number): boolean {
    if (operation === START) return at === 0;
    if (operation === END) return at === text.length;
    const before = at > 0 && isWord(text.charCodeAt(at - 1));
    const after = at < text.length && isWord(text.charCodeAt(at));
    return operation === INSIDE ? before === after : before !== after;
  }

  for (let at = 0; at <= text.length; at++) {
    if (current.count === 0) {
      if (found !== null || (anchored && at > 0)) break;
      if (begins !== null) while (at < text.length && text.charCodeAt(at) < 128 && begins[text.charCodeAt(at)] === 0) at++;
    }
    if (found === null && !(anchored && at > 0)) enter(current, 0, at, [at]);
    const code = at < text.length ? text.charCodeAt(at) : -1;
    for (let index = 0; index < current.count; index++) {
      const place = current.places[index]!;
      steps++;
      if (operations[place] === MATCH) {
        const saved = current.saved[index]!.slice();
        saved[1] = at;
        found = saved;
        break;
      }
      if (code >= 0 && holds(sets[place]!, code)) enter(next, place + 1, at + 1, current.saved[index]!);
    }
    current.count = 0;
    [current, next] = [next, current];
    if (steps > stepsMax) return { groups: null, spent: true };
  }
  if (found === null) return NOTHING;
  return { groups: groupsOf(found, program.groups, text), spent: false };
}

const groupsOf = (saved: readonly number[], groups: number, text: string): (string | undefined)[] =>
  Array.from({ length: groups + 1 }, (_, group) => {
    const [from, to] = [saved[group * 2], saved[group * 2 + 1]];
    return from === undefined || to === undefined || to < from ? undefined : text.slice(from, to);
  });
