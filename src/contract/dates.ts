// Formats timestamps: the contract's two formats and one extension, all in UTC.

const DAY_SECONDS = 86_400;
const TWO = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, '0'));
/** The last formatted day. Long lists contain few days, and `toISOString` is slow. */
let day = { number: Number.NaN, text: '' };

/** Returns the date and the time of day, to the second. */
function partsOf(at: Date): { date: string; time: string } {
  const seconds = Math.floor(at.getTime() / 1000);
  const number = Math.floor(seconds / DAY_SECONDS);
  if (number !== day.number) day = { number, text: at.toISOString().slice(0, 10) };
  const rest = seconds - number * DAY_SECONDS;
  return { date: day.text, time: `${TWO[Math.floor(rest / 3600)]}:${TWO[Math.floor(rest / 60) % 60]}:${TWO[rest % 60]}` };
}

/** Returns `2026-11-15T09:30:00+0000`, the format of every `date-time` of the contract. */
export function toDateTime(at: Date): string;
export function toDateTime(at: Date | null): string | null;
export function toDateTime(at: Date | null): string | null {
  if (at === null) return null;
  const { date, time } = partsOf(at);
  return `${date}T${time}+0000`;
}

/** Returns `2026-11-15T09:30:00.123+0000`, for the timeline of an object. */
export function toInstant(ms: number): string {
  const whole = Math.floor(ms);
  const { date, time } = partsOf(new Date(whole));
  return `${date}T${time}.${String(whole - Math.floor(whole / 1000) * 1000).padStart(3, '0')}+0000`;
}

/** Returns `2026-11-15 09:30:00`, the format of AI jobs. */
export function toAiTime(at: Date): string;
export function toAiTime(at: Date | null): string | null;
export function toAiTime(at: Date | null): string | null {
  if (at === null) return null;
  const { date, time } = partsOf(at);
  return `${date} ${time}`;
}
