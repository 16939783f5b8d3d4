// The keyword table of a project: adding, filters, bulk actions, 10,000 rows and the keyboard, at phone and desktop size.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Dashboard, program, SIZES, startDashboard, type Visitor } from './dashboard.ts';
import { addManyKeywords, createProject, runProject, untilFilled } from './tracking-projects.ts';

const MANY = 10_000;
let dashboard: Dashboard;
let demo: string;
let large: string;

describe.skipIf(program === undefined)('the keyword table', () => {
  beforeAll(async () => {
    dashboard = await startDashboard();
    const { service, account } = dashboard;
    demo = (await service.call('POST', '/projects/demo', account.test)).json.id;
    large = await createProject(service, account.test, [{ keyword: 'nautical compass' }], { name: 'Large shop' });
    await addManyKeywords(service, large, MANY);
    await untilFilled(service, demo);
  }, 600_000);
  afterAll(() => dashboard.stop());

  describe.each(SIZES)('on %s', (name, size) => {
    let visitor: Visitor;
    const open = async (hash: string) => {
      await visitor.page.goto(`${dashboard.base}/${hash}`);
    };
    beforeAll(async () => {
      visitor = await dashboard.visit(size);
      await visitor.signIn(dashboard.account.test);
    });
    afterAll(() => visitor.leave());

    test('keywords are added with the price per month, and duplicates are named', async () => {
      const { page } = visitor;
      const id = await createProject(dashboard.service, dashboard.account.test, [{ keyword: 'marine gps' }], {
        name: `Adding on ${name}`,
        schedule: { every: 'weekdays' },
      });
      await open(`#/project/${id}?tab=keywords&add=yes`);
      await page.getByLabel('New keywords').fill('marine gps\nnautical clock');
      const notice = page.locator('.notice', { hasText: '1 new keyword' });
      await notice.getByText(/credits? more per month/).waitFor();
      await notice.getByText('1 duplicate left out: marine gps').waitFor();
      await page.getByRole('form', { name: 'Paste keywords' }).getByLabel('Tags').fill('gifts');
      await visitor.allIsWell();
      await page.getByRole('button', { name: 'Add keywords' }).last().click();
      await page.getByText('1 keyword added.').waitFor();
      await page.locator('.virtual-row', { hasText: 'nautical clock' }).waitFor();
      await page.getByRole('tab', { name: 'Import a file' }).click();
      await page.getByLabel('File', { exact: true }).setInputFiles({
        name: 'keywords.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from('keyword,tags,volume,shoe size\nsailing gloves,clothing,900,42\n'),
      });
      await page.getByText(/Not used: shoe size/).waitFor();
      await page.getByRole('button', { name: 'Import', exact: true }).click();
      await page.locator('.virtual-row', { hasText: 'sailing gloves' }).waitFor();
      await visitor.allIsWell();
    });

    test('the table of the demo is filtered and sorted, and the URL keeps both', async () => {
      const { page } = visitor;
      await open(`#/project/${demo}?tab=keywords`);
      const rows = page.locator('.virtual-row');
      await rows.first().waitFor();
      const all = await rows.count();
      await page.getByLabel('Tag', { exact: true }).selectOption('charts');
      await expect.poll(() => rows.count()).toBe(2);
      expect(page.url()).toContain('tag=charts');
      await page.reload();
      await expect.poll(() => rows.count()).toBe(2);
      await page.getByRole('button', { name: 'Clear filters' }).click();
      await expect.poll(() => rows.count()).toBe(all);
      await page.getByLabel('Sort by').selectOption('volume');
      await expect.poll(async () => await rows.first().textContent()).toContain('marine binoculars');
      expect(page.url()).toContain('sort=volume');
      await visitor.allIsWell();
    });

    test('selected keywords are tagged, paused and checked after their price was confirmed', async () => {
      const { page } = visitor;
      const keywords = [{ keyword: 'sailing rope' }, { keyword: 'ship barometer' }];
      const id = await createProject(dashboard.service, dashboard.account.test, keywords, { name: `Bulk on ${name}` });
      await open(`#/project/${id}?tab=keywords`);
      await page.getByLabel('Select sailing rope (desktop)').check();
      const bar = page.getByRole('region', { name: 'Selected keywords' });
      await bar.getByText('1 keyword selected').waitFor();
      await bar.getByLabel('Tag', { exact: true }).fill('ropes');
      await bar.getByRole('button', { name: 'Add tag' }).click();
      await bar.getByText('Tag added.').waitFor();
      await visitor.allIsWell();
      await bar.getByRole('button', { name: 'Run now' }).click();
      await bar.getByRole('button', { name: /^Check 1 keyword for \d+ credits?$/ }).click();
      await bar.getByText('Run started.').waitFor();
      await bar.getByRole('button', { name: 'Pause' }).click();
      await page.locator('.virtual-row', { hasText: 'Paused' }).waitFor();
      const { json } = await dashboard.service.call('GET', `/projects/${id}/keywords`, dashboard.account.test);
      expect(json.items.find(({ keyword }: { keyword: string }) => keyword === 'sailing rope')).toMatchObject({
        tags: ['ropes'],
        enabled: false,
      });
      await page.getByRole('button', { name: 'Clear selection' }).click();
      await page.getByLabel('Select ship barometer (desktop)').check();
      await bar.getByRole('button', { name: 'Remove', exact: true }).click();
      await bar.getByText('You cannot undo this').waitFor();
      await bar.getByRole('button', { name: 'Remove 1 keyword' }).click();
      await expect.poll(() => page.locator('.virtual-row').count()).toBe(1);
      await visitor.allIsWell();
    });

    test('10,000 keywords need fewer than 60 rows in the document, at both ends and in between', async () => {
      const { page } = visitor;
      await open(`#/project/${large}?tab=keywords`);
      const rows = page.locator('.virtual-row');
      await rows.first().waitFor();
      const box = page.getByRole('region', { name: 'Tracked keywords' });
      for (const share of [0, 0.37, 1]) {
        await box.evaluate((element, part) => element.scrollTo(0, element.scrollHeight * part), share);
        await expect.poll(() => rows.count()).toBeGreaterThan(5);
        expect(await rows.count()).toBeLessThan(60);
      }
      await rows.filter({ hasText: `many ${String(MANY).padStart(6, '0')}` }).waitFor();
      expect(await page.getByRole('table', { name: 'Tracked keywords' }).getAttribute('aria-rowcount')).toBe(String(MANY + 2));
      await page.getByLabel('Search').fill('many 004321');
      await expect.poll(() => rows.count()).toBe(1);
      await visitor.allIsWell();
    });

    test('the table can be used with the keyboard', async () => {
      const { page } = visitor;
      await open(`#/project/${large}?tab=keywords`);
      const box = page.getByRole('region', { name: 'Tracked keywords' });
      await page.locator('.virtual-row').first().waitFor();
      await box.focus();
      await page.keyboard.press('End');
      await page.locator('.virtual-row', { hasText: `many ${String(MANY).padStart(6, '0')}` }).waitFor();
      await page.keyboard.press('Home');
      await page.locator('.virtual-row', { hasText: 'many 000001' }).waitFor();
      const link = page.getByRole('link', { name: 'many 000001' });
      await link.focus();
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { level: 1, name: 'many 000001' }).waitFor();
    });
  });

  test('a run that is started shows its outcome, and a failed check is no position', async () => {
    const { service, account } = dashboard;
    const id = await createProject(service, account.test, [{ keyword: 'nautical compass' }, { keyword: 'test:faulty marine radio' }]);
    await runProject(service, account.test, id);
    const visitor = await dashboard.visit(SIZES[1][1]);
    await visitor.signIn(account.test);
    await visitor.page.goto(`${dashboard.base}/#/project/${id}?tab=keywords`);
    const failed = visitor.page.locator('.virtual-row', { hasText: 'marine radio' });
    await failed.getByText('Check failed').waitFor();
    expect(await failed.textContent()).not.toContain('Not in top');
    await visitor.page.goto(`${dashboard.base}/#/project/${id}`);
    await visitor.page
      .getByRole('table', { name: 'Runs' })
      .getByText(/1 failed/)
      .waitFor();
    await visitor.allIsWell();
    await visitor.leave();
  });
});
