import { expect, test } from 'vitest';
import { queryOf } from './filter-query.ts';

test('the last day is part of the list', () => {
  expect(queryOf({ from: '2026-02-28', to: '2026-02-28' })).toEqual({ from: '2026-02-28', to: '2026-03-01' });
});

test('a time and other filters stay as they are', () => {
  const filter = { q: 'tea', to: '2026-02-28T09:30:00Z' };
  expect(queryOf(filter)).toEqual(filter);
  expect(queryOf({ state: 'ready' })).toEqual({ state: 'ready' });
});
