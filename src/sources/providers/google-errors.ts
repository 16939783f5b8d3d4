// Maps the errors of Google's APIs, which share one format.
import type { SourceError } from '../adapter.ts';
import { objects, text } from '../model-json.ts';
import {
  badCredentials,
  cooldownSecondsOf,
  OUT_OF_QUOTA_COOLDOWN_SECONDS,
  objectIn,
  outOfQuota,
  type Provider,
  throttled,
} from './response.ts';

const QUOTA = new Set(['quotaExceeded', 'dailyLimitExceeded', 'dailyLimitExceededUnreg']);
const RATE = new Set(['rateLimitExceeded', 'userRateLimitExceeded', 'RATE_LIMIT_EXCEEDED']);
const KEY = new Set(['keyInvalid', 'API_KEY_INVALID', 'accessNotConfigured', 'SERVICE_DISABLED', 'keyExpired']);

/** Returns the seconds of `RetryInfo`, written `34.07s`. */
function retrySeconds(details: readonly unknown[]): number | null {
  const delay = objects(details)
    .map((detail) => text(detail.retryDelay))
    .find((value) => value !== null);
  const seconds = /^(\d{1,6})(?:\.\d{1,9})?s$/.exec(delay ?? '')?.[1];
  return seconds === undefined ? null : Math.min(Number(seconds) + 1, OUT_OF_QUOTA_COOLDOWN_SECONDS);
}

/** A daily limit can have status 403, a wrong key status 400, so the reason has precedence over the status. */
export function createGoogleProvider(name: string): Provider {
  const provider: Provider = {
    name,
    judge(response, page): SourceError | null {
      const error = objectIn(response.error);
      const details = Array.isArray(error.details) ? error.details : [];
      const reasons = [...objects(error.errors), ...objects(details)].map(({ reason }) => text(reason) ?? '');
      if (reasons.some((reason) => KEY.has(reason))) return badCredentials(provider);
      if (reasons.some((reason) => QUOTA.has(reason))) return outOfQuota(provider);
      if (page.status === 429 || reasons.some((reason) => RATE.has(reason))) {
        return throttled(provider, retrySeconds(details) ?? cooldownSecondsOf(page));
      }
      return null;
    },
  };
  return provider;
}
