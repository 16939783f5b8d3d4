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
const isWord = (code: number): boolean =>
  (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || code === 95 || (code >= 97 && code <= 122);

const PREFIX_MIN = 2;

const threadsOf = (size: number): Threads => ({
  places: new Int32Array(size),
  saved: new Array<readonly number[]>(size),
  marks: new Int32Array(size).fill(-1),
  count: 0,
});

/** With the lower-case form of the text, beginnings are found faster. */
export function search(program: Program, text: string, stepsMax: number, folded: string | null = null): Search {
  const { operations, sets, begins, anchored, prefix } = program;
  const machine = new Machine(program, text);
  let current = threadsOf(operations.length);
  let next = threadsOf(operations.length);
  let found: readonly number[] | null = null;
  for (let at = 0; at <= text.length; at++) {
    if (current.count === 0) {
      if (found !== null || (anchored && at > 0)) break;
      if (folded !== null && prefix.length >= PREFIX_MIN) at = folded.indexOf(prefix, at);
      else if (begins !== null) while (at < text.length && text.charCodeAt(at) < 128 && begins[text.charCodeAt(at)] === 0) at++;
      if (at < 0) break;
    }
    if (found === null && !(anchored && at > 0)) machine.enter(current, 0, at, [at]);
    const code = at < text.length ? text.charCodeAt(at) : -1;
    for (let index = 0; index < current.count; index++) {
      const place = current.places[index]!;
      machine.steps++;
      if (operations[place] === MATCH) {
        const saved = current.saved[index]!.slice();
        saved[1] = at;
        found = saved;
        break;
      }
      if (code >= 0 && holds(sets[place]!, code)) machine.enter(next, place + 1, at + 1, current.saved[index]!);
    }
    current.count = 0;
    [current, next] = [next, current];
    if (machine.steps > stepsMax) return { groups: null, spent: true };
  }
  if (found === null) return NOTHING;
  return { groups: groupsOf(found, program.groups, text), spent: false };
}

class Machine {
  steps = 0;
  private readonly program: Program;
  private readonly text: string;

  constructor(program: Program, text: string) {
    this.program = program;
    this.text = text;
  }

  /** Follows everything that takes no character; each place is entered once per character, which is what keeps time linear. */
  enter(threads: Threads, place: number, at: number, saved: readonly number[]): void {
    const { operations, first, second } = this.program;
    let here = place;
    for (;;) {
      if (threads.marks[here] === at) return;
      threads.marks[here] = at;
      this.steps++;
      const operation = operations[here]!;
      if (operation === SET || operation === MATCH) {
        threads.saved[threads.count] = saved;
        threads.places[threads.count++] = here;
        return;
      }
      if (operation === SPLIT) {
        this.enter(threads, first[here]!, at, saved);
        here = second[here]!;
      } else if (operation === JUMP) here = first[here]!;
      else if (operation === SAVE) {
        const copy = saved.slice();
        copy[first[here]!] = at;
        this.enter(threads, here + 1, at, copy);
        return;
      } else if (this.stands(operation, at)) here++;
      else return;
    }
  }

  private stands(operation: number, at: number): boolean {
    if (operation === START) return at === 0;
    if (operation === END) return at === this.text.length;
    const before = at > 0 && isWord(this.text.charCodeAt(at - 1));
    const after = at < this.text.length && isWord(this.text.charCodeAt(at));
    return operation === INSIDE ? before === after : before !== after;
  }
}

const groupsOf = (saved: readonly number[], groups: number, text: string): (string | undefined)[] =>
  Array.from({ length: groups + 1 }, (_, group) => {
    const [from, to] = [saved[group * 2], saved[group * 2 + 1]];
    return from === undefined || to === undefined || to < from ? undefined : text.slice(from, to);
  });
