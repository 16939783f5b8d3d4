import { describe, expect, test } from 'vitest';
import { SextantError } from './error.ts';
import { createRetries, isRetryable } from './retry.ts';

const settings = { retriesMax: 3, maxRetryWaitSeconds: 10, backoffMs: 100 };
const error = (status: number, retryAfterSeconds?: number) =>
  new SextantError('', { status, code: status, retryable: true, retryAfterSeconds });

describe('retried errors', () => {
  // Status, Retry-After, an Error body of the service, and whether creates and reads, or charged lookups, are retried.
  const MATRIX: [number, number | undefined, boolean, boolean, boolean][] = [
    [400, undefined, true, false, false],
    [402, 30, true, false, false],
    [403, undefined, true, false, false],
    [404, undefined, true, false, false],
    [405, undefined, true, false, false],
    [429, 2, true, true, true],
    [429, undefined, true, false, false],
    [500, undefined, true, false, false],
    [502, 1, true, true, false],
    [502, undefined, true, true, true],
    [502, undefined, false, true, false],
    [503, 2, true, true, true],
    [503, undefined, false, true, false],
    [504, undefined, true, true, true],
    [504, undefined, false, true, false],
  ];
  test.each(MATRIX)('status %i with Retry-After %s, Error body %s: %s, for lookups %s', (status, after, fromSextant, usual, lookup) => {
    expect([isRetryable(status, after, fromSextant, false), isRetryable(status, after, fromSextant, true)]).toEqual([usual, lookup]);
  });
});

describe('the pauses', () => {
  test('double, are randomised, and end after the maximum of attempts', () => {
    const pauseAfter = createRetries(settings);
    for (const most of [100, 200, 400]) {
      const ms = pauseAfter(error(0))!;
      expect(ms).toBeGreaterThanOrEqual(most / 2);
      expect(ms).toBeLessThanOrEqual(most);
    }
    expect(pauseAfter(error(0))).toBeNull();
  });
  test('follow Retry-After until the maximum total wait, however often', () => {
    const pauseAfter = createRetries(settings);
    for (let count = 0; count < 5; count++) expect(pauseAfter(error(429, 2))).toBeGreaterThanOrEqual(2000);
    expect(pauseAfter(error(429, 2))).toBeNull();
  });
  test('of an hour are left to the caller', () => {
    expect(createRetries(settings)(error(429, 3600))).toBeNull();
  });
  test('do not exist for final errors, or when retries are disabled', () => {
    expect(createRetries(settings)(new SextantError('', { status: 400, code: 400 }))).toBeNull();
    expect(createRetries({ ...settings, retriesMax: 0 })(error(429, 1))).toBeNull();
  });
});
