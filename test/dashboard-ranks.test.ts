// Rankings over two months, at phone and desktop size.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Dashboard, program, SIZES, startDashboard } from './dashboard.ts';
import { fillDays, type TrackedKeyword, wander } from './many-days.ts';

const DAYS = 60;
const TRACKED: readonly TrackedKeyword[] = [
  { keyword: 'harbour light', engine: 'google', region: 'DE', positionOn: wander(2, 1) },
  { keyword: 'brass compass', engine: 'google', region: 'DE', positionOn: wander(4, 2) },
  { keyword: 'brass compass', engine: 'bing', region: 'DE', positionOn: wander(6, 3) },
  { keyword: 'a long rope for an old ship', engine: 'google', region: 'US', positionOn: wander(8, 4) },
  { keyword: 'sail cloth', engine: 'google', region: 'US', positionOn: (daysAgo) => (daysAgo > 30 ? 9 : 3) },
  // Not ranking on some days.
  { keyword: 'anchor chain', engine: 'google', region: 'DE', positionOn: (daysAgo) => (daysAgo % 10 < 3 ? null : 5) },
];

let dashboard: Dashboard;
let domain: string;
describe.skipIf(program === undefined)('rankings of sixty days', () => {
  beforeAll(async () => {
    dashboard = await startDashboard({ RETENTION_DAYS: '90' });
    domain = await fillDays(dashboard.service, dashboard.account.test, DAYS, TRACKED);
  }, 300_000);
  afterAll(() => dashboard.stop());

  test.each(SIZES)('can be read on %s', async (_name, size) => {
    const visitor = await dashboard.visit(size);
    const { page } = visitor;
    await visitor.signIn(dashboard.account.test);
    await page.goto(`${dashboard.base}/#/ranks?domain=${domain}&days=90`);
    await page.locator('.chart canvas').waitFor();
    const table = page.getByRole('table', { name: 'Position changes' });
    expect(await table.locator('tbody tr').count()).toBe(TRACKED.length);
    await visitor.allIsWell();
    const box = (await page.locator('.chart').boundingBox())!;
    expect(box.width).toBeLessThanOrEqual(size.width);
    await visitor.leave();
  });
});
