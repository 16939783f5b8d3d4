import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rewrite } from '../lab/chaos/rewrite.ts';
import { callsBetween, signatureChange, signaturesIn } from '../lab/resilience/signature-change.ts';
import { judge, type Upgraded } from '../lab/resilience/upgrade-verdict.ts';
import { createDatabase, type TestDatabase } from './database.ts';

const ROOT = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');
const built = existsSync(path.join(ROOT, 'dist', 'main.js'));
const READ = 'read_objects(text[],integer[],boolean[],text[])';
const callRead = { name: 'test_read', text: "select * from read_objects('{}', null, null, null)" };

describe('the migration of the upgrade trial', () => {
  let kept: TestDatabase;
  let dropped: TestDatabase;
  beforeAll(async () => {
    [kept, dropped] = await Promise.all([createDatabase(), createDatabase()]);
  });
  afterAll(async () => {
    await Promise.all([kept.drop(), dropped.drop()]);
  });

  test.skipIf(!built)('finds the calls that it changes in the build', () => {
    for (const [file, edits] of Object.entries(signatureChange(true).edits!))
      expect(() => rewrite(readFileSync(path.join(ROOT, 'dist', file), 'utf8'), edits, file)).not.toThrow();
  });

  test('adds a signature to each function, and the earlier one still works', async () => {
    const before = await signaturesIn(kept.db);
    await kept.db.script(signatureChange(true).migration);
    const after = await signaturesIn(kept.db);
    expect(before.filter((signature) => !after.includes(signature))).toEqual([]);
    const added = after.filter((signature) => !before.includes(signature));
    expect(added).toHaveLength(5);
    expect(added).toContain(READ.replace('(', '(name,'));
    expect(await kept.db.query(callRead)).toEqual([]);
    const settle = `select finished from settle_jobs('w', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', null, null, null, null, null)`;
    expect(await kept.db.query({ name: 'test_settle', text: settle })).toEqual([{ finished: null }]);
  });

  test('without the earlier signatures breaks the older version', async () => {
    await dropped.db.script(signatureChange(false).migration);
    expect(await signaturesIn(dropped.db)).not.toContain(READ);
    await expect(dropped.db.query(callRead)).rejects.toMatchObject({ code: '42883' });
  });
});

describe('the verdict on an upgrade', () => {
  const calls = { read_objects: { earlier: 10, next: 10 } };
  const good: Upgraded = {
    older: 'abcdef0123456789',
    added: ['f(name)'],
    dropped: [],
    migratedAt: 0,
    migrationMs: 10,
    phases: [
      { name: '3 older, migrated', calls: { read_objects: { earlier: 10, next: 0 } } },
      { name: '2 older, 1 next', calls },
      { name: '1 older, 2 next', calls },
    ],
    history: { calls: [{ path: '/user', at: 0, ms: 5, status: 200 }], statuses: { 200: 1 } },
    verdict: { violations: [], callbacks: 3, evidence: { objects: [{}] } },
    crossed: { oldToNew: 1, newToOld: 1, readsAcross: 1, deletesAcross: 1 },
    unfed: 0,
    complaints: {},
    stops: [{ code: 0, seconds: 3 }],
    exitSecondsMax: 3,
  };

  test('is good when everything holds', () => {
    expect(judge(good).broken).toEqual([]);
  });
  test.each<[string, Partial<Upgraded>]>([
    ['a 502', { history: { calls: [{ path: '/user', at: 0, ms: 5, status: 502 }], statuses: { 502: 1 } } }],
    ['a call without a response', { history: { calls: [{ path: '/user', at: 0, ms: 5, status: 0 }], statuses: { none: 1 } } }],
    ['a violated invariant', { verdict: { ...good.verdict, violations: [{ rule: 'r', detail: 'd' }] } }],
    ['a missing event', { unfed: 1 }],
    ['a dropped signature', { dropped: ['f()'] }],
    ['no changed signature', { added: [] }],
    ['a signature that nobody called', { phases: [{ name: '2 older, 1 next', calls: { read_objects: { earlier: 10, next: 0 } } }] }],
    ['no phase with both versions', { phases: [] }],
    ['work that stayed with its version', { crossed: { ...good.crossed, newToOld: 0 } }],
    ['a process that fails while stopping', { stops: [{ code: 1, seconds: 3 }] }],
    ['a slow stop', { exitSecondsMax: 31 }],
  ])('is bad with %s', (_, change) => {
    expect(judge({ ...good, ...change }).broken).toHaveLength(1);
  });

  test('counts the calls of each version: a call of the earlier signature also calls the new one', () => {
    const before = { read_objects: { earlier: 100, next: 0 } };
    const migrated = { read_objects: { earlier: 110, next: 10 } };
    const mixed = { read_objects: { earlier: 113, next: 21 } };
    expect(callsBetween(before, migrated)).toEqual({ read_objects: { earlier: 10, next: 0 } });
    expect(callsBetween(migrated, mixed)).toEqual({ read_objects: { earlier: 3, next: 8 } });
  });
});
