import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '../../../test/database.ts';
import { item, makeAccount, placeWith } from '../../../test/orders.ts';
import { mismatchedAccounts, pauseAfter } from './drift.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database.drop());

test('counts an account whose lots and ledger differ in either direction, and no other', async () => {
  const { db } = database;
  const [first, second] = [await makeAccount(db), await makeAccount(db)];
  for (const account of [first, second]) await placeWith(db)({ account, kind: 'serp', items: [item()], idempotency: null });
  expect(await mismatchedAccounts(db)).toBe(0);
  const shift = (by: number) => ({
    name: `shift_${by}`,
    text: `update lots set remaining = remaining + ${by} where account_id = $1 and not live`,
  });
  await db.query(shift(-1), [first.id]);
  expect(await mismatchedAccounts(db)).toBe(1);
  const more = `insert into ledger (ref, kind, account_id, live, amount, lots) values (new_id(), 'charge', $1, false, -1, '{}')`;
  await db.query({ name: 'more_ledger', text: more }, [second.id]);
  expect(await mismatchedAccounts(db)).toBe(2);
  await db.query(shift(1), [first.id]);
  expect(await mismatchedAccounts(db)).toBe(1);
});

test('checks run every five minutes, or less often when a check is slow', () => {
  expect(pauseAfter(0)).toBe(300_000);
  expect(pauseAfter(1500)).toBe(300_000);
  expect(pauseAfter(10_000)).toBe(2_000_000);
});
