import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { editsOf } from '../lab/chaos/build.ts';
import { type Run, violationsOf } from '../lab/chaos/invariants.ts';
import { MUTANTS, plantSql } from '../lab/chaos/mutants.ts';
import { planOf } from '../lab/chaos/plan.ts';
import { PROFILES } from '../lab/chaos/profiles.ts';
import { rewrite } from '../lab/chaos/rewrite.ts';
import { createSpreadRandom } from '../lab/random.ts';
import { createDatabase, type TestDatabase } from './database.ts';

const ROOT = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');
const built = existsSync(path.join(ROOT, 'dist', 'main.js'));

describe('the places where chaos reaches into the product', () => {
  test.skipIf(!built).each([null, ...Object.keys(MUTANTS)])('are all there for mutant %s', (mutant) => {
    for (const [file, edits] of Object.entries(editsOf(mutant)))
      expect(() => rewrite(readFileSync(path.join(ROOT, 'dist', file), 'utf8'), edits, file)).not.toThrow();
  });
  test('a place that is gone is an error, not a shrug', () => {
    expect(() => rewrite('one two', [{ find: 'three', put: '' }], 'a file')).toThrow('must follow the code');
    expect(() => rewrite('one one', [{ find: 'one', put: '' }], 'a file')).toThrow('must follow the code');
  });
});

describe('the planted functions', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createDatabase();
  });
  afterAll(() => database.drop());

  test('can all be planted into the newest schema', async () => {
    const client = await database.db.connect();
    for (const mutant of Object.keys(MUTANTS).filter((name) => name !== 'async_commit')) {
      await client.query('begin');
      await plantSql((text) => client.query(text), mutant);
      await client.query('rollback');
    }
    await client.end();
    expect(Object.keys(MUTANTS).length).toBeGreaterThanOrEqual(14);
  });
});

describe('a plan', () => {
  test('is the same for the same seed, and another for another', () => {
    const plan = (seed: number) => JSON.stringify(planOf(createSpreadRandom(seed), PROFILES.full));
    expect(plan(7)).toBe(plan(7));
    expect(plan(7)).not.toBe(plan(8));
  });
});

describe('the invariants', () => {
  const accounts = { main: { id: 1 }, limited: { id: 2 }, lookup: { id: 3 } };
  const item = { tag: 'o1i0x', faulty: false, called: true };
  const order = { number: 1, key: 'k', items: [item], answers: [{ status: 200, ids: ['a'], text: 'x' }], mismatch: null };
  const good = () => ({
    accounts,
    history: { orders: [order], reads: [], deletes: [] as object[], lookups: [], failures: [] },
    objects: [{ id: 'a', account_id: 1, deleted: false, cost: '2', tag: 'o1i0x', called: true }],
    results: [{ id: 'a', faulty: false }],
    ledger: [{ ref: 'a', kind: 'charge', account_id: 1, amount: '-2' }],
    money: [{ account_id: 1, lots: '8', ledger: '8' }],
    spend: [],
    queue: [] as object[],
    outbox: [] as object[],
    callbacks: [{ id: 'a', executed: true, failed: false }],
    events: [
      { what: 'queue.delete', id: 'a', attempt: 1 },
      { what: 'result.insert', id: 'a', faulty: false },
    ],
    notes: [{ settled: 'a', attempt: 1, accepted: true }],
    receipts: [{ id: 'a', event: 'evt_a', genuine: true, accepted: true }],
    stuck: new Map<string, number>(),
    drift: [] as object[],
  });
  // Only the fields that the rules read.
  const broken = (change: object): string[] => violationsOf({ ...good(), ...change } as unknown as Run).map(({ rule }) => rule);

  test('find nothing where nothing is wrong', () => {
    expect(broken({})).toEqual([]);
  });
  test.each([
    ['acknowledged objects exist', { objects: [], results: [], ledger: [], events: [], callbacks: [] }],
    ['every object ends', { results: [], events: [], callbacks: [], notes: [] }],
    ['an object ends once', { events: [...good().events, { what: 'result.insert', id: 'a', faulty: false }] }],
    ['an order is whole or not at all, and made once', { objects: [...good().objects, { ...good().objects[0], id: 'b' }] }],
    ['every object is charged once, at its price', { ledger: [] }],
    ['nothing is charged without an object', { ledger: [...good().ledger, { ref: 'z', kind: 'charge', account_id: 1, amount: '-2' }] }],
    ['reversed exactly when faulty', { ledger: [...good().ledger, { ref: 'a', kind: 'reversal', account_id: 1, amount: '2' }] }],
    ['balance = sum of the ledger = sum of the lots', { money: [{ account_id: 1, lots: '8', ledger: '9' }] }],
    ['every callback arrives', { receipts: [], callbacks: [{ id: 'a', executed: false, failed: true }] }],
    ['a callback has one id and a true signature', { receipts: [{ ...good().receipts[0], event: 'evt_b' }] }],
    ['told means told', { receipts: [] }],
    ['only the holder of a lease ends a job', { notes: [{ settled: 'a', attempt: 2, accepted: true }] }],
    ['no lease is stuck', { stuck: new Map([['a', 31]]) }],
    ['what is deleted stays deleted', { history: { ...good().history, deletes: [{ id: 'a', status: 204, begun: 1, at: 2 }] } }],
    ['the outbox runs empty', { outbox: [{ id: 'a', attempt: 1 }] }],
  ])('%s', (rule, change) => {
    expect(broken(change)).toContain(rule);
  });
});
