import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '../../test/database.ts';
import { createAudit } from '../business/accounts/audit.ts';
import { createCanaryStore } from '../business/canaries/store.ts';
import { readConfig } from '../config.ts';
import type { PublishedCanary } from '../contract/canaries.ts';
import { createCanaryAdmin } from './canary-admin.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database?.drop());

const canary = (id: string, region: string): PublishedCanary => ({
  id,
  engine: 'google',
  question: id,
  region,
  language: 'en',
  device: 'desktop',
  anchors: [{ title: id, within: 3 }],
  checked: 2026,
  request: '{}',
});

test('a source passes only after a pass', async () => {
  const audit = createAudit(database.db, 'operator');
  const store = createCanaryStore(database.db, audit);
  await store.publish([canary('german', 'DE')]);
  const target = { engine: 'google', source: 'page', canary: 'german' };
  await store.register([target], 3600);
  const admin = createCanaryAdmin(database.db, audit, readConfig({}));
  const state = async () => (await admin.read()).sources.find(({ engine, source }) => engine === 'google' && source === 'page')!.state;
  const run = async (outcome: 'passed' | 'failed' | 'inconclusive'): Promise<void> => {
    await database.db.script('update canary_states set due_at = now(); update canary_sources set next_run_at = now()');
    const end = { outcome, reason: null, attempt: 'valid', ms: 1 };
    const terms = { intervalSeconds: 3600, switching: 'false' as const, route: ['page'] };
    expect(await store.record((await store.claim([target], 0, 60))!, end, terms)).toBe(true);
  };
  const states = [await state()];
  for (const outcome of ['inconclusive', 'failed', 'passed'] as const) {
    await run(outcome);
    states.push(await state());
  }
  expect(states).toEqual(['untested', 'untested', 'untested', 'passing']);
  await database.db.script('truncate canaries, canary_sources, canary_states, canary_runs');
});

test('a failing source may have been wrong since the canaries that failed had passed', async () => {
  const audit = createAudit(database.db, 'operator');
  const store = createCanaryStore(database.db, audit);
  await store.publish([canary('german', 'DE'), canary('other', 'DE')]);
  const admin = createCanaryAdmin(database.db, audit, readConfig({}));
  const run = async (id: string, outcome: 'passed' | 'failed' | 'inconclusive', at: string): Promise<void> => {
    const target = { engine: 'google', source: 'page', canary: id };
    await store.register([target], 3600);
    await database.db.script(
      'update canary_states set due_at = now(), claimed_until = null; update canary_sources set next_run_at = now()',
    );
    const end = { outcome, reason: null, attempt: 'valid', ms: 1 };
    expect(
      await store.record((await store.claim([target], 0, 60))!, end, { intervalSeconds: 3600, switching: 'false', route: ['page'] }),
    ).toBe(true);
    await database.db.script(`update canary_runs set at = '${at}' where id = (select max(id) from canary_runs)`);
  };
  const found = async () => (await admin.read()).sources.find(({ engine, source }) => engine === 'google' && source === 'page')!;
  await run('german', 'passed', '2026-11-15T07:00:00Z');
  await run('german', 'passed', '2026-11-15T08:00:00Z');
  await run('german', 'inconclusive', '2026-11-15T08:30:00Z');
  await run('german', 'failed', '2026-11-15T09:00:00Z');
  expect(await found()).toMatchObject({ failingSince: null, suspectSince: null });
  // This one passes with the wrong results as well.
  await run('other', 'passed', '2026-11-15T09:30:00Z');
  await run('german', 'failed', '2026-11-15T10:00:00Z');
  await run('german', 'failed', '2026-11-15T11:00:00Z');
  expect(await found()).toMatchObject({ state: 'failing', suspectSince: '2026-11-15T08:00:00+0000' });
  await database.db.script("delete from canary_runs where outcome = 'passed'");
  expect(await found()).toMatchObject({ suspectSince: '2026-11-15T09:00:00+0000' });
  await database.db.script('truncate canary_runs');
  const { failingSince, suspectSince } = await found();
  expect([failingSince === null, suspectSince]).toEqual([false, failingSince]);
  await database.db.script('truncate canaries, canary_sources, canary_states, canary_runs');
});

test('a source has only the canaries that workers ask it, and a request runs no other', async () => {
  const audit = createAudit(database.db, 'operator');
  const store = createCanaryStore(database.db, audit);
  await store.publish([canary('german', 'DE'), canary('american', 'US')]);
  // A proxy in Germany is not on the route of searches in the United States.
  await store.register([{ engine: 'google', source: 'page-de', canary: 'german' }], 3600);
  const admin = createCanaryAdmin(database.db, audit, readConfig({}));
  const found = await admin.run('google', 'page-de');
  expect(found.canaries.map(({ id }) => id)).toEqual(['german']);
  expect(await database.db.query({ name: 'states', text: 'select canary from canary_states order by canary' })).toEqual([
    { canary: 'german' },
  ]);
  await expect(admin.run('google', 'page-de')).rejects.toMatchObject({
    code: 429,
    message: expect.stringContaining('test of a source is running'),
  });
  // No worker has reported this one yet.
  const { sources } = await admin.read();
  expect(sources.find(({ source }) => source === 'page')!.canaries).toHaveLength(2);
});

test('shows the runs of today by engine, and the budget of a source over all its engines', async () => {
  const audit = createAudit(database.db, 'operator');
  const store = createCanaryStore(database.db, audit);
  await store.publish([canary('american', 'US')]);
  await database.db.script(`
    insert into canary_runs (at, engine, source, canary, outcome, attempt, ms)
      select now() - make_interval(days => n / 3), case n % 2 when 0 then 'google' else 'bing' end, 'serper', 'american', 'passed', 'valid', 1
      from generate_series(0, 5) n;
    insert into provider_days (provider, day, calls)
      values ('canary.serper', (now() at time zone 'UTC')::date, 3), ('canary.serper', (now() at time zone 'UTC')::date - 1, 9)`);
  const config = readConfig({ SERPER_KEY: 'key', CANARY_BUDGET: '{"serper":48}' });
  const sources = (await createCanaryAdmin(database.db, audit, config).read()).sources.filter(({ engine }) => engine === 'google');
  expect(sources.find(({ source }) => source === 'serper')).toMatchObject({ runsToday: 2, budget: { runsPerDay: 48, usedToday: 3 } });
  expect(sources.find(({ source }) => source === 'page')).toMatchObject({ runsToday: 0, budget: null });
  await database.db.script('truncate canaries, canary_sources, canary_states, canary_runs, provider_days');
});
