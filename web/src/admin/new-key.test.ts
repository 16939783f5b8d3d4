import { expect, test } from 'vitest';
import { bodyOf, NEW_KEY } from './new-key.ts';

test('a new key is a test key without restrictions', () => {
  expect(bodyOf(NEW_KEY)).toEqual({ mode: 'test' });
});

test('every field restricts the key', () => {
  const fields = { name: ' agent ', mode: 'live', scopes: ['serp', 'read'], budget: '500', expires: '2027-01-01' };
  expect(bodyOf(fields)).toEqual({
    mode: 'live',
    name: 'agent',
    scopes: ['serp', 'read'],
    budget: 500,
    expiresAt: '2027-01-01T23:59:59Z',
  });
});

test('a budget of 0 is a budget', () => {
  expect(bodyOf({ ...NEW_KEY, budget: '0' })).toEqual({ mode: 'test', budget: 0 });
});
