// The page of one keyword and the printed report, at phone and desktop size.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Dashboard, program, SIZES, startDashboard, type Visitor } from './dashboard.ts';
import { createProject, OWN_SITE, runProject, untilFilled } from './tracking-projects.ts';

let dashboard: Dashboard;
let demo: string;
let keyword: { readonly id: string; readonly keyword: string };
let failing: string;

describe.skipIf(program === undefined)('a keyword in the dashboard', () => {
  beforeAll(async () => {
    dashboard = await startDashboard();
    const { service, account } = dashboard;
    demo = (await service.call('POST', '/projects/demo', account.test)).json.id;
    const project = await createProject(service, account.test, [{ keyword: 'test:faulty marine radio' }]);
    await runProject(service, account.test, project);
    failing = `${project}.${(await service.call('GET', `/projects/${project}/keywords`, account.test)).json.items[0].id}`;
    await untilFilled(service, demo);
    const { json } = await service.call('GET', `/projects/${demo}/keywords?limit=100`, account.test);
    keyword = json.items.find(({ position }: { position: number | null }) => position !== null);
    // Two real checks, so that there are two stored result pages to compare. Runs of one minute are one run.
    await runProject(service, account.test, demo);
    await new Promise((resolve) => setTimeout(resolve, 61_000));
    await runProject(service, account.test, demo);
  }, 900_000);
  afterAll(() => dashboard.stop());

  describe.each(SIZES)('on %s', (_name, size) => {
    let visitor: Visitor;
    beforeAll(async () => {
      visitor = await dashboard.visit(size);
      await visitor.signIn(dashboard.account.test);
    });
    afterAll(() => visitor.leave());

    test('shows the history with competitors and notes, and every check', async () => {
      const { page } = visitor;
      await page.goto(`${dashboard.base}/#/keyword/${demo}.${keyword.id}`);
      await page.getByRole('heading', { level: 1, name: keyword.keyword }).waitFor();
      await page.locator('.chart canvas').waitFor();
      const legend = (await page.locator('.chart .u-legend').textContent()) ?? '';
      expect(legend).toContain(OWN_SITE);
      expect(legend).toContain('corlunddirect.example');
      expect(legend).toContain('Note');
      const checks = page.getByRole('table', { name: 'Checks' });
      expect(await checks.locator('tbody tr').count()).toBe(14);
      await page.getByRole('button', { name: /^Show all \d+ checks$/ }).click();
      expect(await checks.locator('tbody tr').count()).toBeGreaterThan(89);
      await visitor.allIsWell();
      const box = (await page.locator('.chart').boundingBox())!;
      expect(box.width).toBeLessThanOrEqual(size.width);
    });

    test('the period is a choice', async () => {
      const { page } = visitor;
      await page.goto(`${dashboard.base}/#/keyword/${demo}.${keyword.id}`);
      await page.getByLabel('Period').selectOption('7');
      const checks = page.getByRole('table', { name: 'Checks' });
      await expect.poll(() => checks.locator('tbody tr').count()).toBeLessThan(12);
      await visitor.allIsWell();
    });

    test('the first results of two days are compared from the history', async () => {
      const { page } = visitor;
      await page.goto(`${dashboard.base}/#/keyword/${demo}.${keyword.id}`);
      const table = page.getByRole('table', { name: 'First results' });
      await expect.poll(() => table.locator('tbody tr').count()).toBe(10);
      await table.getByText('Yours').first().waitFor();
      const options = page.getByLabel('Compared with').locator('option');
      await page.getByLabel('Compared with').selectOption({ index: (await options.count()) - 1 });
      await expect.poll(async () => /▲|▼|Entered/.test((await table.textContent()) ?? '')).toBe(true);
      await visitor.allIsWell();
    });

    test('two stored result pages are opened in the comparison', async () => {
      const { page } = visitor;
      await page.goto(`${dashboard.base}/#/keyword/${demo}.${keyword.id}`);
      const boxes = page.getByRole('checkbox', { name: /^Compare / });
      await boxes.first().waitFor();
      await boxes.nth(0).check();
      await boxes.nth(1).check();
      await page.getByRole('link', { name: 'Compare', exact: true }).last().click();
      await page.getByRole('heading', { level: 1, name: 'Compare' }).waitFor();
      expect(page.url()).toMatch(/a=[0-9a-f]{24}&b=[0-9a-f]{24}/);
      await visitor.allIsWell();
    });

    test('a failed check has its reason, and no position', async () => {
      const { page } = visitor;
      await page.goto(`${dashboard.base}/#/keyword/${failing}`);
      await page.getByRole('table', { name: 'Checks' }).getByText('Check failed: the search engine did not answer').waitFor();
      expect(await page.locator('.stats').textContent()).toContain('Check failed');
      expect(await page.locator('.stats').textContent()).not.toContain('Not in top');
      expect(await page.locator('.chart .u-legend').textContent()).toContain('Not checked');
      await visitor.allIsWell();
    });

    test('tags, target page and star are changed', async () => {
      const { page } = visitor;
      await page.goto(`${dashboard.base}/#/keyword/${failing}`);
      const form = page.getByRole('form', { name: 'Keyword settings' });
      await form.getByLabel('Tags').fill(`radio, ${size.width}`);
      await form.getByLabel('Target page').fill(`https://${OWN_SITE}/radio`);
      await form.getByLabel('Starred').check();
      await form.getByRole('button', { name: 'Save keyword' }).click();
      await form.getByText('Saved.').waitFor();
      const [project, id] = failing.split('.');
      const { json } = await dashboard.service.call('GET', `/projects/${project}/keywords/${id}`, dashboard.account.test);
      expect(json).toMatchObject({ starred: true, targetUrl: `https://${OWN_SITE}/radio` });
      expect([...json.tags].sort()).toEqual([String(size.width), 'radio']);
      await visitor.allIsWell();
    });

    test('an unknown keyword says so', async () => {
      const { page } = visitor;
      await page.goto(`${dashboard.base}/#/keyword/${demo}.2147483647`);
      await expect.poll(() => page.getByRole('alert').first().textContent()).toContain('404');
      // The browser logs the rejection itself.
      expect(visitor.complaints.splice(0).length).toBeGreaterThan(0);
    });

    test('the report has all sections, and prints without navigation and buttons', async () => {
      const { page } = visitor;
      await page.goto(`${dashboard.base}/#/report/${demo}`);
      await page.locator('.report .drawing').first().waitFor();
      for (const title of [
        'Visibility',
        'Distribution of positions',
        'Improved',
        'Dropped',
        'Competitors',
        'SERP features',
        'Ranking pages',
      ])
        await page.locator('.report').getByRole('heading', { name: title, exact: true }).waitFor();
      await visitor.allIsWell();
      await page.emulateMedia({ media: 'print' });
      for (const hidden of ['.side', '.top', '.no-print']) expect(await page.locator(hidden).first().isVisible()).toBe(false);
      expect(await page.locator('.report').isVisible()).toBe(true);
      const file = await page.pdf({ format: 'A4' });
      expect(file.subarray(0, 5).toString()).toBe('%PDF-');
      await page.emulateMedia({ media: 'screen' });
    });
  });
});
