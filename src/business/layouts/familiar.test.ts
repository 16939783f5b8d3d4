// Familiar layouts: rules, and a redesign and an honest test of the engine on a real database.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '../../../test/database.ts';
import { SLOTS } from '../../platform/sketch.ts';
import { createAudit } from '../accounts/audit.ts';
import { createCaseAccess } from './cases.ts';
import { checkLayouts } from './check.ts';
import { isFamiliar, type KnownLayout, usualYieldIn } from './familiar.ts';
import { createLayoutTable, type LayoutTable, type SeenPage } from './table.ts';

const layout = (known: Partial<KnownLayout> = {}): KnownLayout => ({
  pages: 50,
  ageDays: 0.1,
  doubt: null,
  caseState: null,
  yields: { judged: 50, found: 450, requested: 500 },
  ...known,
});
const poor = { judged: 50, found: 300, requested: 500 };
const doubt = { kind: 'yield' } as const;

describe('a layout is familiar', () => {
  test.each<[string, Partial<KnownLayout>, number | null]>([
    ['after three pages that find as much as usual', { pages: 3 }, 0.9],
    ['when nothing is known about what is usual', { yields: poor }, null],
    ['when it has only further pages of searches', { yields: { judged: 0, found: 0, requested: 0 } }, 0.9],
    ['after a day, although the parser finds less', { yields: poor, ageDays: 1 }, 0.9],
    ['when its case was dismissed', { yields: poor, caseState: 'dismissed' }, 0.9],
    ['when its case was corrected', { yields: poor, caseState: 'corrected' }, 0.9],
    ['after seven days, although a check doubts it', { yields: poor, ageDays: 7, doubt, caseState: 'open' }, 0.9],
  ])('%s', (_, known, usual) => {
    expect(isFamiliar(layout(known), usual)).toBe(true);
  });
});

describe('a layout is not familiar', () => {
  test.each<[string, Partial<KnownLayout>, number | null]>([
    ['after two pages', { pages: 2, ageDays: 30 }, null],
    ['on its first day while the parser finds two thirds of what is usual', { yields: poor }, 0.9],
    ['after a day while a check doubts it', { ageDays: 3, doubt }, 0.9],
    ['after a day while its case is open', { ageDays: 3, caseState: 'open' }, 0.9],
  ])('%s', (_, known, usual) => {
    expect(isFamiliar(layout(known), usual)).toBe(false);
  });
});

test('the usual yield is that of the layouts that were known for a day and have no doubt', () => {
  const usual = layout({ ageDays: 1 });
  expect(usualYieldIn([usual, layout({ yields: poor })])).toBe(0.9);
  expect(usualYieldIn([usual, layout({ ageDays: 3, yields: poor })])).toBe(0.75);
  expect(usualYieldIn([usual, layout({ ageDays: 3, yields: poor, doubt })])).toBe(0.9);
  expect(usualYieldIn([usual, layout({ ageDays: 3, yields: poor, caseState: 'dismissed' })])).toBe(0.9);
  expect(usualYieldIn([layout({ ageDays: 1, yields: { judged: 29, found: 290, requested: 290 } })])).toBeNull();
});

