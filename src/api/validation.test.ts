import { expect, test } from 'vitest';
import type { TSchema } from '../contract/schema.ts';
import { checkerOf, compileValidators, queryCheckerOf } from './validation.ts';

const INVALID = { type: 'object', properties: { keyword: { type: 'nonsense' } } } as unknown as TSchema;

test('a validator is compiled by its first request', () => {
  for (const check of [checkerOf(INVALID), queryCheckerOf(INVALID)]) expect(() => check({ keyword: 'tea' })).toThrow(/schema is invalid/);
});

test('validators that no request has used are compiled together, and an invalid schema is reported', async () => {
  checkerOf(INVALID);
  await expect(compileValidators()).rejects.toThrow(/schema is invalid/);
  await expect(compileValidators()).resolves.toBeUndefined();
});
