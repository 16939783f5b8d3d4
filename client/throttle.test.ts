import { expect, test } from 'vitest';
import { createThrottle } from './throttle.ts';

const waited = (limit: number, remaining: number, reset: number, more: Record<string, string> = {}) =>
  new Headers({ 'ratelimit-limit': `${limit}`, 'ratelimit-remaining': `${remaining}`, 'ratelimit-reset': `${reset}`, ...more });

/** Returns whether the next call must wait. An aborted signal ends a wait, and only a wait. */
async function waits(throttle: ReturnType<typeof createThrottle>): Promise<boolean> {
  const signal = AbortSignal.abort(new Error('had to wait'));
  return throttle.acquire(signal).then(
    () => false,
    () => true,
  );
}

test('calls do not wait while calls remain', async () => {
  const throttle = createThrottle(() => 0);
  expect(await waits(throttle)).toBe(false);
  throttle.update(waited(10, 1, 54));
  expect(await waits(throttle)).toBe(false);
});

test('after the last call the next one waits for its share of the reset, and the one after it twice as long', async () => {
  let now = 0;
  const throttle = createThrottle(() => now);
  throttle.update(waited(10, 0, 60));
  now = 5999;
  expect(await waits(throttle)).toBe(true);
  now = 6010;
  // The waiting call above has used that slot.
  expect(await waits(throttle)).toBe(true);
  now = 18_020;
  expect(await waits(throttle)).toBe(false);
});

test('the policy gives the share more exactly than the reset', async () => {
  let now = 0;
  const throttle = createThrottle(() => now);
  throttle.update(waited(3, 0, 1, { 'ratelimit-policy': '"account";q=1200;w=60;burst=3' }));
  now = 60;
  expect(await waits(throttle)).toBe(false);
});

test('a rejection for lack of calls delays every call, one for another reason none', async () => {
  let now = 0;
  const throttle = createThrottle(() => now);
  throttle.update(waited(10, 7, 18), 60);
  expect(await waits(throttle)).toBe(false);
  throttle.update(waited(10, 0, 3), 3);
  expect(await waits(throttle)).toBe(true);
  now = 3000;
  expect(await waits(throttle)).toBe(false);
});

test('a rejection for lack of credits with the last call delays others only for that call', async () => {
  let now = 0;
  const throttle = createThrottle(() => now);
  throttle.update(waited(10, 0, 60), 3600);
  now = 60_000;
  expect(await waits(throttle)).toBe(false);
});

test('invalid headers change nothing', async () => {
  const throttle = createThrottle(() => 0);
  throttle.update(new Headers());
  throttle.update(new Headers({ 'ratelimit-limit': 'many', 'ratelimit-remaining': '0', 'ratelimit-reset': '-1' }));
  expect(await waits(throttle)).toBe(false);
});
