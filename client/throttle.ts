// Throttles all calls of one client to the rate in the RateLimit headers of the service.
import { pause } from './pause.ts';

export interface Throttle {
  /** Waits until the next call may go out. */
  acquire(...signals: readonly (AbortSignal | undefined)[]): Promise<void>;
  /** Reads the rate from the headers of a response. */
  update(headers: Headers, retryAfterSeconds?: number): void;
}

const numberOf = (headers: Headers, name: string): number | null => {
  const text = headers.get(name);
  return text !== null && /^\d+$/.test(text) ? Number(text) : null;
};

/** Clocks and timers are not exact to the millisecond. */
const MARGIN_MS = 5;

/** Returns the time that the service needs to allow one more call. */
function callMsOf(policy: string | null, limit: number | null | undefined, reset: number | null | undefined): number {
  const [, calls, seconds] = /;\s*q=(\d+);\s*w=(\d+)/.exec(policy ?? '') ?? [];
  if (Number(calls) > 0) return (Number(seconds) * 1000) / Number(calls) + MARGIN_MS;
  // On an accepted call the reset is the time until all calls are available again, so one call takes a fraction of it.
  return limit && reset ? (reset * 1000) / limit + MARGIN_MS : 0;
}

/** `now` in milliseconds. */
export function createThrottle(now: () => number = () => Date.now()): Throttle {
  let notBefore = 0;
  /** Time that the service needs to allow one more call, as known from its headers. */
  let callMs = 0;
  return {
    acquire: async (...signals) => {
      const wait = notBefore - now();
      if (wait <= 0) return;
      // A call that arrives while others wait goes after them.
      notBefore += callMs;
      await pause(wait, ...signals);
    },
    update: (headers, retryAfterSeconds) => {
      const [limit, remaining, reset] = ['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset'].map((name) =>
        numberOf(headers, name),
      );
      // A rejection while calls remain has another reason, such as the rate of AI jobs, and delays only its own call.
      if (typeof remaining === 'number' && remaining > 0) return;
      if (retryAfterSeconds !== undefined) {
        // The reset of a rejection for lack of calls equals its Retry-After. A longer Retry-After is about credits.
        notBefore = Math.max(notBefore, now() + Math.min(retryAfterSeconds, reset ?? retryAfterSeconds) * 1000);
        return;
      }
      if (remaining !== 0) return;
      callMs = callMsOf(headers.get('ratelimit-policy'), limit, reset);
      notBefore = Math.max(notBefore, now() + callMs);
    },
  };
}
