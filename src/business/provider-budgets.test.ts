import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '../../test/database.ts';
import { createProviderBudgets } from './provider-budgets.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database?.drop());

test('a call that did not take place is given back, once', async () => {
  const budgets = createProviderBudgets(database.db, { leaf: { calls: 2 } }, () => undefined);
  const calls = async () =>
    (await database.db.query<{ calls: number }>({ name: 'calls', text: 'select calls::integer as calls from provider_days' }))[0]?.calls;
  await budgets.release('leaf');
  expect(await calls()).toBeUndefined();
  expect([await budgets.reserve('leaf'), await budgets.reserve('leaf'), await budgets.reserve('leaf')]).toEqual([true, true, false]);
  await budgets.release('leaf');
  expect(await calls()).toBe(1);
  expect([await budgets.reserve('leaf'), await budgets.reserve('leaf')]).toEqual([true, false]);
  for (let n = 0; n < 3; n++) await budgets.release('leaf');
  expect(await calls()).toBe(0);
  await budgets.release('unknown');
  expect(await calls()).toBe(0);
});

test('a call is given back to the day of the database, even if the clock of this process names another one', async () => {
  const values: unknown[][] = [];
  const query = async (statement: { readonly name: string }, given: unknown[]) => {
    const rows = await database.db.query(statement as never, given);
    if (statement.name === 'release_provider_call') values.push(given);
    return statement.name === 'reserve_provider_call' ? rows.map((row) => ({ ...(row as object), day: '2026-01-02' })) : rows;
  };
  const budgets = createProviderBudgets({ query: query as never }, { clock: { calls: 2 } }, () => undefined);
  await budgets.reserve('clock');
  await budgets.release('clock');
  expect(values).toEqual([['clock', '2026-01-02']]);
});
