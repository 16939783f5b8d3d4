import { tmpdir } from 'node:os';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '../../../test/database.ts';
import { recordProcess } from './process.ts';
import { createReadSeries } from './read.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database.drop());

test('a process records its event loop, its disk and the database round trip', async () => {
  const errors: unknown[] = [];
  const recorder = recordProcess({
    db: database.db,
    role: 'api',
    node: 'north',
    folder: tmpdir(),
    mismatchedAccounts: () => 2,
    onError: (error) => errors.push(error),
    intervalMs: 0,
  });
  // The recorder samples the event loop with the same interval and began earlier, so it has a sample when this one has. A fixed time may
  // pass in one stall, without a sample.
  const samples = monitorEventLoopDelay({ resolution: 50 });
  samples.enable();
  while (samples.count === 0) await new Promise((resolve) => setTimeout(resolve, 50));
  samples.disable();
  await recorder.stop();
  expect(errors).toEqual([]);
  const read = createReadSeries(database.db);
  const valuesOf = async (name: 'eventLoop' | 'disk' | 'database', key: string, value: string): Promise<number[]> => {
    const line = (await read({ name })).lines.find((one) => one.key === key);
    return (line?.values[value] ?? []).filter((one): one is number => one !== null);
  };
  const [used] = await valuesOf('disk', 'north', 'usedShare');
  expect(used).toBeGreaterThan(0);
  expect(used).toBeLessThanOrEqual(1);
  expect((await valuesOf('eventLoop', 'api', 'maxMs')).length).toBeGreaterThan(0);
  expect((await valuesOf('database', 'all', 'pingMs'))[0]).toBeGreaterThan(0);
  expect(await valuesOf('database', 'all', 'mismatchedAccounts')).toContain(2);
  expect((await valuesOf('database', 'all', 'p50Ms')).length).toBeGreaterThan(0);
});

test('a folder that does not exist is not measured', async () => {
  const errors: unknown[] = [];
  const recorder = recordProcess({
    db: database.db,
    role: 'worker',
    node: 'south',
    folder: '/does/not/exist',
    onError: (error) => errors.push(error),
    intervalMs: 0,
  });
  await recorder.stop();
  expect(errors).toEqual([]);
  const { lines } = await createReadSeries(database.db)({ name: 'disk' });
  expect(lines.some(({ key }) => key === 'south')).toBe(false);
});
