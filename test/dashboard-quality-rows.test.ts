// The page "Quality" in a browser with hundreds of cases and sources.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Dashboard, OPERATOR_TOKEN, program, SIZES, startDashboard } from './dashboard.ts';

let dashboard: Dashboard;

describe.skipIf(program === undefined)('long lists of the page "Quality"', () => {
  beforeAll(async () => {
    // The first canary is due after a tenth of the interval, so that none runs during the test.
    dashboard = await startDashboard({ CANARY_INTERVAL_MINUTES: '720' });
  }, 300_000);
  afterAll(() => dashboard.stop());

  test('hundreds of cases and sources begin with their first rows', async () => {
    const { page, ...visitor } = await dashboard.visit(SIZES[0][1]);
    await visitor.signIn(OPERATOR_TOKEN);
    await dashboard.service.database.db.script(`
      insert into layouts (id, engine, device, shapes, names) select 'many-' || n, 'yahoo', 'desktop', '', '' from generate_series(1, 498) as n;
      insert into cases (layout_id, engine, device, kind, figures)
        select id, engine, device, 'yield', '{"pages":50,"share":0.1,"yield":0.3,"neighboursYield":0.9,"arrays":[]}' from layouts where id like 'many-%';
      insert into canary_sources (engine, source) select engine, 'many-' || n from unnest(array['yahoo', 'naver']) as engine, generate_series(1, 50) as n`);
    await visitor.open('Quality');
    const rows = (caption: string) => page.getByRole('table', { name: caption }).getByRole('row').count();
    await page.getByRole('button', { name: 'Show all 498 cases' }).waitFor();
    expect(await rows('Cases')).toBe(31);
    await page.getByText('sources not tested yet').waitFor();
    await visitor.allIsWell();
    await page.getByRole('button', { name: 'Show all 498 cases' }).focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => rows('Cases')).toBe(499);
    await page.getByRole('button', { name: 'Show the first 30' }).click();
    await expect.poll(() => rows('Cases')).toBe(31);
    await visitor.leave();
  });
});
