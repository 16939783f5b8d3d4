// The pages "Quality" and "Case" in a browser, driven like a user, at phone and desktop size and in both themes.
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fillQuality, type QualityContent } from '../lab/dashboard/quality.ts';
import { type Dashboard, OPERATOR_TOKEN, program, SIZES, startDashboard, type Visitor } from './dashboard.ts';

let dashboard: Dashboard;
let content: QualityContent;

describe.skipIf(program === undefined)('the quality of sources in the dashboard', () => {
  beforeAll(async () => {
    // The first canary is due after a tenth of the interval, so that none runs during the test.
    dashboard = await startDashboard({
      CANARY_INTERVAL_MINUTES: '720',
      // Otherwise the worker switches on again what canaries switched off.
      CANARY_SWITCHES_OFF: 'true',
      CROSS_CHECKS: 'google=0.02:200,bing=0.1:50',
    });
    content = await fillQuality(dashboard.service.database.db, dashboard.account.id);
  }, 300_000);
  afterAll(() => dashboard.stop());

  describe.each([
    [...SIZES[0], 'dark'],
    [...SIZES[0], 'light'],
    [...SIZES[1], 'light'],
    [...SIZES[1], 'dark'],
  ] as const)('on %s of %o, %s', (name, size, colours) => {
    /** One of the themes is enough for what changes data. */
    const isWhole = (name === 'a phone') === (colours === 'dark');
    let visitor: Visitor;
    beforeAll(async () => {
      visitor = await dashboard.visit(size, colours);
      await visitor.signIn(OPERATOR_TOKEN);
    });
    afterAll(() => visitor.leave());
    const table = (caption: string) => visitor.page.getByRole('table', { name: caption });
    const row = (caption: string, text: RegExp) => table(caption).getByRole('row').filter({ hasText: text });
    const openCase = async (id: string) => {
      await visitor.page.goto(`${dashboard.base}/#/case/${id}`);
      await visitor.page.getByRole('heading', { name: 'Correct the parser' }).waitFor();
    };

    test('shows every engine with its canaries, quality, agreement, results and cases', async () => {
      await visitor.open('Quality');
      await table('Quality by engine').waitFor();
      const bing = row('Quality by engine', /^Bing/);
      for (const text of ['Failing', 'Direct fetch']) await bing.getByText(text).waitFor();
      const cells = (await bing.getByRole('cell').allTextContents()).slice(2);
      // Mean quality, share of low quality, lowest agreement, results found, open cases.
      expect(cells[0]).toMatch(/^0\.8\d$/);
      expect(Number.parseFloat(cells[1]!)).toBeGreaterThan(10);
      expect(cells[2]).toMatch(/^0\.\d\d$/);
      expect(cells[3]).toMatch(/%$/);
      // Engines with a problem come first.
      expect(await table('Quality by engine').getByRole('row').nth(1).textContent()).toMatch(/^Bing/);
      await row('Quality by engine', /^Google/)
        .getByText('Passing')
        .waitFor();
      await visitor.page.locator('.not-yet-near').scrollIntoViewIfNeeded();
      await visitor.page.getByRole('figure').filter({ hasText: 'Mean quality by source' }).locator('canvas').waitFor();
      await visitor.allIsWell();
    });

    test.runIf(isWhole)('loads everything once, charts when they come near, and no line that is not drawn', async () => {
      const { page } = visitor;
      await visitor.open('Audit log');
      // Its list is loaded, so it requests nothing more.
      await table('Audit log').or(page.getByText('No entries yet')).waitFor();
      const loaded: URL[] = [];
      const record = (request: { url(): string }) => void loaded.push(new URL(request.url()));
      page.on('request', record);
      await visitor.open('Quality');
      await table('Quality by engine').waitFor();
      // The banner above every page loads the alerts.
      const pathsOf = () => loaded.filter(({ pathname }) => pathname.startsWith('/admin/') && pathname !== '/admin/alerts');
      expect(pathsOf().length).toBe(5);
      await page.locator('.not-yet-near').scrollIntoViewIfNeeded();
      await page.getByRole('figure').filter({ hasText: 'Requested results found' }).locator('canvas').waitFor();
      page.off('request', record);
      expect([pathsOf().length, new Set(pathsOf().map(String)).size]).toEqual([8, 8]);
      const queries = pathsOf().flatMap(({ searchParams }) => (searchParams.has('range') ? [searchParams] : []));
      expect(queries.length).toBe(5);
      for (const query of queries) expect(query.get('total') ?? query.get('lines')).toMatch(/^(?:true|6)$/);
    });

    test('shows states and reasons of canaries, and filters them', async () => {
      const { page } = visitor;
      const caption = 'Sources and their canaries';
      await row(caption, /^Yahoo/)
        .getByText('Switched off until it passes')
        .waitFor();
      await row(caption, /^Bing Direct fetch/)
        .getByText('No result of wikipedia.org')
        .first()
        .waitFor();
      const tested = await table(caption).getByRole('row').count();
      await page.getByLabel('Show').selectOption('all');
      await expect.poll(() => table(caption).getByRole('row').count()).toBeGreaterThan(tested);
      await table(caption).getByText('Not tested').first().waitFor();
      await visitor.allIsWell();
      await page.getByLabel('Show').selectOption('tested');
      await expect.poll(() => table(caption).getByRole('row').count()).toBe(tested);
    });

    test('lists the requests that a failing source answered, by keyboard', async () => {
      const { page } = visitor;
      await row('Sources and their canaries', /^Bing Direct fetch/)
        .getByText('Requests that may be wrong')
        .focus();
      await page.keyboard.press('Enter');
      const requests = table('Requests to Direct fetch of Bing that may be wrong');
      await requests.getByText('0.45').waitFor();
      expect(await requests.getByRole('row').count()).toBe(5);
      await visitor.allIsWell();
      await requests.getByRole('row').filter({ hasText: '0.45' }).getByRole('link').click();
      await page.getByRole('heading', { level: 1, name: 'Request details' }).waitFor();
      await page.getByText('Many results contain few or no words of the query.').waitFor();
      await visitor.allIsWell();
      await visitor.open('Quality');
    });

    test('shows where sources agree and differ', async () => {
      const { page } = visitor;
      await row('Pairs of sources', /^Bing/).getByText('Direct fetch and upstream').waitFor();
      await page.getByText('Bing: 10% of the searches are checked, 0 of 50 calls used today.').waitFor();
      await page.locator('summary').filter({ hasText: 'Newest differences' }).click();
      await table('Newest differences').getByText('running.example, marathon.example').waitFor();
      await visitor.allIsWell();
    });

    test('shows layouts with their shares', async () => {
      await visitor.page.getByText('All layouts').click();
      await table('Layouts').waitFor();
      expect(await row('Layouts', /desktop\s*case/).textContent()).toContain('30%');
      await visitor.allIsWell();
    });

    test.runIf(isWhole)('a source is tested at once, and a second time only after that', async () => {
      const { page } = visitor;
      // No worker of this service has the source, so nothing is sent.
      const other = name === 'a phone' ? ['bing', 'upstream', 'Bing'] : ['google', 'serper', 'Google'];
      await dashboard.service.database.db.script(`update canary_states set requested_at = null where source = '${other[1]}'`);
      const button = page.getByRole('button', { name: `Run now: ${other[1]} of ${other[2]}` });
      await button.click();
      await expect.poll(() => requested(other[0]!, other[1]!)).toBeGreaterThan(0);
      await row('Sources and their canaries', new RegExp(`^${other[2]} ${other[1]}`))
        .getByText(/ passed$/)
        .click();
      await row('Sources and their canaries', new RegExp(`^${other[2]} ${other[1]}`))
        .getByText('Due', { exact: true })
        .first()
        .waitFor();
      await visitor.allIsWell();
      await button.click();
      await page.getByRole('alert').getByText('429').waitFor();
      // The browser reports the response as an error.
      await expect.poll(() => visitor.complaints.length).toBe(1);
      expect(visitor.complaints.splice(0)[0]).toContain('429');
    });

    test('a case shows its kept pages, and one is downloaded as text', async () => {
      const { page } = visitor;
      await visitor.open('Quality');
      await table('Cases').getByRole('link', { name: 'Bing, desktops' }).click();
      await page.getByRole('heading', { name: 'Page 1: running shoes' }).waitFor();
      for (const text of ['Judged pages', 'Found in other layouts', 'Never filled']) await page.getByText(text).first().waitFor();
      await page.getByText('First items').first().click();
      await page.getByText('Guide 1 to running shoes').first().waitFor();
      await visitor.allIsWell();
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Download page 1' }).click();
      const file = await download;
      expect(file.suggestedFilename()).toBe('case-page-1.txt');
      expect(readFileSync(await file.path(), 'utf8')).toContain('Buy running shoes, offer 4');
    });

    test('a kept page is drawn in a frame without scripts, images and links', async () => {
      const { page } = visitor;
      await visitor.open('Quality');
      await table('Cases').getByRole('link', { name: 'Bing, desktops' }).click();
      await page.getByRole('button', { name: 'Show page 1' }).click();
      const drawn = page.frameLocator('iframe[title="Raw page"]');
      await drawn.getByText('Buy running shoes, offer 4').waitFor();
      expect(await drawn.locator('script, img[src^="http"], [href], [onclick]').count()).toBe(0);
      await visitor.allIsWell();
      await page.getByRole('button', { name: 'Show source' }).click();
      await page.getByRole('region', { name: 'Page source' }).getByText('Buy running shoes, offer 4').first().waitFor();
    });

    test.runIf(isWhole)('a case is dismissed and reopened', async () => {
      const { page } = visitor;
      await openCase(content.dismissedCase);
      await page.getByRole('heading', { name: 'No kept pages' }).waitFor();
      await page.getByRole('button', { name: 'Reopen case' }).click();
      await page.getByRole('button', { name: 'Dismiss case' }).waitFor();
      await page.getByText('Open', { exact: true }).waitFor();
      page.once('dialog', (dialog) => dialog.accept());
      await page.getByRole('button', { name: 'Dismiss case' }).click();
      await page.getByRole('button', { name: 'Reopen case' }).waitFor();
      await page.getByText('Dismissed', { exact: true }).waitFor();
      await visitor.allIsWell();
    });

    test('the page of a case without an id leads back', async () => {
      const { page } = visitor;
      await page.goto(`${dashboard.base}/#/case`);
      await page.getByRole('heading', { name: 'No case chosen' }).waitFor();
      await visitor.allIsWell();
      await page.getByRole('link', { name: 'All cases' }).click();
      await page.getByRole('heading', { level: 1, name: 'Quality' }).waitFor();
    });

    test('a customer sees the quality of a result and what lowered it', async () => {
      const { service, account, base } = dashboard;
      const { json } = await service.call('POST', '/serp/new', account.test, { keyword: 'brass bell', region: 'DE', asynchronous: false });
      const set = {
        name: 'lower_quality',
        text: `update results set detail = '{"quality":0.56,"qualityReasons":["unrelated"]}' where id = $1`,
      };
      await service.database.db.query(set, [json.id]);
      const customer = await dashboard.visit(size, colours);
      await customer.signIn(account.test);
      await customer.page.goto(`${base}/#/objects/${json.id}`);
      await customer.page.locator('.badge.bad').getByText('Quality 0.56').waitFor();
      await customer.page
        .getByRole('region', { name: 'What lowered the quality' })
        .getByText('Many results contain few or no words of the query.')
        .waitFor();
      await customer.page.locator('.result .hit').first().waitFor();
      await customer.allIsWell();
      await customer.leave();
    });
  });

  test('an empty service says what is missing', async () => {
    const visitor = await dashboard.visit(SIZES[0][1]);
    await visitor.signIn(OPERATOR_TOKEN);
    await dashboard.service.database.db.script(`delete from layouts; delete from canary_states; delete from canary_sources;
      delete from cross_check_differences; delete from series_minutes; delete from series_hours`);
    await visitor.open('Quality');
    for (const title of ['Nothing measured yet', 'No source was tested yet', 'No cross-checks', 'No cases'])
      await visitor.page.getByRole('heading', { name: title }).waitFor();
    await visitor.allIsWell();
    await visitor.leave();
  });

  async function requested(engine: string, source: string): Promise<number> {
    const text = 'select 1 as one from canary_states where engine = $1 and source = $2 and requested_at is not null';
    return (await dashboard.service.database.db.query({ name: 'requested', text }, [engine, source])).length;
  }
});
