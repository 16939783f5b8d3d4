// Which sources can answer a question, in what order, and which of them are resting after a wall.
import type { Adapter } from './adapter.ts';
import type { ReadPage } from './collect.ts';
import type { FetchPage } from './transport/fetch.ts';

/** One way to have a question answered. */
export interface Source<Ask, Found> {
  /** As it stands in an object's `attempts`. */
  readonly name: string;
  readonly adapter: Adapter<Ask, Found>;
  readonly fetch: FetchPage;
  /** A source whose failures pass quickly may be asked again at once; null means: give the job back and come later. */
  readonly againMs: number | null;
  /** Results that one page brings, when it is not what the engine's own page brings. */
  readonly pageSize?: number;
  /** How long one page may take. */
  readonly msMax?: number;
  /** How long one page may be, when pages of the web are shorter. */
  readonly bytesMax?: number;
  /** How often it may be asked; none means as often as one likes. */
  readonly pacePerMinute?: number;
  /** Where pages are read, when not here. */
  readonly read?: ReadPage<Ask, Found>;
}

/**
 * Lanes (engine × source × exit): each has its pace, rests after a wall, and is left alone for a while when most of its last tries failed.
 * Known to one process; several processes together go so many times as fast.
 */
export interface Lanes {
  /** 0 when the lane may be asked now, which also takes its turn; else the milliseconds until it may. */
  waitMs(lane: string, pacePerMinute?: number): number;
  /** Writes down how a try ended. */
  note(lane: string, failed: boolean, restSeconds: number): void;
  /** Lanes that are resting now, and for how many more seconds. */
  resting(): ReadonlyMap<string, number>;
}

interface Lane {
  restUntil: number;
  nextTurn: number;
  /** The last tries, true for a failure. */
  recent: boolean[];
}

const RECENT_MAX = 10;
const FAILURES_MAX = 5;
const BREAK_SECONDS = 30;
/** A lane that was idle may catch up that much at once. */
const BURST_MS = 2000;

export function createLanes(now: () => number = () => performance.now()): Lanes {
  const lanes = new Map<string, Lane>();
  const laneOf = (name: string): Lane => {
    let lane = lanes.get(name);
    if (!lane) {
      lane = { restUntil: 0, nextTurn: 0, recent: [] };
      lanes.set(name, lane);
    }
    return lane;
  };
  return {
    waitMs: (name, pacePerMinute) => {
      const lane = laneOf(name);
      if (lane.restUntil > now()) return lane.restUntil - now();
      if (pacePerMinute === undefined) return 0;
      if (lane.nextTurn > now() + BURST_MS) return lane.nextTurn - now() - BURST_MS;
      lane.nextTurn = Math.max(lane.nextTurn, now()) + 60_000 / pacePerMinute;
      return 0;
    },
    note: (name, failed, restSeconds) => {
      const lane = laneOf(name);
      lane.recent = [...lane.recent.slice(1 - RECENT_MAX), failed];
      const broken = lane.recent.filter(Boolean).length >= FAILURES_MAX;
      if (broken) lane.recent = [];
      const rest = Math.max(failed ? restSeconds : 0, broken ? BREAK_SECONDS : 0);
      if (rest > 0) lane.restUntil = Math.max(lane.restUntil, now() + rest * 1000);
    },
    resting: () =>
      new Map(
        [...lanes].flatMap(([name, { restUntil }]) => (restUntil > now() ? [[name, Math.ceil((restUntil - now()) / 1000)] as const] : [])),
      ),
  };
}
