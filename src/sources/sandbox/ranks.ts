// Ranks of the sandbox on one day: every holder has a base position and moves slowly around it.
import { createHash } from 'node:crypto';

/** A page in the ranking: its base position, and how many pages had that position before. */
export interface Holder {
  readonly place: number;
  /** Null after the last ranked position, where nothing moves. */
  readonly generation: number | null;
}

/** Maximum distance of a holder from its base position: small at the top, larger further down. */
const SWING_PER_PLACE = 0.4;
const SWING_MIN = 0.5;
const SWING_MAX = 25;
const swingOf = (place: number): number => Math.min(SWING_MAX, SWING_MIN + SWING_PER_PLACE * (place - 1));

/** Shares of the movement: a slow wave, daily noise, and an occasional jump for one day. */
const [WAVE, NOISE, JUMP] = [0.74, 0.08, 0.18];
/** One jump in this number of days. */
const JUMP_DAYS = 40;
const WAVE_DAYS_MIN = 25;
const WAVE_DAYS_SPREAD = 35;
/** Number of days before another page takes a base position. The first positions change less often. */
const HELD_DAYS_MIN = 150;
const HELD_DAYS_SPREAD = 350;
const FIRST_HELD_TIMES = 4;
const FIRST_PLACES = 3;
const DAY_MS = 86_400_000;

/** Returns the holders of positions `from` to `from + count - 1` of `total`. Every holder has one position per day. */
export type Ranks = (from: number, count: number) => Holder[];

export function createRanks(seed: string, day: string, total: number): Ranks {
  const today = Math.floor((Date.parse(day) || 0) / DAY_MS);
  const start = createHash('sha256').update(seed).digest().readUInt32BE(0);
  // A page has a hundred holders with several numbers each, so this hash must be fast.
  const share = (...parts: readonly number[]): number => parts.reduce(mix, start) / 2 ** 32;
  const swung = (place: number, part: number, at: number): number => 2 * share(place, part, at) - 1;

  function wave(place: number): number {
    const days = WAVE_DAYS_MIN + share(place, 1) * WAVE_DAYS_SPREAD;
    const at = today / days + share(place, 2);
    const [knot, way] = [Math.floor(at), at - Math.floor(at)];
    const smooth = way * way * (3 - 2 * way);
    return swung(place, 3, knot) * (1 - smooth) + swung(place, 3, knot + 1) * smooth;
  }
  const strength = (place: number): number => {
    const jump = share(place, 4, today) < 1 / JUMP_DAYS ? swung(place, 5, today) : 0;
    return place + swingOf(place) * (WAVE * wave(place) + NOISE * swung(place, 6, today) + JUMP * jump);
  };
  const holderOf = (place: number): Holder => {
    if (place > total) return { place, generation: null };
    const days = (HELD_DAYS_MIN + share(place, 7) * HELD_DAYS_SPREAD) * (place <= FIRST_PLACES ? FIRST_HELD_TIMES : 1);
    return { place, generation: Math.floor(today / days + share(place, 8)) };
  };

  return (from, count) => {
    const until = from + Math.max(0, count) - 1;
    const ranked = orderedPlaces(from, Math.min(until, total), total, strength);
    const unranked = Array.from(
      { length: Math.max(0, until - Math.max(from - 1, total)) },
      (_, offset) => Math.max(from, total + 1) + offset,
    );
    return [...ranked, ...unranked].map(holderOf);
  };
}

/**
 * Returns the base positions in the order of the day. No holder moves further than its swing, so only base positions
 * near the wanted range have to be compared. All holders before them rank before the range, and all after them rank
 * after it.
 */
function orderedPlaces(from: number, until: number, total: number, strength: (place: number) => number): number[] {
  if (until < from) return [];
  const reach = 2 * SWING_MAX + 1;
  const lowest = from - swingOf(from);
  const highest = until + swingOf(until);
  let first = Math.max(1, Math.floor(from - reach));
  while (first < from && first + swingOf(first) < lowest) first++;
  let last = until;
  while (last < total && last + 1 - swingOf(last + 1) <= highest) last++;
  const places = Array.from({ length: last - first + 1 }, (_, offset) => first + offset);
  const strengths = new Map(places.map((place) => [place, strength(place)]));
  places.sort((one, other) => strengths.get(one)! - strengths.get(other)! || one - other);
  return places.slice(from - first, until - first + 1);
}

function mix(hash: number, part: number): number {
  let value = Math.imul(hash ^ part, 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  value = Math.imul(value ^ (value >>> 16), 0x27d4eb2f);
  return (value ^ (value >>> 15)) >>> 0;
}
