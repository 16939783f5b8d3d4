// The pages of a tracked project, driven like a user, at phone and desktop size.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Dashboard, program, SIZES, startDashboard, type Visitor } from './dashboard.ts';
import { createProject, OWN_SITE, untilFilled } from './tracking-projects.ts';

let dashboard: Dashboard;
let demo: string;

describe.skipIf(program === undefined)('tracking in the dashboard', () => {
  beforeAll(async () => {
    dashboard = await startDashboard();
    const { service, account } = dashboard;
    const { json } = await service.call('POST', '/projects/demo', account.test);
    demo = json.id;
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

    test('an account without projects sees what tracking is, and opens the demo with one click', async () => {
      const other = await dashboard.service.account();
      const guest = await dashboard.visit(size);
      await guest.signIn(other.test);
      await guest.open('Projects');
      await guest.page.getByRole('heading', { name: 'Track positions day by day' }).waitFor();
      await guest.allIsWell();
      await guest.page.getByRole('button', { name: 'Open demo project' }).click();
      await guest.page.getByRole('heading', { level: 1, name: `Demo: ${OWN_SITE}` }).waitFor();
      await guest.allIsWell();
      await guest.leave();
    });

    test('a live key is not offered the demo', async () => {
      const other = await dashboard.service.account();
      const guest = await dashboard.visit(size);
      await guest.signIn(other.live);
      await guest.open('Projects');
      await guest.page.getByRole('link', { name: 'Create project' }).waitFor();
      expect(await guest.page.getByRole('button', { name: 'Open demo project' }).count()).toBe(0);
      await guest.leave();
    });

    test('projects have cards with a sparkline, the state, the next run and the price', async () => {
      const { page } = visitor;
      await visitor.open('Projects');
      const card = page.locator('.project-card', { hasText: 'Demo:' });
      await card.locator('svg.sparkline').waitFor();
      const text = (await card.textContent()) ?? '';
      expect(text).toMatch(/Active/);
      expect(text).toMatch(/Next run in /);
      expect(text).toMatch(/[\d,]+ credits per month/);
      await visitor.allIsWell();
    });

    test('the overview shows figures, distribution, changes, features and runs', async () => {
      const { page } = visitor;
      await open(`#/project/${demo}`);
      await page.getByRole('img', { name: 'Keywords by position and day' }).waitFor();
      await page.getByRole('img', { name: 'Visibility by day' }).waitFor();
      for (const figure of ['Visibility', 'Share of voice', 'Estimated visits', 'Average position'])
        await page.locator('.stat', { hasText: figure }).first().waitFor();
      await page.getByRole('table', { name: 'Runs' }).waitFor();
      await page.getByText('New shop pages went live').waitFor();
      expect(await page.locator('.stats').textContent()).not.toContain('NaN');
      await visitor.allIsWell();
      await page.getByLabel('Period').first().selectOption('90');
      await page.getByRole('img', { name: 'Visibility by day' }).waitFor();
      await visitor.allIsWell();
    });

    test('a project is created with its price shown before saving', async () => {
      const { page } = visitor;
      await open('#/projects/new');
      await page.getByLabel('Domain 1', { exact: true }).fill(OWN_SITE);
      await page.getByLabel('Name', { exact: true }).fill(`Shop of ${name}`);
      await page.getByLabel('Keywords', { exact: true }).fill('sailing knife\nmarine radio\nsailing knife');
      await page.getByLabel('Check once now').uncheck();
      await page.locator('.price strong', { hasText: 'credits per month' }).waitFor();
      expect(await page.locator('.next-runs').textContent()).toMatch(/Next runs, in your time: .+ · .+/);
      await visitor.allIsWell();
      const zone = page.getByLabel('Time zone');
      await zone.fill('Mars/Olympus');
      await page.getByText('Unknown time zone').waitFor();
      // The service is not asked for the price of a schedule that it would reject.
      await page.getByText('Choose a known time zone to see the price.').waitFor();
      await page.waitForTimeout(600);
      expect(visitor.complaints).toEqual([]);
      await zone.fill('Europe/Berlin');
      await page.getByRole('button', { name: 'Create project' }).click();
      await page.getByRole('heading', { level: 1, name: `Shop of ${name}` }).waitFor();
      // The duplicate is left out.
      await page
        .getByText(/2 keywords/)
        .first()
        .waitFor();
      await visitor.allIsWell();
    });

    test('competitors and pages are compared', async () => {
      const { page } = visitor;
      await open(`#/project/${demo}?tab=competitors`);
      await page.getByRole('table', { name: 'Visibility and share of voice' }).waitFor();
      const matrix = page.getByRole('table', { name: 'Positions of your domain and its competitors' });
      await matrix.locator('tbody tr').first().waitFor();
      await expect.poll(async () => (await matrix.textContent())?.includes('No check')).toBe(false);
      await visitor.allIsWell();
      await open(`#/project/${demo}?tab=pages`);
      await page.getByRole('table', { name: 'Ranking pages' }).waitFor();
      await page.getByRole('heading', { name: 'Cannibalisation' }).waitFor();
      await visitor.allIsWell();
    });

    test('a rule is created, changed and removed, and quiet hours are saved', async () => {
      const { page } = visitor;
      const id = await createProject(dashboard.service, dashboard.account.test, [], { name: `Rules on ${name}` });
      await open(`#/project/${id}?tab=alerts`);
      await page.getByRole('heading', { name: 'No rules' }).waitFor();
      await visitor.allIsWell();
      await page.getByRole('button', { name: 'Create rule' }).click();
      await page.getByLabel('Name').fill('Big drops');
      await page.getByLabel('Left the top n').check();
      await page.getByLabel('Top n', { exact: true }).fill('3');
      await visitor.allIsWell();
      await page.getByRole('button', { name: 'Save rule' }).click();
      await page.getByRole('button', { name: 'Edit Big drops' }).click();
      await page.getByLabel('On', { exact: true }).uncheck();
      await page.getByRole('button', { name: 'Save rule' }).click();
      await page.getByText('Off', { exact: true }).waitFor();
      const rules = await dashboard.service.call('GET', `/projects/${id}/rules`, dashboard.account.test);
      expect(rules.json.items).toMatchObject([{ name: 'Big drops', enabled: false, settings: { top: 3 } }]);
      await page.getByLabel('Quiet from').fill('22:00');
      await page.getByLabel('Quiet to').fill('07:00');
      await page.getByRole('button', { name: 'Save messages' }).click();
      await page.getByText('Saved.').waitFor();
      const delivery = await dashboard.service.call('GET', `/projects/${id}/delivery`, dashboard.account.test);
      expect(delivery.json).toMatchObject({ quietFrom: '22:00', quietTo: '07:00' });
      await page.getByRole('button', { name: 'Remove Big drops' }).click();
      await page.getByRole('heading', { name: 'No rules' }).waitFor();
      await visitor.allIsWell();
    });

    test('a project is renamed, paused, resumed and deleted', async () => {
      const { page } = visitor;
      const id = await createProject(dashboard.service, dashboard.account.test, [], { name: `Settings on ${name}` });
      await open(`#/project/${id}?tab=settings`);
      const form = page.getByRole('form', { name: 'Domain and competitors' });
      await form.getByLabel('Name').fill(`Renamed on ${name}`);
      await form.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByRole('heading', { level: 1, name: `Renamed on ${name}` }).waitFor();
      await page.getByRole('button', { name: 'Pause project' }).click();
      await page.getByText('You paused this project. No checks run.').waitFor();
      await visitor.allIsWell();
      await page.getByRole('button', { name: 'Resume project' }).click();
      await page.getByRole('button', { name: 'Pause project' }).waitFor();
      await page.getByRole('button', { name: 'Delete project' }).click();
      await page.getByRole('button', { name: 'Delete 0 keywords and their history' }).click();
      await page.getByRole('heading', { level: 1, name: 'Projects' }).waitFor();
      expect((await dashboard.service.call('GET', `/projects/${id}`, dashboard.account.test)).status).toBe(404);
    });
  });
});
