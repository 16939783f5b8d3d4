// The dates of a registration on one line, with today between them.
import { dateOf } from '../format.ts';

export type Milestone = 'created' | 'updated' | 'today' | 'expires';

export interface TimelinePoint {
  readonly name: Milestone;
  readonly time: number;
  /** Position on the line, from 0 to 1. */
  readonly share: number;
  /** JSON path of the date. Today has none. */
  readonly path: string | null;
}

export type RegistrationState = 'active' | 'expiring' | 'expired' | 'unknown';

export interface RegistrationTimeline {
  /** In order of time. */
  readonly points: readonly TimelinePoint[];
  readonly state: RegistrationState;
  /** Whole days until the registration ends, negative afterwards. Null without an end. */
  readonly daysLeft: number | null;
  /** Whole years since the registration began. */
  readonly ageYears: number | null;
}

export interface RegistrationDates {
  readonly createdAt: string | null;
  readonly updatedAt: string | null;
  readonly expiredAt: string | null;
}

const DAY_MS = 86_400_000;
const EXPIRING_DAYS = 30;

const timeOf = (text: string | null | undefined): number | null => {
  const time = text ? dateOf(text).getTime() : Number.NaN;
  return Number.isNaN(time) ? null : time;
};

/** Returns the timeline at the time `now`. Dates that the registry does not publish are left out. */
export function registrationTimeline(dates: RegistrationDates, now: number): RegistrationTimeline {
  const created = timeOf(dates.createdAt);
  const expires = timeOf(dates.expiredAt);
  const known = [
    { name: 'created' as const, time: created, path: 'createdAt' },
    { name: 'updated' as const, time: timeOf(dates.updatedAt), path: 'updatedAt' },
    { name: 'expires' as const, time: expires, path: 'expiredAt' },
  ].flatMap(({ name, time, path }) => (time === null ? [] : [{ name, time, path }]));
  const daysLeft = expires === null ? null : Math.floor((expires - now) / DAY_MS);
  return {
    points: known.length === 0 ? [] : positioned([...known, { name: 'today' as const, time: now, path: null }]),
    state: stateOf(expires, now),
    daysLeft,
    ageYears: created === null || created > now ? null : fullYears(created, now),
  };
}

/** Returns the number of anniversaries of `from` up to `to`. */
function fullYears(from: number, to: number): number {
  const [start, end] = [new Date(from), new Date(to)];
  const anniversary = Date.UTC(end.getUTCFullYear(), start.getUTCMonth(), start.getUTCDate());
  return end.getUTCFullYear() - start.getUTCFullYear() - (anniversary > to ? 1 : 0);
}

function stateOf(expires: number | null, now: number): RegistrationState {
  if (expires === null) return 'unknown';
  if (expires <= now) return 'expired';
  return expires - now < EXPIRING_DAYS * DAY_MS ? 'expiring' : 'active';
}

function positioned(points: readonly Omit<TimelinePoint, 'share'>[]): TimelinePoint[] {
  const sorted = [...points].sort((a, b) => a.time - b.time);
  const first = sorted[0]!.time;
  const length = sorted.at(-1)!.time - first;
  return sorted.map((point) => ({ ...point, share: length === 0 ? 0 : (point.time - first) / length }));
}
