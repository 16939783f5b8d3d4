import { randomBytes } from 'node:crypto';
import { createRequire } from 'node:module';
import pg from 'pg';
import { Parser } from 'pg-protocol/dist/parser.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '../../test/database.ts';
import { bigintOf, bytesOf, checkDriver, flagOf, integerOf, textOf } from './db-bytes.ts';

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

describe('the internals of the driver that are replaced', () => {
  const { connection } = new pg.Client() as unknown as { connection: { attachListeners(stream: NodeJS.ReadableStream): void } };

  test('are there in the installed version', () => expect(() => checkDriver(connection)).not.toThrow());

  test('are missed by name when an update moves them', () => {
    expect(() => checkDriver({})).toThrow('This version of pg cannot read rows as bytes: it has no connection.attachListeners.');
    expect(() => checkDriver(connection, {} as Parser)).toThrow(/it has no parser\.reader\.string, parser\.reader\.encoding/);
  });

  test('are those of the copy of pg-protocol that the driver loads', () => {
    const [ours, drivers] = [createRequire(import.meta.url), createRequire(createRequire(import.meta.url).resolve('pg'))];
    expect(drivers.resolve('pg-protocol')).toBe(ours.resolve('pg-protocol'));
  });

  test('read every column of a row with one call, which pg itself decodes as UTF-8', () => {
    const parser = new Parser();
    const { reader } = parser as unknown as { reader: { string(length: number): string } };
    const lengths: number[] = [];
    const own = reader.string;
    reader.string = function (this: typeof reader, length) {
      lengths.push(length);
      return own.call(this, length);
    };
    // One row of two columns: four bytes that are not UTF-8, and NULL.
    const row = Buffer.from([0x44, 0, 0, 0, 18, 0, 2, 0, 0, 0, 4, 0, 0, 3, 0xe8, 0xff, 0xff, 0xff, 0xff]);
    let fields: unknown;
    parser.parse(row, (message) => {
      ({ fields } = message as unknown as { fields: unknown });
    });
    expect(lengths).toEqual([4]);
    // When this fails, pg returns bytes itself, and src/platform/db-bytes.ts may no longer be needed.
    expect(fields).toEqual(['\0\0\u0003\ufffd', null]);
  });
});
