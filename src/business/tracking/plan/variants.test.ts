// Search variants as composing needs them, on a real database.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '../../../../test/database.ts';
import { makeAccount } from '../../../../test/orders.ts';
import { createVariantsOf } from './variants.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database.drop());

test('a variant is read once, and again after a takeover', async () => {
  const { db } = database;
  const account = await makeAccount(db);
  const [made] = await db.query<{ id: number }>(
    {
      name: 'test_variant',
      text: `insert into search_variants (account_id, live, engine, region_id, language, is_mobile, request)
        values ($1, false, 'google', 'de', 'de', false, '{"region":{"countryCode":"DE"}}') returning id`,
    },
    [account.id],
  );
  let takeovers = 0;
  const variantsOf = createVariantsOf(() => takeovers);
  const countryOf = async (): Promise<string> => (await variantsOf(db.query, account.id, [made!.id])).get(made!.id)!.country;
  expect(await countryOf()).toBe('DE');
  // The id now belongs to another variant, as on a primary that lacks the last second.
  await db.script(`update search_variants set region_id = 'us', request = '{"region":{"countryCode":"US"}}' where id = ${made!.id}`);
  expect(await countryOf()).toBe('DE');
  takeovers++;
  expect(await countryOf()).toBe('US');
  await expect(variantsOf(db.query, account.id, [made!.id + 1])).rejects.toThrow('no search variant');
});
