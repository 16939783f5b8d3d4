// Which sources can answer a question, in what order, and which of them are resting after a wall.
import type { Adapter } from './adapter.ts';
import type { FetchPage } from './transport/fetch.ts';

/** One way to have a question answered. */
export interface Source<Ask, Found> {
  /** As it stands in an object's `attempts`. */
  readonly name: string;
  readonly adapter: Adapter<Ask, Found>;
  readonly fetch: FetchPage;
  /** A source whose failures pass quickly may be asked again at once; null means: give the job back and come later. */
  readonly againMs: number | null;
}

/** Lanes (engine × source) that ran into a wall and are left alone for a while. */
export interface Lanes {
  isResting(lane: string): boolean;
  rest(lane: string, seconds: number): void;
  /** Seconds until the first of these lanes is free again. */
  secondsUntilFree(lanes: readonly string[]): number;
}

export function createLanes(now: () => number = () => performance.now()): Lanes {
  const until = new Map<string, number>();
  const left = (lane: string): number => Math.max(0, (until.get(lane) ?? 0) - now());
  return {
    isResting: (lane) => left(lane) > 0,
    rest: (lane, seconds) => {
      if (seconds > 0) until.set(lane, now() + seconds * 1000);
    },
    secondsUntilFree: (lanes) => Math.ceil(Math.min(...lanes.map(left)) / 1000),
  };
}
