// Layouts on a real database: two workers, cases, samples, deletion and lost writes.
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '../../../test/database.ts';
import { compress } from '../../platform/gzip.ts';
import { SLOTS } from '../../platform/sketch.ts';
import { createAudit } from '../accounts/audit.ts';
import { createCaseAccess } from './cases.ts';
import { checkLayouts } from './check.ts';
import type { CaseQuery } from './store.ts';
import { createLayoutTable, type LayoutTable, type SeenPage } from './table.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database.drop());
beforeEach(() => database.db.script('delete from layouts; delete from objects'));

/** Sketches of pages of one kind are 7/8 alike. */
function sketchOf(kind: number, page: number): Uint16Array {
  return Uint16Array.from({ length: SLOTS }, (_, slot) => (slot % 8 === page % 8 ? 40_000 + page * 7 + slot : kind * 1000 + slot + 1));
}
const sketches = (kind: number, page: number) => ({ shapes: sketchOf(kind, page), names: sketchOf(kind + 100, page) });

const query: CaseQuery = {
  engine: 'bing',
  keyword: 'clay pots',
  region: { canonicalName: 'United States', countryCode: 'US', type: 'country', latitude: 39, longitude: -95 },
  language: 'en',
  isMobile: false,
  maxResults: 10,
};

async function addObject(id: string, live = true): Promise<void> {
  await database.db.query(
    {
      name: `add object ${live}`,
      text: `insert into objects (retention_class, id, kind, account_id, live, request, cost, over_limit, expires_at)
        values (2, $1, 'serp', 1, ${live}, '{}', 1, false, now() + interval '3 days')`,
    },
    [id],
  );
}

const sampleOf =
  (objectId: string): NonNullable<SeenPage['sample']> =>
  async () => ({
    objectId,
    query,
    contentType: 'text/html',
    status: 200,
    outcome: 'valid',
    reason: null,
    found: { outcome: 'valid', organic: [{ title: 'One', url: 'https://one.example/' }] },
    body: await compress('<title>clay pots</title>'),
  });

const pageOf = (kind: number, page: number, found: number, more: Partial<SeenPage> = {}): SeenPage => ({
  engine: 'bing',
  device: 'desktop',
  sketches: sketches(kind, page),
  outcome: 'valid',
  isFirst: true,
  requested: 10,
  found: { organic: { length: found } },
  ...more,
});

const unknown: string[] = [];
const workerOf = (samplesMax = 3): LayoutTable =>
  createLayoutTable({
    db: database.db,
    samplesMax,
    retentionDays: 7,
    onUnknown: (engine) => void unknown.push(engine),
    onError: (error) => {
      throw error;
    },
    intervalMs: 0,
  });
const rows = <Row extends object>(text: string): Promise<Row[]> =>
  database.db.query<Row>({ name: createHash('md5').update(text).digest('hex'), text });
const check = (): Promise<number | null> => checkLayouts(database.db, 0);
const access = () => createCaseAccess(database.db, createAudit(database.db, 'test'), async () => null);
/** Samples are built after `observe` returns. */
const settle = () => new Promise((resolve) => setTimeout(resolve, 50));

/** An engine whose usual layout is known, and a new one on which the parser finds three of ten results. */
async function openCase(worker: LayoutTable, pages = 12, sample?: SeenPage['sample']): Promise<void> {
  for (let page = 0; page < 40; page++) worker.observe(pageOf(1, page, 9));
  await worker.write();
  await database.db.script(
    `update layouts set first_seen = now() - interval '20 days'; update layout_hours set hour = hour - interval '3 hours'`,
  );
  for (let page = 0; page < pages; page++) {
    worker.observe(pageOf(2, page, 3, sample ? { sample } : {}));
    worker.observe(pageOf(1, page, 9));
  }
  await worker.write();
}

