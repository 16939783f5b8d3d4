// Decides which errors are retried and after which pause. docs/client.md has the same table.
import { SextantError } from './error.ts';
import { randomised } from './pause.ts';

export interface RetrySettings {
  /** Retries after network errors and 502, 503 or 504. */
  readonly retriesMax: number;
  /** Maximum total wait of one call for `Retry-After`. */
  readonly maxRetryWaitSeconds: number;
  /** Pause before the first retry. It doubles with every attempt. */
  readonly backoffMs: number;
}

const PAUSE_MS_MAX = 20_000;

/** `charged` calls have no idempotency key, so a lost response may already have been charged. */
export function isRetryable(status: number, retryAfterSeconds: number | undefined, fromSextant: boolean, charged: boolean): boolean {
  const hasRetryAfter = retryAfterSeconds !== undefined;
  switch (status) {
    case 429:
      // Without Retry-After waiting does not help: the credits are spent.
      return hasRetryAfter;
    case 503:
      return hasRetryAfter || !charged;
    case 502:
    case 504:
      // A lookup is retried only when the service itself reports that its source failed. Then nothing was charged.
      return !charged || (fromSextant && !hasRetryAfter);
    default:
      return false;
  }
}

/** No response arrived, so it is unknown whether the service processed the request. */
export function responseLost(code: 'network' | 'timeout', charged: boolean, cause: unknown): SextantError {
  const message =
    code === 'timeout' ? 'The service did not respond in time.' : 'The service could not be reached, or its response was lost.';
  const solution = charged ? 'The lookup may have been charged, so it was not retried.' : undefined;
  return new SextantError(message, { status: 0, code, solution, retryable: !charged, cause });
}

/** Returns the pause before the next attempt, or null when the error is final. */
export function createRetries({ retriesMax, maxRetryWaitSeconds, backoffMs }: RetrySettings): (error: SextantError) => number | null {
  let attempts = 0;
  let waitedMs = 0;
  return ({ status, retryable, retryAfterSeconds }) => {
    if (!retryable || retriesMax <= 0) return null;
    const afterMs = (retryAfterSeconds ?? 0) * 1000;
    if (afterMs > 0 && (status === 429 || status === 503)) {
      // A little longer than `Retry-After`, so that many waiting calls do not return at the same time.
      const ms = afterMs + randomised(Math.min(1000, backoffMs));
      waitedMs += afterMs;
      return waitedMs <= maxRetryWaitSeconds * 1000 ? ms : null;
    }
    if (attempts >= retriesMax) return null;
    const ms = Math.max(afterMs, randomised(Math.min(PAUSE_MS_MAX, backoffMs * 2 ** attempts)));
    attempts += 1;
    return ms;
  };
}
