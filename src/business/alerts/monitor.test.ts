import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '../../../test/database.ts';
import { readRows } from '../series/read.ts';
import { createSeriesRecorder } from '../series/recorder.ts';
import { readAlertInputs } from './inputs.ts';
import { checkAlerts, type MonitorParts, startMonitor } from './monitor.ts';

let database: TestDatabase;
const failures: unknown[] = [];
const LIMITS: MonitorParts['limits'] = {
  successShareMin: 0.5,
  successMinutes: 5,
  successRunsMin: 5,
  queueSeconds: [14_400, 3600, 120, 60],
  callbacksFailing: 10,
  diskShareMax: 0.9,
  backupHours: 26,
  yieldShareMin: 0.6,
  agreementShareMin: 0.6,
  agreementMin: 0.1,
  agreementPairsMin: 10,
  lowShareMax: 0.2,
  budgetShareMax: 0.8,
};
const partsOf = (more: Partial<MonitorParts> = {}): MonitorParts => ({
  db: database.db,
  series: createSeriesRecorder({ db: database.db, intervalMs: 0, onError: (error) => failures.push(error) }),
  limits: LIMITS,
  budgets: { serper: { calls: 100 } },
  expectsBackup: false,
  deadlineSeconds: [86_400, 21_600, 600, 600, 900],
  senders: {},
  onError: (_task, error) => failures.push(error),
  onUnsent: () => undefined,
  ...more,
});
const openAlerts = async (): Promise<string[]> =>
  (
    await database.db.query<{ alert: string }>({
      name: 'open_of_test',
      text: "select rule || ' ' || subject as alert from alerts where resolved_at is null order by 1",
    })
  ).map(({ alert }) => alert);

beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  failures.length = 0;
  await database.db.script(`
    truncate series_minutes, series_hours, alerts, alert_messages, alert_silences, backups, provider_days;
    update alert_checks set checked_at = now() - interval '1 minute'`);
});

/** Runs and successes of an engine, this many minutes ago. */
const addRuns = (key: string, minutes: number, runs: number, ok: number): Promise<void> =>
  database.db.script(`insert into series_minutes (name, at, key, counts, levels)
    values ('engines', date_trunc('minute', now()) - interval '${minutes} minutes', '${key}', '{${runs},${ok},${runs - ok}}', '{}')`);

describe('a check', () => {
  test('is done by one of several processes', async () => {
    const done = await Promise.all([1, 2, 3].map(() => checkAlerts(partsOf(), [], 15)));
    expect(done.filter(Boolean)).toHaveLength(1);
    expect(await checkAlerts(partsOf(), [], 15)).toBe(false);
  });

  test('is done after the clock of the database was set back', async () => {
    await database.db.script("update alert_checks set checked_at = now() + interval '1 day'");
    expect(await checkAlerts(partsOf(), [], 15)).toBe(true);
    expect(await checkAlerts(partsOf(), [], 15)).toBe(false);
  });

  test('opens an alert for a failing live engine, and not for a test engine', async () => {
    await addRuns('live/google', 0, 6, 0);
    await addRuns('test/bing', 0, 60, 0);
    await checkAlerts(partsOf(), [], 15);
    expect(await openAlerts()).toEqual(['engineSuccess google']);
    expect(failures).toEqual([]);
  });

  test('records the queue and the outbox of both modes', async () => {
    await checkAlerts(partsOf(), [], 15);
    const since = Date.now() / 1000 - 300;
    const keys = (await readRows(database.db, 'queue', since)).map(({ key }) => key);
    expect(new Set(keys)).toEqual(
      new Set(['live', 'test'].flatMap((mode) => ['LOW', 'NORMAL', 'REALTIME', 'INSTANT'].map((priority) => `${mode}/${priority}`))),
    );
    expect((await readRows(database.db, 'outbox', since)).map(({ key }) => key)).toEqual(expect.arrayContaining(['live', 'test']));
  });
});

