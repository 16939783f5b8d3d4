import { expect, it } from 'vitest';
import { retryAfterSeconds } from './retry-after.ts';

const DATE = 'Sun, 15 Nov 2026 12:00:00 GMT';

it.each([
  [{ 'retry-after': '7' }, 7],
  [{ 'retry-after': '0' }, 1],
  [{ 'retry-after': '999999' }, 3600],
  [{ 'retry-after': 'Sun, 15 Nov 2026 12:01:30 GMT', date: DATE }, 90],
  [{ 'retry-after': 'Sun, 15 Nov 2026 11:00:00 GMT', date: DATE }, 1],
  [{ 'retry-after': 'Sun, 15 Nov 2026 12:01:30 GMT' }, 60],
  [{ 'retry-after': 'soon', date: DATE }, 60],
  [{}, 60],
])('the headers %j lead to a cooldown of %s seconds', (headers: Record<string, string>, seconds) => {
  expect(retryAfterSeconds({ headers }, 60, 3600)).toBe(seconds);
});
