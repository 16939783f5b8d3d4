import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '../../../test/database.ts';
import type { SeriesQuery, SeriesResponse } from '../../contract/series.ts';
import { createReadSeries } from './read.ts';
import { rollUpSeries } from './roll-up.ts';

let database: TestDatabase;
const read = (query: SeriesQuery): Promise<SeriesResponse> => createReadSeries(database.db)(query);
const sumOf = (values: readonly (number | null)[] = []): number => values.reduce<number>((sum, value) => sum + (value ?? 0), 0);

beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database.drop());
beforeEach(() => database.db.script('truncate series_minutes, series_hours'));

describe('the total of a range', () => {
  /** Every 20 minutes of the last 26 hours. The value of a minute is its age, so a lost or doubled hour changes the sum. */
  const fill = () =>
    database.db.script(`
      update series_rolled_up set upto = date_trunc('hour', now()) - interval '26 hours';
      insert into series_minutes (name, at, key, counts, levels)
        select name, date_trunc('minute', now()) - make_interval(mins => age), 'live/bing/page', array[1000 + age, 1, age], array[age]
        from generate_series(0, 1560, 20) as age, unnest(array['quality', 'queue']) as name`);

  test('equals the sum of its steps, however many hours are rolled up', async () => {
    await fill();
    for (let hours = 0; ; hours++) {
      const [steps, total] = [await read({ name: 'quality', range: '24h' }), await read({ name: 'quality', range: '24h', total: true })];
      expect(total).toMatchObject({ stepSeconds: 86_400, times: [steps.times[0]] });
      for (const value of ['pages', 'low', 'sumThousandths'])
        expect(total.lines[0]!.values[value], `${value} after ${hours} hours`).toEqual([sumOf(steps.lines[0]!.values[value])]);
      if ((await rollUpSeries(database.db, 30)) === 0) break;
    }
    const week = await read({ name: 'quality', range: '7d', total: true });
    expect(week.lines[0]!.values.low).toEqual([79]);
  });

  test('has the highest of its levels', async () => {
    await fill();
    const [steps, total] = [await read({ name: 'queue', range: '24h' }), await read({ name: 'queue', range: '24h', total: true })];
    const highest = Math.max(...steps.lines[0]!.values.waiting!.map((value) => value ?? 0));
    expect(total.lines[0]!.values.waiting).toEqual([highest]);
  });

  test('has quantiles over all its runs', async () => {
    await database.db.script(`
      insert into series_minutes (name, at, key, counts, levels) values
        ('engines', date_trunc('minute', now()) - interval '5 minutes', 'live/google', '{9,9,0, 9,0,0,0,0,0,0,0,0,0,0}', '{}'),
        ('engines', date_trunc('minute', now()) - interval '1 minutes', 'live/google', '{1,1,0, 0,0,0,0,0,0,1,0,0,0,0}', '{}')`);
    const { lines } = await read({ name: 'engines', total: true });
    expect(lines[0]!.values.p50Ms![0]).toBeLessThanOrEqual(50);
    expect(lines[0]!.values.p99Ms![0]).toBeGreaterThan(2500);
  });
});

describe('a choice of lines', () => {
  beforeEach(() =>
    database.db.script(`
      insert into series_minutes (name, at, key, counts, levels)
        select 'quality', date_trunc('minute', now()), key, array[pages, 0, 0], '{}'
        from (values ('live/bing/page', 5), ('live/google/page', 90), ('live/naver/page', 90), ('lives/bing/page', 700), ('other', 800), ('test/bing/sandbox', 900))
          as given (key, pages);
      insert into series_minutes (name, at, key, counts, levels)
        select 'credits', date_trunc('minute', now()), key, array[1, 0], '{}' from unnest(array['live', 'test']) as key;
      insert into series_minutes (name, at, key, counts, levels) select 'queue', date_trunc('minute', now()), 'live/' || waiting, '{}', array[waiting, 0, 0]
        from generate_series(1, 3) as waiting`),
  );
  const keysOf = async (query: SeriesQuery): Promise<string[]> => (await read(query)).lines.map(({ key }) => key);

  test('has the keys of one mode', async () => {
    expect(await keysOf({ name: 'quality', mode: 'live' })).toEqual(['live/bing/page', 'live/google/page', 'live/naver/page']);
    expect(await keysOf({ name: 'quality', mode: 'live', range: '7d' })).toEqual(['live/bing/page', 'live/google/page', 'live/naver/page']);
    expect(await keysOf({ name: 'credits', mode: 'test', total: true })).toEqual(['test']);
  });

  test('has the highest ones, in the order of their keys', async () => {
    expect(await keysOf({ name: 'quality', lines: 2 })).toEqual(['other', 'test/bing/sandbox']);
    expect(await keysOf({ name: 'quality', lines: 1, mode: 'live' })).toEqual(['live/google/page']);
    expect(await keysOf({ name: 'quality', lines: 2, mode: 'live', total: true })).toEqual(['live/google/page', 'live/naver/page']);
    expect(await keysOf({ name: 'queue', lines: 1, range: '7d' })).toEqual(['live/3']);
  });

  test('is empty without a row', async () => {
    expect(await keysOf({ name: 'parsing', lines: 3 })).toEqual([]);
  });
});
