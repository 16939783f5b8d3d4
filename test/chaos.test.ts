import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { editsOf } from '../lab/chaos/build.ts';
import { extend } from '../lab/chaos/extend.ts';
import { type Run, violationsOf } from '../lab/chaos/invariants.ts';
import { MUTANTS, plantSql } from '../lab/chaos/mutants.ts';
import { createArmoury, type FaultKind, planOf } from '../lab/chaos/plan.ts';
import { PROFILES } from '../lab/chaos/profiles.ts';
import { rewrite } from '../lab/chaos/rewrite.ts';
import { missingFailpoints, missingFaults, missingSights, type Seen } from '../lab/chaos/seen.ts';
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

describe('a run goes on until it has seen everything', () => {
  const events = [
    { kind: 'cut' as const, atMs: 1 },
    { kind: 'killApi' as const, atMs: 2 },
  ];
  /** Runs on a clock of its own; `looks` is what is missing at each look, the last one forever. */
  const run = async (looks: { faults?: FaultKind[]; failpoints?: string[]; others?: string[] }[], everyFault = true) => {
    const applied: FaultKind[] = [];
    let rearmed = 0;
    let [ms, count] = [0, 0];
    await extend({
      plan: { events },
      profile: { moreSeconds: 10, faultEverySeconds: 2, everyFault },
      missing: async () => ({ faults: [], failpoints: [], others: [], ...looks[Math.min(count++, looks.length - 1)]! }),
      apply: async (kind) => void applied.push(kind),
      rearm: () => {
        rearmed++;
      },
      now: () => ms,
      wait: async (step) => {
        ms += step;
      },
    });
    return { applied, ms, count, rearmed };
  };

  test('ends at the first look when nothing is missing', async () => {
    expect(await run([{ faults: [], others: [] }])).toEqual({ applied: [], ms: 0, count: 1, rearmed: 0 });
  });
  test('repeats a fault that was not seen, and ends as soon as it was', async () => {
    const { applied, count } = await run([
      { faults: ['killWorker'], others: [] },
      { faults: [], others: [] },
    ]);
    expect([applied, count]).toEqual([['killWorker'], 2]);
  });
  test('leaves processes alone while a failpoint is missing', async () => {
    const { applied, rearmed } = await run([{ failpoints: ['release.sent'] }, {}]);
    expect([applied, rearmed]).toEqual([[], 1]);
  });
  test('repeats the planned faults while only a sight is missing, up to the limit', async () => {
    const { applied, ms } = await run([{ others: ['reversed'] }]);
    expect(applied).toEqual(['cut', 'killApi', 'cut', 'killApi', 'cut']);
    expect(ms).toBe(10_000);
  });
  test('a directed run waits without more faults', async () => {
    expect((await run([{ faults: [], others: ['settle.sent'] }], false)).applied).toEqual([]);
  });

  test('names what is missing', () => {
    const plan = planOf(createSpreadRandom(1), PROFILES.short);
    expect(missingFailpoints(plan, ['claim.sent'], 1)).toEqual(plan.failpoints.filter((name) => name !== 'claim.sent'));
    expect(missingFailpoints(plan, plan.failpoints, 1)).toEqual([]);
    expect(missingFailpoints(plan, plan.failpoints, 2)).toEqual(plan.failpoints);
    expect(missingFaults({ killWorker: 1, killApi: 1, swallow: 2, cut: 1 }, PROFILES.short, true)).toEqual(['killPostgresAtAck']);
    expect(missingFaults({}, PROFILES.full, false)).not.toContain('fillDisk');
    const seen = {
      run: {
        history: { replays: 1, deletes: [], lookups: [], statuses: {} },
        events: [{ crashes: 1 }],
        notes: [],
        ledger: [],
        receipts: [],
        objects: [],
      },
      looks: 3,
      postgresKills: 3,
    };
    expect(missingSights(seen as unknown as Seen, PROFILES.short)).toEqual(['reversed', '40 jobs']);
  });
  test('arms every failpoint at its first pass at the end', () => {
    const plan = planOf(createSpreadRandom(1), PROFILES.full);
    const times = { lease: { seconds: 1, heartbeatMs: 1, reclaimMs: 1 }, holdSeconds: 1, stuckSeconds: 1 };
    const armoury = createArmoury(plan, createSpreadRandom(2), times, () => new Set());
    expect(armoury.next('worker').some(({ nth }) => nth > 1)).toBe(true);
    armoury.armNearest();
    expect(armoury.next('worker').every(({ nth }) => nth === 1)).toBe(true);
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

  /** An hourly project with two keywords and two slots. */
  const tracking = {
    projects: [{ id: 1, every: 'hours', first_slot: 0, last_slot: 120, slots: [60, 120] }],
    outcomes: [
      { project_id: 1, slot: 60, outcome: 'done', keywords: 2 },
      { project_id: 1, slot: 120, outcome: 'missed', keywords: 2 },
    ],
    keywords: [{ project_id: 1, keywords: 2 }],
    orders: [{ account_id: 4, objects: 2, tries: 2 }],
    retried: [{ checks: 0 }],
    stops: [{ alerts: 0 }],
    strays: [],
    states: [],
  };

  test('find nothing where nothing is wrong', () => {
    expect(broken({})).toEqual([]);
    expect(broken({ tracking })).toEqual([]);
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
    ['every due slot has a row, and each only one', { tracking: { ...tracking, projects: [{ ...tracking.projects[0], slots: [120] }] } }],
    [
      'every due slot has exactly one outcome: done, faulty, missed or paused',
      { tracking: { ...tracking, outcomes: [{ ...tracking.outcomes[0], outcome: null }, tracking.outcomes[1]] } },
    ],
    [
      'every due slot has exactly one outcome: done, faulty, missed or paused',
      { tracking: { ...tracking, outcomes: tracking.outcomes.slice(1) } },
    ],
    ['every order of a check belongs to one', { tracking: { ...tracking, orders: [{ account_id: 4, objects: 5, tries: 4 }] } }],
    [
      'the state of a keyword is that of its newest point',
      { tracking: { ...tracking, states: [{ keyword_id: 1, slot: 60, newest: 120 }] } },
    ],
  ])('%s', (rule, change) => {
    expect(broken(change)).toContain(rule);
  });
});
