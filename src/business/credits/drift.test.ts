import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '../../../test/database.ts';
import { item, makeAccount, placeWith } from '../../../test/orders.ts';
import { driftingAccounts, pauseAfter } from './drift.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database.drop());

test('an account drifts when its lots are not what its ledger says, by either side, and no other with it', async () => {
  const { db } = database;
  const [first, second] = [await makeAccount(db), await makeAccount(db)];
  for (const account of [first, second]) await placeWith(db)({ account, kind: 'serp', items: [item()], idempotency: null });
  expect(await driftingAccounts(db)).toBe(0);
  const shift = (by: number) => ({
    name: `shift_${by}`,
    text: `update lots set remaining = remaining + ${by} where account_id = $1 and not live`,
  });
  await db.query(shift(-1), [first.id]);
  expect(await driftingAccounts(db)).toBe(1);
  const more = `insert into ledger (ref, kind, account_id, live, amount, lots) values (new_id(), 'charge', $1, false, -1, '{}')`;
  await db.query({ name: 'more_ledger', text: more }, [second.id]);
  expect(await driftingAccounts(db)).toBe(2);
  await db.query(shift(1), [first.id]);
  expect(await driftingAccounts(db)).toBe(1);
});

test('looks are five minutes apart, and further where one takes long', () => {
  expect(pauseAfter(0)).toBe(300_000);
  expect(pauseAfter(1500)).toBe(300_000);
  expect(pauseAfter(10_000)).toBe(2_000_000);
});
