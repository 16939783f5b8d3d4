// Repeatable random numbers (mulberry32): the same seed gives the same run, and seeds are quoted in the docs.

export interface Random {
  /** A number from 0 up to, but not including, 1. */
  next(): number;
  /** An integer from 0 up to, but not including, `bound`. */
  below(bound: number): number;
  /** An integer from `low` to `high`, both included. */
  integer(low: number, high: number): number;
  between(low: number, high: number): number;
  chance(share: number): boolean;
  /** One entry of the list; undefined, whatever the type says, when the list is empty. */
  pick<T>(list: readonly T[]): T;
  /** The index of one weight; larger weights are drawn more often. */
  weighted(weights: readonly number[]): number;
  shuffle<T>(list: readonly T[]): T[];
  /** Most values are near the median, a few are many times as large, as latencies over the internet are. */
  lognormal(median: number, spread: number): number;
  exponential(mean: number): number;
  /** An independent stream by name, so that skipping one part of a run does not change the others. */
  fork(name: string): Random;
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (bound: number): number => Math.floor(next() * bound);
  const normal = (): number => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
  return {
    next,
    below,
    integer: (low, high) => low + below(high - low + 1),
    between: (low, high) => low + next() * (high - low),
    chance: (share) => next() < share,
    pick: (list) => list[below(list.length)]!,
    weighted: (weights) => {
      let rest = next() * weights.reduce((sum, weight) => sum + weight, 0);
      for (const [index, weight] of weights.entries()) {
        rest -= weight;
        if (rest < 0) return index;
      }
      return weights.length - 1;
    },
    shuffle: (list) => {
      const mixed = [...list];
      for (let last = mixed.length - 1; last > 0; last--) {
        const other = below(last + 1);
        [mixed[last], mixed[other]] = [mixed[other]!, mixed[last]!];
      }
      return mixed;
    },
    lognormal: (median, spread) => median * Math.exp(spread * normal()),
    exponential: (mean) => -mean * Math.log(1 - next()),
    fork: (name) =>
      createRandom([...name].reduce((sum, letter) => Math.imul(sum ^ letter.codePointAt(0)!, 16_777_619), state ^ 0x811c9dc5)),
  };
}

/** Chaos runs use neighbouring seeds for the parts of one run. Spreading them first keeps the streams apart. */
export const createSpreadRandom = (seed: number): Random => createRandom(seed * 2_654_435_761 + 97);