describe('layouts', () => {
  test('of two workers that find the same new layout become one, and their pages are added', async () => {
    const workers = [workerOf(), workerOf()] as const;
    for (let page = 0; page < 8; page++) {
      workers[0].observe(pageOf(1, page, 10));
      workers[1].observe(pageOf(1, page + 3, 8));
    }
    await Promise.all(workers.map((worker) => worker.write()));
    expect(await rows('select id from layouts')).toHaveLength(2);
    await check();
    const [layout, ...others] = (await access().layouts('bing')).items;
    expect(others).toEqual([]);
    expect(layout).toMatchObject({ pages: 16, yield: 0.9, shares: { hour: 1 }, filled: { organic: 1 } });
    // The other worker still knows its own first page and writes it again.
    for (const worker of workers) worker.observe(pageOf(1, 2, 9));
    await Promise.all(workers.map((worker) => worker.write()));
    await check();
    expect((await access().layouts(null)).items.map(({ pages }) => pages)).toEqual([18]);
  });

  test('that are found hundreds of times are merged over several checks', async () => {
    const worker = workerOf();
    worker.observe(pageOf(1, 0, 10));
    await worker.write();
    await database.db.script(`
      insert into layouts (id, engine, device, shapes, names, pages, first_seen)
        select 'twin' || n, engine, device, shapes, names, 1, first_seen + interval '1 second' from layouts, generate_series(1, 300) n;
      insert into layout_hours select l.id, h.hour, 1, 1, 10, 10, h.filled, 0, 0 from layouts l, layout_hours h where l.id like 'twin%'`);
    await check();
    expect((await rows('select 1 as one from layouts')).length).toBe(101);
    await check();
    expect((await access().layouts('bing')).items.map(({ pages }) => pages)).toEqual([301]);
    expect(await rows('select sum(pages)::integer as pages from layout_hours')).toEqual([{ pages: 301 }]);
  });

  test('of many writers at once lose no page', async () => {
    const workers = Array.from({ length: 6 }, () => workerOf());
    for (let round = 0; round < 5; round++) {
      for (const worker of workers) for (let kind = 0; kind < 4; kind++) worker.observe(pageOf(kind, 0, 10));
      await Promise.all([...workers.map((worker) => worker.write()), check()]);
    }
    const items = (await access().layouts('bing')).items;
    expect(items.map(({ pages }) => pages)).toEqual([30, 30, 30, 30]);
  });

  test('are known as familiar only after enough pages', async () => {
    const worker = workerOf();
    for (let page = 0; page < 49; page++) worker.observe(pageOf(1, page, 10));
    expect(worker.familiarityOf('bing', sketches(1, 3))).toBeNull();
    worker.observe(pageOf(1, 50, 10));
    expect(worker.familiarityOf('bing', sketches(1, 3))!.shapes).toBeGreaterThan(0.6);
    expect(worker.familiarityOf('bing', sketches(5, 3))!.names).toBeLessThan(0.1);
    expect(worker.familiarityOf('google', sketches(1, 3))).toBeNull();
    await worker.write();
    const other = workerOf();
    await other.load();
    expect(other.familiarityOf('bing', sketches(1, 3))!.shapes).toBeGreaterThan(0.6);
  });

  test('are at most 200 per engine in memory, of which the frequent 150 stay, and new ones find room', async () => {
    const worker = workerOf();
    for (let kind = 0; kind < 260; kind++) {
      const own = { shapes: Uint16Array.from({ length: SLOTS }, (_, slot) => kind * 64 + slot + 1), names: sketchOf(kind % 60, kind) };
      for (let time = 0; time <= kind % 3; time++) worker.observe(pageOf(0, 0, 10, { sketches: own }));
    }
    await worker.write();
    expect((await rows<{ pages: string }>('select pages from layouts')).length).toBeLessThanOrEqual(200);
    await check();
    expect(unknown.length).toBeGreaterThanOrEqual(200);
    const kept = await rows<{ pages: number }>('select min(pages) as pages, count(*) as count from layouts');
    expect(kept).toEqual([{ pages: 1, count: 150 }]);
    await worker.load();
    for (let page = 0; page < 5; page++) worker.observe(pageOf(300, page, 10));
    await worker.write();
    await check();
    expect(await rows(`select 1 as new from layouts where pages = 5`)).toHaveLength(1);
  });

  test('of a source with a new one on every few pages leave room for others, and few become cases', async () => {
    for (let round = 0; round < 3; round++) {
      const worker = workerOf();
      await worker.load();
      for (let kind = 0; kind < 70; kind++) {
        const at = round * 70 + kind;
        const own = { shapes: Uint16Array.from({ length: SLOTS }, (_, slot) => at * 64 + slot + 1), names: sketchOf(at % 60, at) };
        for (let page = 0; page < 5; page++) worker.observe(pageOf(0, page, 0, { sketches: own, outcome: 'unparsed' }));
      }
      await worker.write();
      await check();
    }
    const [count] = await rows(`select count(*)::integer as cases, (select count(*)::integer from layouts) as layouts,
      (select count(*)::integer from layouts where doubt is not null) as doubts from cases where state = 'open'`);
    expect(count).toEqual({ cases: 20, layouts: expect.any(Number), doubts: 20 });
    const worker = workerOf();
    await worker.load();
    for (let page = 0; page < 5; page++) worker.observe(pageOf(300, page, 10));
    await worker.write();
    expect(
      await rows('select 1 as new from layouts where pages = 5 and id in (select layout_id from layout_hours where judged = 5)'),
    ).toHaveLength(1);
  });

  test('whose write is lost miss counts, and nothing else', async () => {
    const worker = workerOf();
    worker.observe(pageOf(1, 0, 10));
    await worker.write();
    // The process ends here: the next pages were never written.
    worker.observe(pageOf(1, 1, 10));
    const next = workerOf();
    await next.load();
    next.observe(pageOf(1, 2, 10));
    await next.write();
    const [sums] = await rows<{ pages: string; hours: string }>(
      'select sum(l.pages) as pages, (select sum(pages) from layout_hours) as hours from layouts l',
    );
    expect(sums).toEqual({ pages: '2', hours: '2' });
  });
});

