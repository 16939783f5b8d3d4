// Tests that binary array parameters arrive in PostgreSQL unchanged.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '../../test/database.ts';
import { bigintArray, booleanArray, byteArray, doubleArray, integerArray, jsonArray, smallintArray, textArray } from './db-arrays.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database.drop());

const roundTrip = async (type: string, list: Buffer): Promise<unknown> => {
  const [row] = await database.db.query<{ list: unknown }>({ name: `seen_${type}`, text: `select array_to_json($1::${type}[]) as list` }, [
    list,
  ]);
  return JSON.parse(row!.list as string);
};

test('arrays of each type arrive with their nulls, and empty arrays stay empty', async () => {
  expect(await roundTrip('text', textArray(['tea', null, '', 'Größe 茶 🍵', '{"a,b"}']))).toEqual([
    'tea',
    null,
    '',
    'Größe 茶 🍵',
    '{"a,b"}',
  ]);
  expect(await roundTrip('json', jsonArray(['{"a":["茶"]}', null, '[]']))).toEqual([{ a: ['茶'] }, null, []]);
  expect(await roundTrip('boolean', booleanArray([true, null, false]))).toEqual([true, null, false]);
  expect(await roundTrip('integer', integerArray([0, -1, null, 2_147_483_647]))).toEqual([0, -1, null, 2_147_483_647]);
  expect(await roundTrip('smallint', smallintArray([3, null, -1]))).toEqual([3, null, -1]);
  expect(await roundTrip('float8', doubleArray([0.5, null, -1e300]))).toEqual([0.5, null, -1e300]);
  expect(
    await roundTrip('bigint', bigintArray([0, -1, null, 4_294_967_295, 4_294_967_296, -4_294_967_297, Number.MAX_SAFE_INTEGER])),
  ).toEqual([0, -1, null, 4_294_967_295, 4_294_967_296, -4_294_967_297, Number.MAX_SAFE_INTEGER]);
  expect(await roundTrip('bytea', byteArray([Buffer.from([0, 255]), null, Buffer.alloc(0)]))).toEqual(['\\x00ff', null, '\\x']);
  expect(await roundTrip('text', textArray([]))).toEqual([]);
});

test('the server rejects bytes that are not JSON', async () => {
  await expect(roundTrip('json', jsonArray(['{']))).rejects.toThrow(/json/);
});

test('a fraction of a credit is rejected, not truncated', () => {
  expect(() => bigintArray([1.5])).toThrow(RangeError);
});