describe('pages', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createDatabase();
  });
  afterAll(() => database.drop());
  beforeEach(() => database.db.script('delete from layouts'));

  /** Pages of one kind are 7/8 alike. */
  const sketchOf = (kind: number, page: number): Uint16Array =>
    Uint16Array.from({ length: SLOTS }, (_, slot) => (slot % 8 === page % 8 ? 40_000 + page * 64 + slot : kind * 1000 + slot + 1));
  const sketches = (kind: number, page: number) => ({ shapes: sketchOf(kind, page), names: sketchOf(kind + 100, page) });
  const pageOf = (kind: number, page: number, found: number): SeenPage => ({
    engine: 'bing',
    device: 'desktop',
    sketches: sketches(kind, page),
    outcome: 'valid',
    isFirst: true,
    requested: 10,
    found: { organic: { length: found } },
  });
  const workerOf = (): LayoutTable =>
    createLayoutTable({
      db: database.db,
      samplesMax: 0,
      retentionDays: 7,
      onUnknown: () => undefined,
      onError: (error) => {
        throw error;
      },
      intervalMs: 0,
    });
  /** Page 7 is observed in no test. */
  const isKnown = (worker: LayoutTable, kind: number): boolean => worker.familiarityOf('bing', sketches(kind, 7))!.names > 0.6;
  const age = async (days: number): Promise<void> => {
    await database.db.script(`update layouts set first_seen = first_seen - interval '${days * 24} hours'`);
    await database.db.script(`update layout_hours set hour = hour - interval '${Math.min(days, 2) * 24} hours'`);
  };
  /** A worker that has known the layout 1 for 20 days. */
  const established = async (): Promise<LayoutTable> => {
    const worker = workerOf();
    for (let page = 0; page < 60; page += 8) for (let time = 0; time < 8; time++) worker.observe(pageOf(1, page, 9));
    await worker.write();
    await age(20);
    await worker.load();
    return worker;
  };
  const reloaded = async (): Promise<LayoutTable> => {
    const worker = workerOf();
    await worker.load();
    return worker;
  };
  const observe = (worker: LayoutTable, found: number, count: number): void => {
    for (let page = 0; page < count; page++) worker.observe(pageOf(2, page % 7, found));
  };

  test('of a redesign that loses four of ten results stay in doubt for a day, on all workers', async () => {
    const worker = await established();
    for (let count = 0; count < 30; count++) {
      observe(worker, 5, 1);
      expect(isKnown(worker, 2)).toBe(false);
    }
    await worker.write();
    await checkLayouts(database.db, 0);
    await worker.load();
    expect(isKnown(worker, 2)).toBe(false);
    const other = await reloaded();
    observe(other, 6, 5);
    expect(isKnown(other, 2)).toBe(false);
    expect(isKnown(other, 1)).toBe(true);
  });

  test('of a redesign on which the parser finds a little less are familiar after a day', async () => {
    const worker = await established();
    observe(worker, 6, 30);
    await worker.write();
    await checkLayouts(database.db, 0);
    expect(isKnown(await reloaded(), 2)).toBe(false);
    await age(1);
    await checkLayouts(database.db, 0);
    expect(isKnown(await reloaded(), 2)).toBe(true);
  });

  test('of a redesign with a case stay in doubt until an operator dismisses it', async () => {
    const worker = await established();
    observe(worker, 3, 12);
    await worker.write();
    expect(await checkLayouts(database.db, 0)).toBe(1);
    await database.db.script("update layouts set first_seen = first_seen - interval '3 days'");
    await checkLayouts(database.db, 0);
    expect(isKnown(await reloaded(), 2)).toBe(false);
    const access = createCaseAccess(database.db, createAudit(database.db, 'test'), async () => null);
    await access.change((await access.list()).items[0]!.id, 'dismiss', 'ada');
    expect(isKnown(await reloaded(), 2)).toBe(true);
  });

  test('of a layout with a case that nobody looks at are familiar after seven days', async () => {
    const worker = await established();
    observe(worker, 3, 12);
    await worker.write();
    await checkLayouts(database.db, 0);
    await database.db.script("update layouts set first_seen = first_seen - interval '7 days'");
    await checkLayouts(database.db, 0);
    expect(isKnown(await reloaded(), 2)).toBe(true);
  });

  test('of a new layout on which the parser finds as much are familiar after three pages', async () => {
    const worker = await established();
    observe(worker, 9, 2);
    expect(isKnown(worker, 2)).toBe(false);
    observe(worker, 8, 1);
    expect(isKnown(worker, 2)).toBe(true);
    await worker.write();
    await checkLayouts(database.db, 0);
    expect(isKnown(await reloaded(), 2)).toBe(true);
  });

  test('become familiar as soon as the parser was corrected', async () => {
    const worker = await established();
    observe(worker, 5, 5);
    expect(isKnown(worker, 2)).toBe(false);
    observe(worker, 9, 40);
    expect(isKnown(worker, 2)).toBe(true);
  });
});