describe('a case', () => {
  test('opens after ten pages of a new layout that finds less, and not before', async () => {
    const worker = workerOf();
    await openCase(worker, 9);
    await check();
    expect((await access().list()).items).toEqual([]);
    worker.observe(pageOf(2, 9, 3));
    await worker.write();
    expect(await check()).toBe(1);
    const { items } = await access().list();
    expect(items).toHaveLength(1);
    expect(items[0]).toMatchObject({
      engine: 'bing',
      device: 'desktop',
      kind: 'yield',
      state: 'open',
      figures: { pages: 10, neighboursYield: 0.9 },
    });
    expect(items[0]!.summary).toBe('On a new layout of Bing, the parser finds 30% of the requested results. Usual are 90%.');
    expect(await check()).toBe(0);
  });

  test('is checked by one process at a time', async () => {
    const leases = await Promise.all(Array.from({ length: 4 }, () => checkLayouts(database.db, 3600)));
    expect(leases.every((opened) => opened === null)).toBe(true);
    await database.db.script(`update layout_checks set checked_at = now() - interval '1 day'`);
    const held = await Promise.all(Array.from({ length: 4 }, () => checkLayouts(database.db, 3600)));
    expect(held.filter((opened) => opened !== null)).toHaveLength(1);
  });

  test('keeps sample pages of live objects up to the limit, and loses each with its object', async () => {
    const ids = Array.from({ length: 5 }, (_, n) => `6a0000000000000000000a0${n}`);
    for (const id of ids) await addObject(id);
    await addObject('6a0000000000000000000b00', false);
    const worker = workerOf(2);
    await openCase(worker);
    await check();
    // The doubt is read with the next load.
    await worker.load();
    worker.observe(pageOf(2, 1, 3, { sample: sampleOf('6a0000000000000000000b00') }));
    await settle();
    await worker.write();
    expect(await rows('select 1 from case_pages')).toEqual([]);
    await worker.load();
    for (const id of ids) worker.observe(pageOf(2, 1, 3, { sample: sampleOf(id) }));
    worker.observe(pageOf(2, 1, 10, { sample: sampleOf(ids[4]!) }));
    await settle();
    await worker.write();
    const [found] = (await access().list()).items;
    expect(found!.pages).toBe(2);
    const detail = (await access().detail(found!.id))!;
    expect(detail.samples.map(({ n, objectId, found: items }) => [n, objectId, items])).toEqual([
      [1, ids[0], { organic: 1 }],
      [2, ids[1], { organic: 1 }],
    ]);
    expect((await access().page(found!.id, 1))!.body).toBe('<title>clay pots</title>');
    expect(await rows(`select * from remove_object('${ids[0]}', 1, true, 'serp')`)).toHaveLength(1);
    expect(await access().page(found!.id, 1)).toBeNull();
    await database.db.script("update case_pages set expires_at = now() - interval '1 second'");
    expect((await access().detail(found!.id))!.samples).toEqual([]);
    await rows(`select drop_expired('{7,30}', 400)`);
    expect(await rows('select 1 as one from case_pages')).toEqual([]);
  });

  test('loses samples that are older than a shortened retention, and those of objects that are gone', async () => {
    const ids = ['6a0000000000000000000e01', '6a0000000000000000000e02', '6a0000000000000000000e03'] as const;
    for (const id of ids) await addObject(id);
    const worker = workerOf();
    await openCase(worker);
    await check();
    await worker.load();
    for (const id of ids) worker.observe(pageOf(2, 1, 3, { sample: sampleOf(id) }));
    await settle();
    await worker.write();
    const left = async () => (await rows<{ object_id: string }>('select object_id from case_pages order by n')).map((row) => row.object_id);
    expect(await left()).toEqual(ids);
    await database.db.script(`update case_pages set kept_at = now() - interval '50 hours' where object_id = '${ids[0]}'`);
    await rows(`select drop_expired('{7,30}', 400)`);
    expect(await left()).toEqual(ids);
    await rows(`select drop_expired('{2,30}', 400)`);
    expect(await left()).toEqual([ids[1], ids[2]]);
    // As `reverse_unsolved()` does it. The row of the other one is dropped with its day.
    await database.db.script(`update objects set deleted = true where id = '${ids[1]}'; delete from objects where id = '${ids[2]}'`);
    await rows(`select drop_expired('{7,30}', 400)`);
    expect(await left()).toEqual([]);
  });

  test('gets no page of an object that is deleted at the same time', async () => {
    const worker = workerOf(5);
    await openCase(worker);
    await check();
    for (let round = 0; round < 10; round++) {
      const id = `6a0000000000000000000c${String(round).padStart(2, '0')}`;
      await addObject(id);
      await worker.load();
      worker.observe(pageOf(2, 1, 3, { sample: sampleOf(id) }));
      await settle();
      await Promise.all([worker.write(), rows(`select * from remove_object('${id}', 1, true, 'serp')`)]);
      expect(await rows(`select 1 as page from case_pages where object_id = '${id}'`)).toEqual([]);
    }
  });

  test('is dismissed for good, and can be reopened', async () => {
    const worker = workerOf();
    await openCase(worker);
    await check();
    const { id } = (await access().list()).items[0]!;
    expect(await access().change(id, 'dismiss', 'ada')).toMatchObject({ state: 'dismissed', changedBy: 'ada' });
    await check();
    expect((await access().list()).items[0]).toMatchObject({ id, state: 'dismissed' });
    expect(await access().change(id, 'reopen', 'bob')).toMatchObject({ state: 'open', closedAt: null, changedBy: 'bob' });
    expect(await access().change('unknown', 'reopen', 'bob')).toBeNull();
    expect(
      (await rows<{ action: string }>(`select action from audit where subject = '${id}' order by at`)).map(({ action }) => action),
    ).toEqual(['case.dismiss', 'case.reopen']);
  });

  test('loses its pages when it is dismissed, and gets no further ones', async () => {
    const ids = ['6a0000000000000000000d01', '6a0000000000000000000d02'] as const;
    for (const id of ids) await addObject(id);
    const worker = workerOf();
    await openCase(worker);
    await check();
    await worker.load();
    worker.observe(pageOf(2, 1, 3, { sample: sampleOf(ids[0]) }));
    await settle();
    await worker.write();
    const { id, pages } = (await access().list()).items[0]!;
    expect(pages).toBe(1);
    await access().change(id, 'dismiss', 'ada');
    expect(await rows('select n from case_pages')).toEqual([]);
    // This worker has not loaded the decision yet.
    worker.observe(pageOf(2, 1, 3, { sample: sampleOf(ids[1]) }));
    await settle();
    await worker.write();
    expect(await rows('select n from case_pages')).toEqual([]);
    await check();
    expect(await rows('select id from layouts where doubt is not null')).toEqual([]);
  });

  test('is corrected when the parser finds as much as elsewhere', async () => {
    const worker = workerOf();
    await openCase(worker);
    await check();
    await database.db.script(`update layout_hours h set hour = hour - interval '5 hours' from cases c where h.layout_id = c.layout_id`);
    for (let page = 0; page < 40; page++) worker.observe(pageOf(2, page, 9));
    await worker.write();
    await check();
    expect((await access().list()).items[0]).toMatchObject({ state: 'corrected' });
  });

  test('is resolved when its layout is no longer used', async () => {
    const worker = workerOf();
    await openCase(worker);
    await check();
    await database.db.script(`update layout_hours h set hour = hour - interval '2 days' from cases c where h.layout_id = c.layout_id`);
    await check();
    expect((await access().list()).items[0]).toMatchObject({ state: 'resolved' });
  });
});
