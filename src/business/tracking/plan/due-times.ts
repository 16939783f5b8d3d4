// The due times of a schedule, for forecasts. The planner's own are computed by `due_slots()` in the database.
import type { Schedule } from '../../../contract/tracking.ts';
import { offsetAt } from './zone-offsets.ts';

export interface DueTime {
  readonly at: Date;
  /** The slot is checked with the depth of `schedule.deep`. */
  readonly isDeep: boolean;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** The origin of slots by hours. */
const ORIGIN_MS = Date.UTC(2000, 0, 1);

/** Returns 1 for Monday to 7 for Sunday. `day` is a date at midnight UTC. */
const weekdayOf = (day: Date): number => day.getUTCDay() || 7;

/** Returns the due times after `now` within `days`, in order. A manual schedule has none. */
export function* dueTimes(schedule: Schedule, now: Date, days: number): Generator<DueTime> {
  const end = now.getTime() + days * DAY_MS;
  if (schedule.every === 'hours') {
    const step = (schedule.hours ?? 1) * HOUR_MS;
    const first = ORIGIN_MS + (Math.floor((now.getTime() - ORIGIN_MS) / step) + 1) * step;
    for (let at = first; at <= end; at += step) yield { at: new Date(at), isDeep: weekdayOf(new Date(at)) === schedule.deep?.weekday };
    return;
  }
  if (schedule.every === 'manual') return;
  const zone = schedule.timeZone ?? 'UTC';
  const today = Math.floor((now.getTime() + offsetAt(now.getTime(), zone)) / DAY_MS) * DAY_MS;
  for (let offset = 0; offset <= days + 1; offset++) {
    const day = new Date(today + offset * DAY_MS);
    if (!isDue(schedule, day)) continue;
    const at = instantOf(day, schedule.at ?? '06:00', zone);
    if (at.getTime() > end) return;
    if (at > now) yield { at, isDeep: weekdayOf(day) === schedule.deep?.weekday };
  }
}

function isDue({ every, weekdays, monthdays }: Schedule, day: Date): boolean {
  if (every === 'weekdays') return weekdays?.includes(weekdayOf(day)) ?? true;
  const dayOfMonth = day.getUTCDate();
  const wanted = monthdays ?? [1];
  // A month without the day has its last day instead.
  const isLast = new Date(day.getTime() + DAY_MS).getUTCDate() === 1;
  return wanted.includes(dayOfMonth) || (isLast && wanted.some((other) => other > dayOfMonth));
}

/** Returns the time of a local date and time. Near a clock change it may differ by an hour, which no forecast shows. */
function instantOf(day: Date, time: string, timeZone: string): Date {
  const [hours, minutes] = time.split(':').map(Number) as [number, number];
  const wanted = day.getTime() + hours * HOUR_MS + minutes * 60_000;
  return new Date(wanted - offsetAt(wanted, timeZone));
}
