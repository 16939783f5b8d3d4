// Parses the Retry-After header of a rate-limited response.
import type { Page } from './adapter.ts';

/** Returns the seconds of `Retry-After`, between 1 and `max`, or `otherwise` without the header. */
export function retryAfterSeconds({ headers }: Pick<Page, 'headers'>, otherwise: number, max: number): number {
  const after = headers['retry-after']?.trim() ?? '';
  if (/^\d{1,6}$/.test(after)) return bounded(Number(after), max);
  // A date is relative to the server's clock.
  const [until, now] = [Date.parse(after), Date.parse(headers.date ?? '')];
  return Number.isNaN(until) || Number.isNaN(now) ? otherwise : bounded(Math.ceil((until - now) / 1000), max);
}

const bounded = (seconds: number, max: number): number => Math.min(Math.max(seconds, 1), max);
