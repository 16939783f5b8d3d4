// Which sources can answer a question, in what order, and which of them are resting after a wall.
import type { Adapter } from './adapter.ts';
import type { ReadPage } from './collect.ts';
import type { FetchPage } from './transport/fetch.ts';

/** One way to have a question answered. */
export interface Source<Query, Parsed> {
  /** As it stands in an object's `attempts`. */
  readonly name: string;
  readonly adapter: Adapter<Query, Parsed>;
  readonly fetch: FetchPage;
  /** A source whose failures pass quickly may be asked again at once; null means: give the job back and come later. */
  readonly retryDelayMs: number | null;
  /** Results that one page brings, when it is not what the engine's own page brings. */
  readonly pageSize?: number;
  /** How long one page may take. */
  readonly msMax?: number;
  /** How long one page may be, when pages of the web are shorter. */
  readonly bytesMax?: number;
  /** How often it may be asked; none means as often as one likes. */
  readonly pacePerMinute?: number;
  /** Where pages are read, when not here. */
  readonly read?: ReadPage<Query, Parsed>;
}

/**
 * Lanes (engine × source × exit): each has its pace, rests after a wall, and is left alone for a while when most of its last tries failed.
 * Known to one process; several processes together go so many times as fast.
 */
export interface Circuits {
  /** 0 when the lane may be asked now, which also takes its turn; else the milliseconds until it may. */
  waitMs(circuit: string, pacePerMinute?: number): number;
  /** Writes down how a try ended. */
  note(circuit: string, failed: boolean, cooldownSeconds: number): void;
  /** Lanes that are resting now, and for how many more seconds. */
  resting(): ReadonlyMap<string, number>;
}

interface Circuit {
  cooldownUntil: number;
  nextTurn: number;
  /** The last tries, true for a failure. */
  recent: boolean[];
}

const RECENT_MAX = 10;
const FAILURES_MAX = 5;
const BREAK_SECONDS = 30;
/** A lane that was idle may catch up that much at once. */
const BURST_MS = 2000;

export function createCircuits(now: () => number = () => performance.now()): Circuits {
  const circuits = new Map<string, Circuit>();
  const circuitOf = (name: string): Circuit => {
    let circuit = circuits.get(name);
    if (!circuit) {
      circuit = { cooldownUntil: 0, nextTurn: 0, recent: [] };
      circuits.set(name, circuit);
    }
    return circuit;
  };
  return {
    waitMs: (name, pacePerMinute) => {
      const circuit = circuitOf(name);
      if (circuit.cooldownUntil > now()) return circuit.cooldownUntil - now();
      if (pacePerMinute === undefined) return 0;
      if (circuit.nextTurn > now() + BURST_MS) return circuit.nextTurn - now() - BURST_MS;
      circuit.nextTurn = Math.max(circuit.nextTurn, now()) + 60_000 / pacePerMinute;
      return 0;
    },
    note: (name, failed, cooldownSeconds) => {
      const circuit = circuitOf(name);
      circuit.recent = [...circuit.recent.slice(1 - RECENT_MAX), failed];
      const broken = circuit.recent.filter(Boolean).length >= FAILURES_MAX;
      if (broken) circuit.recent = [];
      const rest = Math.max(failed ? cooldownSeconds : 0, broken ? BREAK_SECONDS : 0);
      if (rest > 0) circuit.cooldownUntil = Math.max(circuit.cooldownUntil, now() + rest * 1000);
    },
    resting: () =>
      new Map(
        [...circuits].flatMap(([name, { cooldownUntil }]) =>
          cooldownUntil > now() ? [[name, Math.ceil((cooldownUntil - now()) / 1000)] as const] : [],
        ),
      ),
  };
}
