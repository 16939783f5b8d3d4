// How the tracking pages look: both themes pass axe at both sizes, texts of charts are readable, and a demo shows its progress.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Dashboard, program, SIZES, startDashboard } from './dashboard.ts';
import { OWN_SITE, untilFilled } from './tracking-projects.ts';

let dashboard: Dashboard;
let demo: string;
let share: string;
/** The hash of each page, and a part that it has only with its data. */
let pages: readonly (readonly [hash: string, shows: string])[];

/** The smallest text of a chart, in pixels of the screen. */
const SMALLEST_TEXT = `Math.min(...[...document.querySelectorAll('.drawing')].map((figure) => {
  const svg = figure.querySelector('svg');
  const scale = Math.min(svg.clientWidth / svg.viewBox.baseVal.width, svg.clientHeight / svg.viewBox.baseVal.height);
  return parseFloat(getComputedStyle(svg.querySelector('text')).fontSize) * scale;
}))`;
/** The number of different heights of the labels in a fieldset. */
const LINES_OF_WEEKDAYS = `new Set([...document.querySelectorAll('.weekdays .field')].map((field) => field.offsetTop)).size`;
const TEXT_MIN = 11;

describe.skipIf(program === undefined)('looks of tracking', () => {
  beforeAll(async () => {
    dashboard = await startDashboard();
    const { service, account } = dashboard;
    demo = (await service.call('POST', '/projects/demo', account.test)).json.id;
    await untilFilled(service, demo);
    const [keyword] = (await service.call('GET', `/projects/${demo}/keywords?limit=1`, account.test)).json.items;
    const sections = ['summary', 'keywords', 'competitors', 'movers', 'features', 'pages'];
    share = (await service.call('POST', `/projects/${demo}/shares`, account.test, { name: 'Looks', sections })).json.url;
    const tab = (name: string) => `#/project/${demo}?tab=${name}`;
    pages = [
      ['#/projects', '.project-card .sparkline'],
      ['#/projects/new', '.next-runs'],
      [`#/project/${demo}`, '.drawing'],
      [tab('keywords'), '.virtual-row'],
      [tab('competitors'), '.drawing'],
      [tab('pages'), 'tbody tr'],
      [tab('alerts'), '.rule-list li'],
      [tab('settings'), '.next-runs'],
      [`#/keyword/${demo}.${keyword.id}`, '.chart canvas'],
      [`#/report/${demo}`, '.report .drawing'],
      [share.replace(/^\//, ''), '.report .drawing'],
    ];
  }, 600_000);
  afterAll(() => dashboard.stop());

  const themed = SIZES.flatMap(([name, size]) => (['light', 'dark'] as const).map((theme) => [name, theme, size] as const));
  test.each(themed)(
    'every page is accessible on %s in the %s theme',
    async (_name, theme, size) => {
      const visitor = await dashboard.visit(size, theme);
      await visitor.signIn(dashboard.account.test);
      for (const [hash, shows] of pages) {
        await visitor.page.goto(`${dashboard.base}/${hash}`);
        await visitor.page.locator(shows).first().waitFor();
        await visitor.allIsWell();
        if (shows.endsWith('.drawing')) expect(await visitor.page.evaluate(SMALLEST_TEXT)).toBeGreaterThanOrEqual(TEXT_MIN);
      }
      await visitor.leave();
    },
    300_000,
  );

  test.each(SIZES)('keywords are as wide as their table, and weekdays share a line where they fit, on %s', async (name, size) => {
    const visitor = await dashboard.visit(size);
    await visitor.signIn(dashboard.account.test);
    const { page } = visitor;
    await page.goto(`${dashboard.base}/#/project/${demo}?tab=keywords`);
    const [row, table] = [page.locator('.virtual-row').first(), page.locator('.virtual')];
    await row.waitFor();
    expect((await row.boundingBox())!.width).toBeGreaterThan((await table.boundingBox())!.width * 0.9);
    // The default columns need no scrolling.
    expect(await table.evaluate((box) => box.scrollWidth - box.clientWidth)).toBeLessThanOrEqual(0);
    await page.goto(`${dashboard.base}/#/projects/new`);
    await page.locator('.weekdays').waitFor();
    expect(await page.evaluate(LINES_OF_WEEKDAYS)).toBeLessThanOrEqual(name === 'a desktop' ? 1 : 3);
    await visitor.leave();
  });

  test('the charts show the values of a day at the pointer', async () => {
    const visitor = await dashboard.visit(SIZES[1][1]);
    await visitor.signIn(dashboard.account.test);
    const { page } = visitor;
    await page.goto(`${dashboard.base}/${pages[8]![0]}`);
    const box = (await page.locator('.chart .u-over').boundingBox())!;
    const tooltip = page.locator('.chart-tooltip');
    expect(await tooltip.isVisible()).toBe(false);
    await page.mouse.move(box.x + box.width * 0.7, box.y + box.height / 2);
    await expect.poll(() => tooltip.textContent()).toMatch(new RegExp(`\\d{4}.*${OWN_SITE} (Position|Not in top) \\d`));
    await page.mouse.move(box.x + box.width * 0.7, box.y - 60);
    await expect.poll(() => tooltip.isVisible()).toBe(false);
    await page.goto(`${dashboard.base}/#/project/${demo}`);
    const drawing = page.locator('.drawing').first();
    await drawing.waitFor();
    const before = await drawing.locator('figcaption').textContent();
    const svg = (await drawing.locator('svg').boundingBox())!;
    await page.mouse.move(svg.x + svg.width * 0.4, svg.y + svg.height / 2);
    await drawing.locator('.pointed circle').first().waitFor();
    expect(await drawing.locator('figcaption').textContent()).not.toBe(before);
    await visitor.allIsWell();
    await visitor.leave();
  });

  test('a demo that is being filled shows its progress and then its figures', async () => {
    const { test: key } = await dashboard.service.account();
    const visitor = await dashboard.visit(SIZES[1][1]);
    await visitor.signIn(key);
    await visitor.open('Projects');
    await visitor.page.getByRole('button', { name: 'Open demo project' }).click();
    await visitor.page.getByText(/Generating the history of the demo: \d+ of 90 days/).waitFor();
    await visitor.page.locator('.drawing').first().waitFor();
    await expect.poll(() => visitor.page.locator('.filling').count(), { timeout: 240_000 }).toBe(0);
    await visitor.allIsWell();
    await visitor.leave();
  }, 300_000);
});
