// Due times of local schedules, computed with Intl and without the code under test.

const DAY_MS = 86_400_000;
const ORIGIN_MS = Date.UTC(2000, 0, 1);
const formats = new Map<string, Intl.DateTimeFormat>();

/** The local time as if it were UTC. */
function localMs(at: number, timeZone: string): number {
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
    });
  formats.set(timeZone, format);
  const part = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
  return Date.UTC(part.year!, part.month! - 1, part.day, part.hour, part.minute);
}

/**
 * The instant of a local time. One that occurs twice means its later occurrence, and one in a gap is moved forward by the length of the gap,
 * as PostgreSQL resolves them.
 */
function instantOf(local: number, timeZone: string): number {
  const offsets = [local - DAY_MS, local + DAY_MS].map((near) => localMs(near, timeZone) - near) as [number, number];
  const matches = offsets.map((offset) => local - offset).filter((at) => localMs(at, timeZone) === local);
  return matches.length > 0 ? Math.max(...matches) : local - offsets[0];
}

export interface ExpectedSlot {
  readonly slot: number;
  readonly due_at: Date;
}

/** Slots by local date whose time is after `from` and at or before `to`. `weekdays`: 1 is Monday. */
export function slotsByDay(timeZone: string, time: string, weekdays: readonly number[], from: Date, to: Date): ExpectedSlot[] {
  const [hours, minutes] = time.split(':').map(Number) as [number, number];
  const slots: ExpectedSlot[] = [];
  const first = Math.floor(from.getTime() / DAY_MS) * DAY_MS - 2 * DAY_MS;
  for (let day = first; day <= to.getTime() + 2 * DAY_MS; day += DAY_MS) {
    if (!weekdays.includes(new Date(day).getUTCDay() || 7)) continue;
    const at = instantOf(day + hours * 3_600_000 + minutes * 60_000, timeZone);
    if (at > from.getTime() && at <= to.getTime()) slots.push({ slot: (day - ORIGIN_MS) / 60_000, due_at: new Date(at) });
  }
  return slots;
}

/** Slots every n hours in UTC, counted from 2000-01-01. */
export function slotsByHours(hours: number, from: Date, to: Date): ExpectedSlot[] {
  const step = hours * 3_600_000;
  const slots: ExpectedSlot[] = [];
  for (let at = ORIGIN_MS + (Math.floor((from.getTime() - ORIGIN_MS) / step) + 1) * step; at <= to.getTime(); at += step)
    slots.push({ slot: (at - ORIGIN_MS) / 60_000, due_at: new Date(at) });
  return slots;
}

/** The local date of an instant, as a slot. */
export const localDaySlot = (at: Date, timeZone: string): number =>
  (Math.floor(localMs(at.getTime(), timeZone) / DAY_MS) * DAY_MS - ORIGIN_MS) / 60_000;
