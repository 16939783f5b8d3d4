// Gauges of tracking, read from a real database at a scrape.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '../../test/database.ts';
import { makeAccount } from '../../test/orders.ts';
import { addChecks, addTracked, makeTracked, slotOfDay } from '../../test/tracked.ts';
import { createMetrics } from '../platform/metrics.ts';
import { watchDatabase } from './database-watch.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createDatabase();
  await database.db.script('select make_tracking_partitions(3, 0)');
});
afterAll(() => database.drop());

const trackingGauges = (text: string) =>
  [...text.matchAll(/^(sextant_tracking_[a-z_]+)\{[^}]*\} (\S+)$/gm)].map(([, name, value]) => [name, Number(value)] as const);

test('a scrape shows how late the oldest project is, and the checks without a point', async () => {
  const { db } = database;
  const metrics = createMetrics('api');
  const watch = watchDatabase(db, metrics, () => 0, []);
  try {
    const before = Object.fromEntries(trackingGauges(await metrics.text([])));
    expect(before).toEqual({ sextant_tracking_late_seconds: 0, sextant_tracking_pending_checks: 0 });

    const project = await makeTracked(db, await makeAccount(db, { credits: 10 }), { lastSlot: slotOfDay(1) });
    const ids = await addTracked(db, project, ['tea', 'coffee']);
    await addChecks(db, project, slotOfDay(0), new Map(ids.map((id) => [id, `object ${id}`])));
    await db.script(`update projects set next_at = tracking_now() - interval '10 minutes' where id = ${project.id}`);
    const late = Object.fromEntries(trackingGauges(await metrics.text([])));
    expect(late.sextant_tracking_pending_checks).toBe(2);
    expect(late.sextant_tracking_late_seconds).toBeGreaterThanOrEqual(600);
    expect(late.sextant_tracking_late_seconds).toBeLessThan(1200);

    // A project that is due later is not late, and recorded checks are not pending.
    await db.script(
      `update projects set next_at = tracking_now() + interval '1 hour' where id = ${project.id}; update checks set state = 2`,
    );
    expect(Object.fromEntries(trackingGauges(await metrics.text([])))).toEqual(before);
  } finally {
    watch.stop();
  }
});
