import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '../../test/database.ts';
import { bigintOf, bytesOf, flagOf, integerOf, textOf } from './db-bytes.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database.drop());

const ask = (name: string, text: string, values: unknown[] = []) => database.db.bytes({ name, text }, values);

describe('rows as bytes', () => {
  test('every kind of column comes through as it was stored', async () => {
    const body = Buffer.concat([Buffer.from(Array.from({ length: 256 }, (_, index) => index)), randomBytes(200_000)]);
    const text = 'Grüße, 煎茶, 🍵 and plain ones';
    const [row] = await ask(
      'all_kinds',
      'select $1::bytea, $2::text, $3::json, $4::integer, $5::bigint, true, false, null::bytea, -7::integer, -9::bigint',
      [body, text, `{"k":"${text}"}`, 2_000_000_123, 4_294_967_295],
    );
    expect(bytesOf(row![0]!).equals(body)).toBe(true);
    expect(textOf(row![1]!)).toBe(text);
    expect(JSON.parse(textOf(row![2]!))).toEqual({ k: text });
    expect([row![3], row![8]].map((value) => integerOf(value!))).toEqual([2_000_000_123, -7]);
    expect([row![4], row![9]].map((value) => bigintOf(value!))).toEqual([4_294_967_295, -9]);
    expect([row![5], row![6]].map((value) => flagOf(value!))).toEqual([true, false]);
    expect(row![7]).toBe(null);
  });

  test('many rows, none, and the same statement again', async () => {
    const rows = await ask('series', 'select n::integer, md5(n::text) from generate_series(1, $1::integer) as n', [5000]);
    expect(rows).toHaveLength(5000);
    expect(integerOf(rows[4999]![0]!)).toBe(5000);
    expect(await ask('series', 'select n::integer, md5(n::text) from generate_series(1, $1::integer) as n', [0])).toEqual([]);
  });

  test('an error of the statement is the database’s own, and the connection goes on', async () => {
    await expect(ask('divided', 'select 1 / $1::integer', [0])).rejects.toMatchObject({ code: '22012' });
    expect(await ask('alive', 'select 1::integer')).toHaveLength(1);
  });
});
