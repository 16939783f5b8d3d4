// The figures and bars of the `dashboard` instrument. Its runs need a browser and take minutes.
import { expect, test } from 'vitest';
import { interactiveMs, shiftOf } from '../lab/dashboard/in-page.ts';
import { missesOf, type Row, rowOf, tableOf } from '../lab/dashboard/verdict.ts';
import { pageNames, viewsOf } from '../lab/dashboard/views.ts';

const NO_SHIFTS = { shifts: [], errors: [], fileBytes: 60_000, dataBytes: 5000, interactiveMs: 300 };
const shift = (value: number) => ({ at: 100, value, moved: ['div.card 0 0 10 10 → 0 20 10 10'] });

test('a page is interactive when it is complete and no long task runs for 200 ms', () => {
  const task = (start: number, end: number) => ({ start, end });
  expect(interactiveMs({ readyAt: 300, longTasks: [] })).toBe(300);
  expect(interactiveMs({ readyAt: 300, longTasks: [task(50, 140)] })).toBe(300);
  expect(interactiveMs({ readyAt: 300, longTasks: [task(280, 390)] })).toBe(390);
  // The second task starts within 200 ms of the first, the third does not.
  expect(interactiveMs({ readyAt: 300, longTasks: [task(700, 800), task(350, 420), task(900, 1100), task(1400, 1500)] })).toBe(420);
  expect(interactiveMs({ readyAt: 300, longTasks: [task(350, 420), task(600, 700)] })).toBe(700);
});

test('the time is a median, and the shifts are those of the worst load', () => {
  const loads = [
    { ...NO_SHIFTS, interactiveMs: 900 },
    { ...NO_SHIFTS, interactiveMs: 200, shifts: [shift(0.01), shift(0.03)], errors: ['refused'] },
    { ...NO_SHIFTS, interactiveMs: 400 },
  ];
  const row = rowOf('queue', 'phone', loads);
  expect(row.figures).toEqual({ fileBytes: 60_000, dataBytes: 5000, interactiveMs: 400, shift: 0.04 });
  expect(row.moved).toHaveLength(2);
  expect(missesOf(row)).toEqual(['moves by 0.04, at most 0.02', 'console error: refused']);
  expect(shiftOf([])).toBe(0);
});

test('every bar can be missed', () => {
  const good = rowOf('usage', 'desktop', [NO_SHIFTS]);
  const withFigures = (figures: Partial<NonNullable<Row['figures']>>): Row => ({ ...good, figures: { ...good.figures!, ...figures } });
  expect(missesOf(good)).toEqual([]);
  expect(missesOf(withFigures({ shift: 0.02, interactiveMs: 999, fileBytes: 100_000, dataBytes: 9e6 }))).toEqual([]);
  expect(missesOf(withFigures({ shift: 0.021 }))).toHaveLength(1);
  expect(missesOf(withFigures({ interactiveMs: 1000 }))).toHaveLength(1);
  expect(missesOf(withFigures({ fileBytes: 100_001 }))).toHaveLength(1);
  const failed: Row = { ...good, figures: null, errors: ['was not complete'] };
  expect(missesOf(failed)).toEqual(['was not complete']);
  expect(tableOf([good, failed]).map((line) => line.trim().split(/\s+/).at(-1))).toEqual(['verdict', 'PASS', 'FAIL']);
});

test('every page of the dashboard is measured, and each kind of result', () => {
  const names = pageNames();
  expect(names).toEqual(expect.arrayContaining(['playground', 'objects', 'queue', 'settings']));
  const object = { id: '0'.repeat(24), shows: '.hit' };
  const quality = { openCase: '2'.repeat(24), dismissedCase: '3'.repeat(24), objectId: object.id };
  const tracking = { projectId: '1', keywordId: '2', failing: '1.3', share: 'share/token' };
  const views = viewsOf({
    objects: { google: object, before: object, after: object },
    accountId: '1',
    domain: 'shop.example',
    tracking,
    quality,
  });
  expect(views.map(({ name }) => name)).toEqual(
    expect.arrayContaining([...names, 'project keywords', 'share', 'result google', 'whois', 'technologies', 'sign-in']),
  );
  expect(() => pageNames("{ name: 'queue', title: 'Queue' }")).toThrow('0 pages and 1 names');
});
