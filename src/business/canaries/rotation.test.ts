import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '../../../test/database.ts';
import { createAudit } from '../accounts/audit.ts';
import { type CanaryStore, createCanaryStore } from './store.ts';

let database: TestDatabase;
let store: CanaryStore;
beforeAll(async () => {
  database = await createDatabase();
  store = createCanaryStore(database.db, createAudit(database.db, 'canaries'));
});
afterAll(() => database?.drop());
beforeEach(() => database.db.script('truncate canary_sources, canary_states, canary_runs'));

const HOUR = 3600;
const ROTATION = Array.from({ length: 10 }, (_, index) => `page-any-${index + 1}`);
const targetsOf = (canaries: readonly string[]) =>
  ROTATION.flatMap((source) => canaries.map((canary) => ({ engine: 'google', source, canary, rotation: ROTATION })));
const hoursOf = async (source: string): Promise<number> => {
  const text = 'select extract(epoch from due_at - now())::double precision / 3600 as hours from canary_states where source = $1 limit 1';
  return (await database.db.query<{ hours: number }>({ name: 'hours', text }, [source]))[0]!.hours;
};

/** Runs the canary at this source now. Returns the hours until its next run. */
async function run(source: string, outcome: 'passed' | 'failed' | 'inconclusive'): Promise<number> {
  await database.db.query({ name: 'make_due', text: 'update canary_states set due_at = now() where source = $1' }, [source]);
  const targets = targetsOf(['a']).filter((target) => target.source === source);
  const claimed = (await store.claim(targets, 0, 60))!;
  const end = { outcome, reason: outcome === 'passed' ? null : 'Wrong.', attempt: 'valid', ms: 1 };
  expect(await store.record(claimed, end, { intervalSeconds: HOUR, rotation: ROTATION, switching: 'false', route: ROTATION })).toBe(true);
  return hoursOf(source);
}

test('the first runs of sources that take turns are spread over as many intervals', async () => {
  await store.register(targetsOf(['a', 'b', 'c', 'd', 'e', 'f']), HOUR);
  const text = `select count(*)::integer as soon, (select max(due_at) - now() < interval '10 hours 1 minute' from canary_states) as bounded
    from canary_states where due_at < now() + interval '1 hour'`;
  // 60 canaries in ten hours, and none in the first hour: a tenth of the time is left free.
  expect(await database.db.query({ name: 'soon', text })).toEqual([{ soon: 0, bounded: true }]);
});

test('a source waits for its next turn after a pass, and after a run without an answer', async () => {
  await store.register(targetsOf(['a']), HOUR);
  for (const outcome of ['passed', 'inconclusive'] as const) {
    const hours = await run('page-any-3', outcome);
    expect([hours > 8.9, hours < 11.1], outcome).toEqual([true, true]);
  }
});

test('a failure is followed up within minutes, until the source is failing and until it passes again', async () => {
  await store.register(targetsOf(['a']), HOUR);
  for (let failures = 1; failures <= 4; failures++) expect((await run('page-any-3', 'failed')) * 60).toBeCloseTo(6, 0);
  // One pass proves nothing yet.
  expect((await run('page-any-3', 'passed')) * 60).toBeCloseTo(6, 0);
  expect(await run('page-any-3', 'passed')).toBeGreaterThan(8.9);
});

test('sources that fail share the repetitions, so that an untrue canary costs no more with many proxies', async () => {
  await store.register(targetsOf(['a']), HOUR);
  for (const source of ROTATION) for (let failures = 0; failures < 3; failures++) await run(source, 'failed');
  expect((await run('page-any-3', 'failed')) * 60).toBeCloseTo(60, 0);
});
