// Offsets of time zones from UTC, cached by day. A list of projects needs a year of them for each project.

interface Zone {
  readonly format: Intl.DateTimeFormat;
  /** Milliseconds at the start of a day, by the number of the day since 1970. */
  readonly byDay: Map<number, number>;
}

const DAY_MS = 86_400_000;
/** A forecast looks ahead a year. */
const DAYS_MAX = 1000;
/** Few zones exist. Callers check the names. */
const zones = new Map<string, Zone>();

/** Returns the milliseconds that the local time is ahead of UTC at this time. */
export function offsetAt(at: number, timeZone: string): number {
  if (timeZone === 'UTC') return 0;
  const zone = zoneOf(timeZone);
  const day = Math.floor(at / DAY_MS);
  const offset = offsetOfDay(zone, day);
  // Within a day with a clock change, only the time itself decides.
  return offset === offsetOfDay(zone, day + 1) ? offset : readOffset(zone, at);
}

function zoneOf(timeZone: string): Zone {
  let zone = zones.get(timeZone);
  if (!zone) {
    const format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    zone = { format, byDay: new Map() };
    zones.set(timeZone, zone);
  }
  return zone;
}

function offsetOfDay(zone: Zone, day: number): number {
  let offset = zone.byDay.get(day);
  if (offset === undefined) {
    offset = readOffset(zone, day * DAY_MS);
    if (zone.byDay.size >= DAYS_MAX) zone.byDay.clear();
    zone.byDay.set(day, offset);
  }
  return offset;
}

function readOffset({ format }: Zone, at: number): number {
  const parts = format.formatToParts(at);
  const part = (type: string): number => Number(parts.find((one) => one.type === type)?.value);
  const local = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
  return local - Math.floor(at / 1000) * 1000;
}
