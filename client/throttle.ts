// Keeps all calls of one client within the rate that the service tells in its RateLimit headers.
import { pause } from './pause.ts';

export interface Pace {
  /** Waits until the next call may go out. */
  turn(...signals: readonly (AbortSignal | undefined)[]): Promise<void>;
  /** Learns from the headers of an answer. */
  learn(headers: Headers, refusedSeconds?: number): void;
}

const numberOf = (headers: Headers, name: string): number | null => {
  const text = headers.get(name);
  return text !== null && /^\d+$/.test(text) ? Number(text) : null;
};

/** Clocks and timers are not exact to the millisecond. */
const MARGIN_MS = 5;

/** How long the service needs for one more call. */
function callMsOf(policy: string | null, limit: number | null | undefined, reset: number | null | undefined): number {
  const [, calls, seconds] = /;\s*q=(\d+);\s*w=(\d+)/.exec(policy ?? '') ?? [];
  if (Number(calls) > 0) return (Number(seconds) * 1000) / Number(calls) + MARGIN_MS;
  // On an accepted call the reset is the time until all calls are back; one comes back in that part of it.
  return limit && reset ? (reset * 1000) / limit + MARGIN_MS : 0;
}

/** `now` in milliseconds. */
export function createPace(now: () => number = () => Date.now()): Pace {
  let notBefore = 0;
  /** How long the service needs for one more call, as far as its headers have told. */
  let callMs = 0;
  return {
    turn: async (...signals) => {
      const wait = notBefore - now();
      if (wait <= 0) return;
      // Whoever comes while others wait goes after them.
      notBefore += callMs;
      await pause(wait, ...signals);
    },
    learn: (headers, refusedSeconds) => {
      const [limit, remaining, reset] = ['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset'].map((name) =>
        numberOf(headers, name),
      );
      // A refusal while calls remain is about something else, such as the rate of AI jobs, and holds up nobody but its caller.
      if (typeof remaining === 'number' && remaining > 0) return;
      if (refusedSeconds !== undefined) {
        // The reset of a refusal for want of calls is its Retry-After; a longer one of the two is about credits.
        notBefore = Math.max(notBefore, now() + Math.min(refusedSeconds, reset ?? refusedSeconds) * 1000);
        return;
      }
      if (remaining !== 0) return;
      callMs = callMsOf(headers.get('ratelimit-policy'), limit, reset);
      notBefore = Math.max(notBefore, now() + callMs);
    },
  };
}
