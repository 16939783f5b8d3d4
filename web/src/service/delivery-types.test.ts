import { expect, test } from 'vitest';
import { NO_FILTER, queryOf } from './delivery-types.ts';

const NOW = Date.UTC(2026, 10, 15, 9, 30, 12);

test('an empty filter has an empty query', () => {
  expect(queryOf(NO_FILTER, NOW)).toEqual({});
});

test('a filter has its texts without spaces around them, and a start at a whole minute', () => {
  expect(queryOf({ ...NO_FILTER, host: ' shop.example ', state: 'failed', hours: '24' }, NOW)).toEqual({
    host: 'shop.example',
    state: 'failed',
    from: '2026-11-14T09:30:00.000Z',
  });
});
