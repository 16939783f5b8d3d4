// The matrix of what is tried again and after how long, as docs/client.md tells it.
import { SextantError } from './error.ts';
import { varied } from './pause.ts';

export interface RetrySettings {
  /** How often a call is repeated after lost answers and gateway errors. */
  readonly retriesMax: number;
  /** How long one call may wait in all where the service says how long to wait. */
  readonly patienceSeconds: number;
  /** The first pause; it doubles from try to try. */
  readonly backoffMs: number;
}

const PAUSE_MS_MAX = 20_000;

/** May the same call be repeated? `charged` calls carry no idempotency key, so a lost answer may have cost something already. */
export function isRetryable(status: number, retryAfterSeconds: number | undefined, fromSextant: boolean, charged: boolean): boolean {
  const waits = retryAfterSeconds !== undefined;
  switch (status) {
    case 429:
      // Without Retry-After waiting does not help: the credits are spent.
      return waits;
    case 503:
      return waits || !charged;
    case 502:
    case 504:
      // A lookup is repeated only when the service itself says that its source failed; then nothing was charged.
      return !charged || (fromSextant && !waits);
    default:
      return false;
  }
}

/** Lost on the way: nobody knows whether the service acted. */
export function lost(code: 'network' | 'timeout', charged: boolean, cause: unknown): SextantError {
  const what = code === 'timeout' ? 'The service did not answer in time.' : 'The service could not be reached, or its answer was lost.';
  const solution = charged ? 'The lookup may have been charged, so it was not repeated.' : undefined;
  return new SextantError(what, { status: 0, code, solution, retryable: !charged, cause });
}

/** Tells how long to wait before the next try, or null when the error stands. */
export function createRetries({ retriesMax, patienceSeconds, backoffMs }: RetrySettings): (error: SextantError) => number | null {
  let tries = 0;
  let waitedMs = 0;
  return ({ status, retryable, retryAfterSeconds }) => {
    if (!retryable || retriesMax <= 0) return null;
    const toldMs = (retryAfterSeconds ?? 0) * 1000;
    if (toldMs > 0 && (status === 429 || status === 503)) {
      // A little more than told, so that many waiting calls do not come back in one instant.
      const ms = toldMs + varied(Math.min(1000, backoffMs));
      waitedMs += toldMs;
      return waitedMs <= patienceSeconds * 1000 ? ms : null;
    }
    if (tries >= retriesMax) return null;
    const ms = Math.max(toldMs, varied(Math.min(PAUSE_MS_MAX, backoffMs * 2 ** tries)));
    tries += 1;
    return ms;
  };
}
