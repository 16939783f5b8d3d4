// Reads how long a server that is asked too often wants to be left alone.
import type { Page } from './adapter.ts';

/** The seconds of `Retry-After`, between 1 and `max`; `otherwise` where there are none. */
export function retryAfterSeconds({ headers }: Pick<Page, 'headers'>, otherwise: number, max: number): number {
  const after = headers['retry-after']?.trim() ?? '';
  if (/^\d{1,6}$/.test(after)) return bounded(Number(after), max);
  // A date counts from the server's own clock.
  const [until, now] = [Date.parse(after), Date.parse(headers.date ?? '')];
  return Number.isNaN(until) || Number.isNaN(now) ? otherwise : bounded(Math.ceil((until - now) / 1000), max);
}

const bounded = (seconds: number, max: number): number => Math.min(Math.max(seconds, 1), max);
