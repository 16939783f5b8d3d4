// Who stands where in the sandbox on one day: every place has its usual holder, and holders drift slowly around their places.
import { createHash } from 'node:crypto';

/** Who holds a place: the place itself, and how many others have held it before. */
export interface Holder {
  readonly place: number;
  /** Null beyond the last place that is ever ranked; nobody moves there. */
  readonly generation: number | null;
}

/** How far a holder can stand from its place: the first hardly move, further down there is more to and fro. */
const SWING_PER_PLACE = 0.4;
const SWING_MIN = 0.5;
const SWING_MAX = 25;
const swingOf = (place: number): number => Math.min(SWING_MAX, SWING_MIN + SWING_PER_PLACE * (place - 1));

/** The parts of the swing: a slow wave, the noise of one day, and now and then a jump for one day. */
const [WAVE, NOISE, JUMP] = [0.74, 0.08, 0.18];
/** One jump in so many days. */
const JUMP_DAYS = 40;
const WAVE_DAYS_MIN = 25;
const WAVE_DAYS_SPREAD = 35;
/** A holder keeps its place for so many days before another page takes it; the first keep it longer. */
const HELD_DAYS_MIN = 150;
const HELD_DAYS_SPREAD = 350;
const FIRST_HELD_TIMES = 4;
const FIRST_PLACES = 3;
const DAY_MS = 86_400_000;

/** The holders of positions `from` to `from + count - 1` among `total`; the positions of one day hold every place once. */
export type Ranks = (from: number, count: number) => Holder[];

export function createRanks(seed: string, day: string, total: number): Ranks {
  const today = Math.floor((Date.parse(day) || 0) / DAY_MS);
  const start = createHash('sha256').update(seed).digest().readUInt32BE(0);
  // A page shows a hundred holders with several numbers each, so this hash is a quick one.
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
 * Nobody strays further than its swing, so only the places around the wanted positions have to be compared:
 * everybody before the first of them stands before everybody who can stand on a wanted position, and likewise behind.
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
