// The one writer of timestamps: the two spellings of the contract and one of ours, all in UTC.

const DAY_SECONDS = 86_400;
const TWO = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, '0'));
/** The last day that was written; long lists are of few days, and the language's own way is slow. */
let day = { number: Number.NaN, text: '' };

/** A moment's day and time, to the second. */
function partsOf(at: Date): { date: string; time: string } {
  const seconds = Math.floor(at.getTime() / 1000);
  const number = Math.floor(seconds / DAY_SECONDS);
  if (number !== day.number) day = { number, text: at.toISOString().slice(0, 10) };
  const rest = seconds - number * DAY_SECONDS;
  return { date: day.text, time: `${TWO[Math.floor(rest / 3600)]}:${TWO[Math.floor(rest / 60) % 60]}:${TWO[rest % 60]}` };
}

/** `2026-11-15T09:30:00+0000`: every `date-time` of the contract. */
export function toDateTime(at: Date): string;
export function toDateTime(at: Date | null): string | null;
export function toDateTime(at: Date | null): string | null {
  if (at === null) return null;
  const { date, time } = partsOf(at);
  return `${date}T${time}+0000`;
}

/** `2026-11-15T09:30:00.123+0000`: the same to the millisecond, for the timeline of an object. */
export function toInstant(ms: number): string {
  const whole = Math.floor(ms);
  const { date, time } = partsOf(new Date(whole));
  return `${date}T${time}.${String(whole - Math.floor(whole / 1000) * 1000).padStart(3, '0')}+0000`;
}

/** `2026-11-15 09:30:00`: the timestamps of AI jobs. */
export function toAiTime(at: Date): string;
export function toAiTime(at: Date | null): string | null;
export function toAiTime(at: Date | null): string | null {
  if (at === null) return null;
  const { date, time } = partsOf(at);
  return `${date} ${time}`;
}
