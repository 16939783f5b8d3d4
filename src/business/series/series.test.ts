import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '../../../test/database.ts';
import { createReadSeries, readRows } from './read.ts';
import { createSeriesRecorder, type SeriesRecorder } from './recorder.ts';
import { rollUpSeries } from './roll-up.ts';

let database: TestDatabase;
const errors: unknown[] = [];
const recorder = (): SeriesRecorder => createSeriesRecorder({ db: database.db, intervalMs: 0, onError: (error) => errors.push(error) });
const since = (): number => Date.now() / 1000 - 600;

beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  await database.db.script('truncate series_minutes, series_hours');
  errors.length = 0;
});

/** A test may run across the end of a minute. */
async function sumsOf(name: 'sources' | 'queue', key: string): Promise<{ counts: number[]; levels: (number | null)[] }> {
  const { lines } = await createReadSeries(database.db)({ name, total: true });
  const { values } = lines.find((line) => line.key === key)!;
  return {
    counts: [values.attempts?.[0], values.ok?.[0], values.failed?.[0]].map((value) => value ?? 0),
    levels: [values.waiting?.[0] ?? null, values.oldestSeconds?.[0] ?? null],
  };
}

describe('writing', () => {
  test('adds the counters of two processes and takes the higher level', async () => {
    const [one, other] = [recorder(), recorder()];
    one.count('sources', 'live/google/direct', { attempts: 2, ok: 2 }, 120);
    other.count('sources', 'live/google/direct', { attempts: 1, failed: 1 }, 9000);
    one.level('queue', 'live/LOW', { waiting: 3, oldestSeconds: 4 });
    other.level('queue', 'live/LOW', { waiting: 7, oldestSeconds: 1 });
    await Promise.all([one.write(), other.write()]);
    expect(errors).toEqual([]);
    expect((await sumsOf('sources', 'live/google/direct')).counts).toEqual([3, 2, 1]);
    expect((await sumsOf('queue', 'live/LOW')).levels).toEqual([7, 4]);
  });

  test('writes each value once', async () => {
    const one = recorder();
    one.count('sources', 'live/bing/direct', { attempts: 1, ok: 1 });
    await one.write();
    await one.write();
    await one.stop();
    expect((await sumsOf('sources', 'live/bing/direct')).counts).toEqual([1, 1, 0]);
  });

  test('counts further keys together when there are too many', async () => {
    const one = recorder();
    for (let index = 0; index < 600; index++) one.count('sources', `live/engine${index}/direct`, { attempts: 1 });
    await one.write();
    const rows = await readRows(database.db, 'sources', since());
    expect(rows).toHaveLength(501);
    expect((await sumsOf('sources', 'other')).counts[0]).toBe(100);
  });

  test('reports the first of several failures and goes on', async () => {
    const failing = createSeriesRecorder({
      db: { queryMonitoring: () => Promise.reject(new Error('no connection')) },
      intervalMs: 0,
      onError: (error) => errors.push(error),
    });
    for (let round = 0; round < 3; round++) {
      failing.count('callbacks', 'all', { delivered: 1 });
      await failing.write();
    }
    expect(errors).toHaveLength(1);
  });
});

describe('reading', () => {
  test('returns counters, levels and quantiles per step, and null where nothing was measured', async () => {
    await database.db.script(`
      insert into series_minutes (name, at, key, counts, levels) values
        ('engines', date_trunc('minute', now()) - interval '5 minutes', 'live/google', '{4,3,1, 0,4,0,0,0,0,0,0,0,0,0}', '{}'),
        ('engines', date_trunc('minute', now()) - interval '3 hours', 'live/google', '{9,9,0, 9,0,0,0,0,0,0,0,0,0,0}', '{}')`);
    const read = createReadSeries(database.db);
    const hour = await read({ name: 'engines' });
    expect(hour.times).toHaveLength(60);
    const [line] = hour.lines;
    expect(line!.key).toBe('live/google');
    expect(line!.values.runs!.filter((value) => value !== null)).toEqual([4]);
    expect(line!.values.p50Ms!.filter((value) => value !== null)).toEqual([75]);
    const day = await read({ name: 'engines', range: '24h' });
    expect(day.stepSeconds).toBe(600);
    expect(day.lines[0]!.values.runs!.filter((value) => value !== null)).toEqual([9, 4]);
  });

  test('returns no lines for a series without rows', async () => {
    expect((await createReadSeries(database.db)({ name: 'credits', range: '7d' })).lines).toEqual([]);
  });
});

describe('hours', () => {
  test('are summed from minutes once, and old rows are deleted', async () => {
    await database.db.script(`
      update series_rolled_up set upto = date_trunc('hour', now()) - interval '2 hours';
      insert into series_minutes (name, at, key, counts, levels) values
        ('queue', date_trunc('hour', now()) - interval '110 minutes', 'live/LOW', '{}', '{5,1,20}'),
        ('queue', date_trunc('hour', now()) - interval '100 minutes', 'live/LOW', '{}', '{2,4,30}'),
        ('credits', date_trunc('hour', now()) - interval '110 minutes', 'live', '{10,1}', '{}'),
        ('credits', date_trunc('hour', now()) - interval '100 minutes', 'live', '{5,0}', '{}'),
        ('credits', now() - interval '3 days', 'live', '{1,1}', '{}');
      insert into series_hours (name, at, key, counts, levels) values ('credits', now() - interval '40 days', 'live', '{1,1}', '{}')`);
    expect(await rollUpSeries(database.db, 30)).toBeGreaterThanOrEqual(1);
    expect(await rollUpSeries(database.db, 30)).toBe(0);
    const hours = await database.db.query<{ name: string; counts: string; levels: string }>({
      name: 'hours_of_test',
      text: 'select name, counts::text as counts, levels::text as levels from series_hours order by name',
    });
    expect(hours).toEqual([
      { name: 'credits', counts: '{15,1}', levels: '{}' },
      { name: 'queue', counts: '{}', levels: '{5,4,30}' },
    ]);
    const week = await createReadSeries(database.db)({ name: 'credits', range: '7d' });
    expect(week.lines[0]!.values.charged!.filter((value) => value !== null)).toEqual([15]);
    const old = await database.db.query({ name: 'old_of_test', text: "select from series_minutes where at < now() - interval '2 days'" });
    expect(old).toEqual([]);
  });

  test('that ended before a pause of several days are summed before their minutes are deleted', async () => {
    await database.db.script(`
      update series_rolled_up set upto = date_trunc('hour', now()) - interval '5 days';
      insert into series_minutes (name, at, key, counts, levels) values
        ('credits', date_trunc('hour', now()) - interval '5 days' + interval '59 minutes', 'live', '{3,0}', '{}'),
        ('credits', date_trunc('hour', now()) - interval '5 days' + interval '61 minutes', 'live', '{4,0}', '{}'),
        ('credits', date_trunc('hour', now()) - interval '10 minutes', 'live', '{5,0}', '{}')`);
    while ((await rollUpSeries(database.db, 30)) > 0);
    const week = await createReadSeries(database.db)({ name: 'credits', range: '7d' });
    expect(week.lines[0]!.values.charged!.filter((value) => value !== null)).toEqual([3, 4, 5]);
    const old = await database.db.query({ name: 'older_of_test', text: "select from series_minutes where at < now() - interval '2 days'" });
    expect(old).toEqual([]);
  });
});
