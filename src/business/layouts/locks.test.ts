// Samples are kept, deleted, merged away and dropped at once: all transactions take their locks in one order.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '../../../test/database.ts';
import { SLOTS, sketchToBytes } from '../../platform/sketch.ts';
import { checkLayouts } from './check.ts';
import { keepCasePage } from './store.ts';

const OBJECT = '6a0000000000000000000a01';

let database: TestDatabase;
beforeAll(async () => {
  database = await createDatabase(20);
});
afterAll(() => database.drop());
beforeEach(() => database.db.script('delete from layouts; delete from objects; delete from cross_check_differences'));

const rows = <Row extends object>(text: string): Promise<Row[]> => database.db.query<Row>({ name: `locks ${text}`.slice(0, 60), text });
const addObject = (id: string): Promise<void> =>
  database.db.script(`insert into objects (retention_class, id, kind, account_id, live, request, cost, over_limit, expires_at)
    values (2, '${id}', 'serp', 1, true, '{}', 1, false, now() + interval '3 days')`);
/** Layouts of one kind are alike. */
const addLayout = (id: string, kind: number, minutesAgo: number): Promise<void> => {
  const sketch = sketchToBytes(Uint16Array.from({ length: SLOTS }, (_, slot) => kind * 1000 + slot)).toString('hex');
  return database.db.script(`insert into layouts (id, engine, device, shapes, names, pages, first_seen)
    values ('${id}', 'bing', 'desktop', '\\x${sketch}', '\\x${sketch}', 1, now() - interval '${minutesAgo} minutes')`);
};
const keep = (layoutId: string, objectId: string, db: Parameters<typeof keepCasePage>[0] = database.db): Promise<boolean> => {
  const region = { canonicalName: 'United States', countryCode: 'US', type: 'country', latitude: 39, longitude: -95 };
  const query = { engine: 'bing', keyword: 'clay pots', region, language: 'en', isMobile: false, maxResults: 10 };
  const body = { bytes: Buffer.from('x'), size: 1 };
  const page = {
    layoutId,
    objectId,
    query,
    contentType: 'text/html',
    status: 200,
    outcome: 'valid' as const,
    reason: null,
    found: {},
    body,
  };
  return keepCasePage(db, page, 3, 7);
};
const pages = () => rows<{ layout_id: string; object_id: string }>('select layout_id, object_id from case_pages order by 1, n');
const waiting = async (): Promise<number> =>
  (await rows("select 1 as one from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()")).length;
const untilWaiting = (count: number) => expect.poll(waiting, { interval: 20 }).toBe(count);

/** Holds the locks of `text` while `work` runs. */
async function holding(text: string, work: () => Promise<void>): Promise<void> {
  const holder = await database.db.connect();
  try {
    await holder.query('begin');
    await holder.query(text);
    await work();
  } finally {
    await holder.query('rollback');
    await holder.end();
  }
}

test('a page is kept, its object is deleted and its layout is merged at once, without a deadlock', async () => {
  await addObject(OBJECT);
  await addLayout('alpha', 1, 60);
  await addLayout('twin of alpha', 1, 10);
  await addLayout('beta', 30, 60);
  await addLayout('twin of beta', 30, 20);
  // The check merges the youngest layout first, which deletes this sample, and then changes the layout of the page below.
  await keep('twin of alpha', OBJECT);
  await database.db.script(`insert into cross_check_differences (object_id, engine, source_a, source_b, agreement, hosts_a, hosts_b)
    values ('${OBJECT}', 'bing', 'a', 'b', 0, '{}', '{}')`);
  let ends: Promise<PromiseSettledResult<unknown>[]> | undefined;
  await holding('select 1 from cross_check_differences for update', async () => {
    // Stops after it locked the object, before it deletes the sample. A transaction is not repeated after a deadlock.
    const removed = database.db.transaction((query) =>
      query({ name: 'remove', text: `select * from remove_object('${OBJECT}', 1, true, 'serp')` }),
    );
    await untilWaiting(1);
    const kept = database.db.transaction((query) => keep('beta', OBJECT, { query: query as never }));
    await untilWaiting(2);
    const checked = checkLayouts(database.db, 0);
    ends = Promise.allSettled([removed, kept, checked]);
    await Promise.race([checked, untilWaiting(3)]);
  });
  const [removed, kept, checked] = await ends!;
  expect(removed).toMatchObject({ status: 'fulfilled', value: [{ remove_object: OBJECT }] });
  expect(kept).toEqual({ status: 'fulfilled', value: false });
  expect(checked).toEqual({ status: 'fulfilled', value: 0 });
  expect(await pages()).toEqual([]);
  expect((await rows<{ id: string }>('select id from layouts order by id')).map(({ id }) => id)).toEqual(['alpha', 'beta']);
});

test('an object has one sample, even if two layouts keep it at once', async () => {
  await addObject(OBJECT);
  for (let n = 0; n < 6; n++) await addLayout(`layout ${n}`, n * 30, 10);
  const kept = await Promise.all(Array.from({ length: 6 }, (_, n) => keep(`layout ${n}`, OBJECT)));
  expect(kept.filter((one) => one)).toHaveLength(1);
  expect(await pages()).toHaveLength(1);
});

test('expired samples are dropped without waiting for a check that deletes some of them', async () => {
  await addLayout('alpha', 1, 10);
  for (const n of [1, 2]) {
    await addObject(`${OBJECT.slice(0, -1)}${n}`);
    await keep('alpha', `${OBJECT.slice(0, -1)}${n}`);
  }
  await database.db.script("update case_pages set expires_at = now() - interval '1 second'");
  await holding('delete from case_pages where n = 1', async () => {
    await database.db.script(`set statement_timeout = '10s'; select drop_expired('{7,30}', 400); reset statement_timeout`);
  });
  expect(await rows('select n from case_pages')).toEqual([{ n: 1 }]);
  await database.db.script(`select drop_expired('{7,30}', 400)`);
  expect(await pages()).toEqual([]);
});