describe('inputs', () => {
  test('have the highest used share of a budget', async () => {
    await database.db.script(`insert into provider_days (provider, day, calls, tokens, spent) values
      ('serper', (now() at time zone 'UTC')::date, 90, 5, 1), ('unlimited', (now() at time zone 'UTC')::date, 9000, 0, 0)`);
    const { budgets } = await readAlertInputs(database.db, { budgets: { serper: { calls: 100, spend: 10 } }, expectsBackup: null });
    expect(budgets).toEqual([{ provider: 'serper', usedShare: 0.9 }]);
  });

  test('have the age of the last backup, of the installation, or none', async () => {
    const hours = async (expectsBackup: boolean | null) => (await readAlertInputs(database.db, { budgets: {}, expectsBackup })).backupHours;
    expect(await hours(false)).toBeNull();
    expect(await hours(true)).toBeGreaterThanOrEqual(0);
    await database.db.script("insert into backups (at, bytes) values (now() - interval '30 hours', 1), (now() - interval '90 hours', 1)");
    expect(Math.round((await hours(false))!)).toBe(30);
    expect(await hours(null)).toBeNull();
  });

  test('have the sources that fail their canaries, unless canaries are off', async () => {
    await database.db.script(`insert into canary_sources (engine, source, failing_since, reason) values
      ('google', 'page', now(), 'There are no results.'), ('google', 'serper', null, null)`);
    const canaries = async (hasCanaries: boolean) =>
      (await readAlertInputs(database.db, { budgets: {}, expectsBackup: null, hasCanaries })).canaries;
    expect(await canaries(true)).toEqual([{ engine: 'google', source: 'page', reason: 'There are no results.' }]);
    expect(await canaries(false)).toEqual([]);
    await database.db.script('truncate canary_sources');
  });

  test('ignore levels of processes that no longer report', async () => {
    await database.db.script(`insert into series_minutes (name, at, key, counts, levels) values
      ('disk', date_trunc('minute', now()) - interval '10 minutes', 'gone', '{}', '{0.99}'),
      ('disk', date_trunc('minute', now()) - interval '1 minute', 'north', '{}', '{0.95}'),
      ('disk', date_trunc('minute', now()), 'north', '{}', '{0.5}')`);
    expect((await readAlertInputs(database.db, { budgets: {}, expectsBackup: null })).disks).toEqual([{ node: 'north', usedShare: 0.5 }]);
  });

  test('compare the yield of the last hour with that of the week', async () => {
    await database.db.script(`insert into series_minutes (name, at, key, counts, levels) values
        ('parsing', date_trunc('minute', now()) - interval '10 minutes', 'live/bing', '{20,80,200}', '{}'),
        ('parsing', date_trunc('minute', now()) - interval '10 minutes', 'test/bing', '{20,200,200}', '{}');
      insert into series_hours (name, at, key, counts, levels) values
        ('parsing', date_trunc('hour', now()) - interval '2 days', 'live/bing', '{400,3600,4000}', '{}')`);
    const { yields } = await readAlertInputs(database.db, { budgets: {}, expectsBackup: null });
    expect(yields).toMatchObject([{ engine: 'bing', recent: { pages: 20, found: 80, requested: 200 } }]);
    expect(yields[0]!.usual.pages).toBeGreaterThanOrEqual(400);
  });

  test('sum the quality of live results over the sources of an engine', async () => {
    await database.db.script(`insert into series_minutes (name, at, key, counts, levels) values
        ('quality', date_trunc('minute', now()) - interval '10 minutes', 'live/bing/page', '{20,8,14000}', '{}'),
        ('quality', date_trunc('minute', now()) - interval '10 minutes', 'live/bing/serpapi', '{10,1,9500}', '{}'),
        ('quality', date_trunc('minute', now()) - interval '10 minutes', 'test/bing/sandbox', '{50,50,0}', '{}')`);
    const { qualities } = await readAlertInputs(database.db, { budgets: {}, expectsBackup: null });
    expect(qualities).toMatchObject([{ engine: 'bing', recent: { pages: 30, low: 9 } }]);
  });
});

test('a monitor reports an unavailable database once, and stops', async () => {
  const db = { query: () => Promise.reject(new Error('no connection')) } as unknown as MonitorParts['db'];
  const monitor = startMonitor(partsOf({ db, checkMs: 20, sendMs: 60_000 }));
  await expect.poll(() => failures.length, { timeout: 10_000 }).toBe(1);
  await new Promise((resolve) => setTimeout(resolve, 200));
  await monitor.stop();
  expect(failures).toHaveLength(1);
});

test('an alert does not resolve with the first check after an outage, when processes have not reported again', async () => {
  await database.db.script(`insert into alerts (rule, subject, severity, summary, opened_at, seen_at)
      values ('diskFull', 'east', 'critical', 'The disk of east is 99% full.', now() - interval '1 hour', now() - interval '10 minutes')`);
  const resolved = async () =>
    (await database.db.query<{ over: boolean }>({ name: 'over', text: 'select resolved_at is not null as over from alerts' }))[0]!.over;
  const checkAfter = async (seconds: number): Promise<void> => {
    await database.db.script(`update alert_checks set checked_at = now() - interval '${seconds} seconds'`);
    expect(await checkAlerts(partsOf(), [], 15)).toBe(true);
  };
  await checkAfter(600);
  expect(await resolved()).toBe(false);
  await checkAfter(20);
  expect(await resolved()).toBe(false);
  // A minute of checks without the condition.
  await database.db.script("update alerts set seen_at = seen_at - interval '61 seconds'");
  await checkAfter(20);
  expect(await resolved()).toBe(true);
});
