// Ranks of the sandbox on one day: every holder has a base position and moves slowly around it.
import { createHash } from 'node:crypto';
import { mix } from './draw.ts';

/** A page in the ranking: its base position, and how many pages had that position before. */
export interface RankedPage {
  readonly basePosition: number;
  /** Null after the last ranked position, where nothing moves. */
  readonly generation: number | null;
}

/** Maximum distance of a holder from its base position: small at the top, larger further down. */
const SWING_PER_POSITION = 0.4;
const SWING_MIN = 0.5;
const SWING_MAX = 25;
const swingOf = (basePosition: number): number => Math.min(SWING_MAX, SWING_MIN + SWING_PER_POSITION * (basePosition - 1));

/** Shares of the movement: a slow wave, daily noise, and an occasional jump for one day. */
const [WAVE, NOISE, JUMP] = [0.74, 0.08, 0.18];
/** One jump in this number of days. */
const JUMP_DAYS = 40;
const WAVE_DAYS_MIN = 25;
const WAVE_DAYS_SPREAD = 35;
/** Number of days before another page takes a base position. The first positions change less often. */
const HELD_DAYS_MIN = 150;
const HELD_DAYS_SPREAD = 350;
const TOP_HELD_FACTOR = 4;
const TOP_POSITIONS = 3;
const DAY_MS = 86_400_000;

/** Returns the holders of positions `from` to `from + count - 1` of `total`. Every holder has one position per day. */
export type Ranks = (from: number, count: number) => RankedPage[];

export function createRanks(seed: string, day: string, total: number): Ranks {
  const today = Math.floor((Date.parse(day) || 0) / DAY_MS);
  const start = createHash('sha256').update(seed).digest().readUInt32BE(0);
  // A page has a hundred holders with several numbers each, so this hash must be fast.
  const share = (...parts: readonly number[]): number => parts.reduce(mix, start) / 2 ** 32;
  const swung = (basePosition: number, part: number, at: number): number => 2 * share(basePosition, part, at) - 1;

  function wave(basePosition: number): number {
    const days = WAVE_DAYS_MIN + share(basePosition, 1) * WAVE_DAYS_SPREAD;
    const at = today / days + share(basePosition, 2);
    const [knot, way] = [Math.floor(at), at - Math.floor(at)];
    const smooth = way * way * (3 - 2 * way);
    return swung(basePosition, 3, knot) * (1 - smooth) + swung(basePosition, 3, knot + 1) * smooth;
  }
  const strength = (basePosition: number): number => {
    const jump = share(basePosition, 4, today) < 1 / JUMP_DAYS ? swung(basePosition, 5, today) : 0;
    return basePosition + swingOf(basePosition) * (WAVE * wave(basePosition) + NOISE * swung(basePosition, 6, today) + JUMP * jump);
  };
  const rankedPageOf = (basePosition: number): RankedPage => {
    if (basePosition > total) return { basePosition, generation: null };
    const days = (HELD_DAYS_MIN + share(basePosition, 7) * HELD_DAYS_SPREAD) * (basePosition <= TOP_POSITIONS ? TOP_HELD_FACTOR : 1);
    return { basePosition, generation: Math.floor(today / days + share(basePosition, 8)) };
  };

  return (from, count) => {
    const until = from + Math.max(0, count) - 1;
    const ranked = orderedPositions(from, Math.min(until, total), total, strength);
    const unranked = Array.from(
      { length: Math.max(0, until - Math.max(from - 1, total)) },
      (_, offset) => Math.max(from, total + 1) + offset,
    );
    return [...ranked, ...unranked].map(rankedPageOf);
  };
}

/**
 * Returns the base positions in the order of the day. No holder moves further than its swing, so only base positions
 * near the wanted range have to be compared. All holders before them rank before the range, and all after them rank
 * after it.
 */
function orderedPositions(from: number, until: number, total: number, strength: (basePosition: number) => number): number[] {
  if (until < from) return [];
  const reach = 2 * SWING_MAX + 1;
  const lowest = from - swingOf(from);
  const highest = until + swingOf(until);
  let first = Math.max(1, Math.floor(from - reach));
  while (first < from && first + swingOf(first) < lowest) first++;
  let last = until;
  while (last < total && last + 1 - swingOf(last + 1) <= highest) last++;
  const basePositions = Array.from({ length: last - first + 1 }, (_, offset) => first + offset);
  const strengths = new Map(basePositions.map((basePosition) => [basePosition, strength(basePosition)]));
  basePositions.sort((one, other) => strengths.get(one)! - strengths.get(other)! || one - other);
  return basePositions.slice(from - first, until - first + 1);
}
