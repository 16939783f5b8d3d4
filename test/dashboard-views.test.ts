// Results as page, JSON, items and comparison, driven like a user, at phone and desktop size.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Dashboard, program, SIZES, startDashboard, type Visitor } from './dashboard.ts';
import { fillDays } from './many-days.ts';

let dashboard: Dashboard;
const ids: Record<'google' | 'bing' | 'failed', string> = { google: '', bing: '', failed: '' };
let organic: readonly { readonly title: string; readonly url: string; readonly position: number }[];

async function search(request: object): Promise<{ id: string; data: { organic: typeof organic } }> {
  const { json } = await dashboard.service.call('POST', '/serp/new', dashboard.account.test, {
    region: 'DE',
    asynchronous: false,
    ...request,
  });
  return json;
}

describe.skipIf(program === undefined)('results in the dashboard', () => {
  beforeAll(async () => {
    dashboard = await startDashboard();
    const google = await search({ keyword: 'brass bell' });
    organic = google.data.organic;
    ids.google = google.id;
    ids.bing = (await search({ keyword: 'brass bell', searchEngine: 'bing' })).id;
    // One site was on position 5 yesterday and is on position 2 today.
    const positionOn = (daysAgo: number) => (daysAgo === 0 ? 2 : 5);
    await fillDays(dashboard.service, dashboard.account.test, 1, [
      { keyword: 'harbour light', engine: 'google', region: 'DE', positionOn },
    ]);
    ids.failed = (await search({ keyword: 'test:unparsed brass bell' })).id;
  }, 300_000);
  afterAll(() => dashboard.stop());

  describe.each(SIZES)('on %s', (name, size) => {
    let visitor: Visitor;
    beforeAll(async () => {
      visitor = await dashboard.visit(size);
      await visitor.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await visitor.signIn(dashboard.account.test);
    });
    afterAll(() => visitor.leave());

    const clipboard = (): Promise<string> => visitor.page.evaluate('navigator.clipboard.readText()');
    const open = async (hash: string) => {
      await visitor.page.goto(`${dashboard.base}/${hash}`);
      // Another hash alone would keep the chosen tabs of the page.
      await visitor.page.reload();
      await visitor.page.locator('main h1').waitFor();
    };
    const tab = (title: string) => visitor.page.getByRole('tab', { name: title, exact: true });

    test.runIf(name === 'a desktop')('an item and its JSON are marked together, and its path can be copied', async () => {
      const { page } = visitor;
      await open(`#/objects/${ids.google}`);
      const item = page.locator('.linked .pane [data-path="organic[2]"]');
      const line = page.locator('[role="tree"] [data-path="organic[2]"]');
      await item.hover();
      await expect.poll(() => line.getAttribute('data-lit')).toBe('');
      expect(await page.locator('[role="tree"] [data-path="organic[3]"]').getAttribute('data-lit')).toBeNull();
      expect(await page.locator('[role="tree"] [data-path="organic[2].title"]').getAttribute('data-lit')).toBe('');
      const title = page.locator('[role="tree"] [data-path="organic[4].title"]');
      await title.click();
      await expect.poll(() => page.locator('.linked .pane [data-path="organic[4]"]').getAttribute('data-lit')).toBe('');
      expect(await item.getAttribute('data-lit')).toBeNull();
      await page.getByRole('button', { name: 'Copy path' }).click();
      await expect.poll(clipboard).toBe('organic[4].title');
      await visitor.allIsWell();
      // Texts for screen readers inside the scrolling panes must not lengthen the page.
      const empty = 'document.documentElement.scrollHeight - document.querySelector("main").getBoundingClientRect().bottom - scrollY';
      expect(await page.evaluate(empty)).toBeLessThanOrEqual(1);
      await page.getByRole('button', { name: 'Hide JSON' }).click();
      await expect.poll(() => page.getByRole('tree').count()).toBe(0);
      await page.getByRole('button', { name: 'Show JSON' }).click();
      await page.getByRole('tree').waitFor();
    });

    test.runIf(name === 'a phone')('the page and the JSON are two tabs', async () => {
      const { page } = visitor;
      await open(`#/objects/${ids.google}`);
      await page.locator('[data-path="organic[0]"]').first().waitFor();
      expect(await page.getByRole('tree').count()).toBe(0);
      await tab('JSON').click();
      await page.getByRole('tree').waitFor();
      await visitor.allIsWell();
    });

    test('the JSON tree is read and opened by keyboard', async () => {
      const { page } = visitor;
      await open(`#/objects/${ids.google}`);
      await tab('JSON').click();
      const tree = page.getByRole('tree');
      const lines = tree.getByRole('treeitem');
      // The lines are drawn in groups.
      let before = 0;
      const isDrawn = async (): Promise<boolean> => {
        const earlier = before;
        before = await lines.count();
        return earlier === before;
      };
      await expect.poll(isDrawn).toBe(true);
      await tree.locator('[data-path="organic[0]"]').click();
      await page.keyboard.press('ArrowLeft');
      await expect.poll(() => tree.locator('[data-path="organic[0].title"]').count()).toBe(0);
      expect(await lines.count()).toBeLessThan(before);
      await page.keyboard.press('ArrowRight');
      await tree.locator('[data-path="organic[0].title"]').waitFor();
      await page.keyboard.press('ArrowRight');
      const focused = await page.evaluate('document.activeElement.dataset.path');
      expect(focused).toMatch(/^organic\[0\]\.\w+$/);
      await page.getByRole('button', { name: 'Copy path' }).click();
      await expect.poll(clipboard).toBe(focused);
      await visitor.allIsWell();
    });

    test('items have rows of one height, chosen columns, an order and a CSV copy', async () => {
      const { page } = visitor;
      await open(`#/objects/${ids.google}`);
      await tab('Items').click();
      const table = page.getByRole('table', { name: 'Organic results' });
      await table.waitFor();
      const heights = (await page.evaluate(
        `[...document.querySelectorAll('.even-rows tbody tr')].map((row) => Math.round(row.getBoundingClientRect().height))`,
      )) as number[];
      expect(heights).toHaveLength(organic.length);
      expect(Math.max(...heights) - Math.min(...heights)).toBeLessThanOrEqual(1);
      const positions = () => table.locator('tbody tr td:first-child').allTextContents();
      const ascending = organic.map(({ position }) => String(position));
      const heading = table.getByRole('button', { name: 'Position' });
      await heading.click();
      expect(await positions()).toEqual(ascending);
      await heading.click();
      await expect.poll(positions).toEqual([...ascending].reverse());
      expect(await table.locator('th[aria-sort="descending"]').count()).toBe(1);
      await page.getByText('Choose columns').click();
      await page.getByRole('group', { name: 'Columns' }).getByLabel('Snippet').uncheck();
      await expect.poll(() => table.getByRole('button', { name: 'Snippet' }).count()).toBe(0);
      await visitor.allIsWell();
      await page.getByRole('button', { name: 'Copy as CSV' }).click();
      await expect.poll(async () => (await clipboard()).split('\r\n')[0]).toMatch(/^position,title,url/);
      const lines = (await clipboard()).trim().split('\r\n');
      expect(lines[0]).not.toContain('snippet');
      expect(lines).toHaveLength(organic.length + 1);
      // The copy has the order of the table.
      expect(lines[1]).toMatch(new RegExp(`^${ascending.at(-1)},`));
    });

    test('two requests are selected and compared', async () => {
      const { page } = visitor;
      await open('#/objects?q=brass%20bell&state=ready');
      const boxes = page.getByRole('checkbox', { name: 'Select brass bell' });
      await expect.poll(() => boxes.count()).toBe(2);
      await boxes.nth(0).check();
      await page.getByText('Select two completed SERPs to compare them.').waitFor();
      await boxes.nth(1).check();
      await visitor.allIsWell();
      await page.getByRole('link', { name: 'Compare both' }).click();
      await page.getByRole('heading', { level: 1, name: 'Compare' }).waitFor();
      for (const id of [ids.google, ids.bing]) expect(page.url()).toContain(`=${id}`);
      await page.locator('.compared li').first().waitFor();
      await visitor.allIsWell();
      await tab('Changes').click();
      await page.getByRole('table', { name: 'Changes' }).waitFor();
      await visitor.allIsWell();
    });

    test('yesterday and today are compared: one result moved up, one is new, one is lost', async () => {
      const { page } = visitor;
      await open('#/objects?q=harbour%20light&state=ready');
      const boxes = page.getByRole('checkbox', { name: 'Select harbour light' });
      await expect.poll(() => boxes.count()).toBe(2);
      // The newest is first in the list. The comparison puts the older one first.
      for (const box of await boxes.all()) await box.check();
      await page.getByRole('link', { name: 'Compare both' }).click();
      await page.locator('.compared li[data-change="up"]', { hasText: 'harbour.example' }).getByText('to 2').waitFor();
      await visitor.allIsWell();
      await tab('Changes').click();
      const table = page.getByRole('table', { name: 'Changes' });
      await table.waitFor();
      expect(await table.locator('tbody tr').count()).toBe(3);
      const marks = await table.locator('.badge').allTextContents();
      expect(marks.sort()).toEqual(['Lost', 'New', '▲ 3']);
      await table.locator('tr', { hasText: '▲ 3' }).getByText('harbour.example').waitFor();
      await visitor.allIsWell();
    });

    test('a comparison with itself has no changes, and the swapped one has the opposite ones', async () => {
      const { page } = visitor;
      const count = async (title: string) => Number(await page.locator('.stat', { hasText: title }).locator('dd').textContent());
      const counts = async () => {
        await page.locator('.stat').first().waitFor();
        return { up: await count('Moved up'), down: await count('Moved down'), new: await count('New'), lost: await count('Lost') };
      };
      await open(`#/compare?a=${ids.google}&b=${ids.google}`);
      expect(await counts()).toEqual({ up: 0, down: 0, new: 0, lost: 0 });
      expect(await count('Unchanged')).toBe(organic.length);
      await open(`#/compare?a=${ids.google}&b=${ids.bing}`);
      await expect.poll(async () => (await counts()).new).toBeGreaterThan(0);
      const there = await counts();
      await page.getByRole('link', { name: 'Swap sides' }).click();
      await expect.poll(counts).toEqual({ up: there.down, down: there.up, new: there.lost, lost: there.new });
    });

    test('the page of a request offers the other requests of its keyword', async () => {
      const { page } = visitor;
      await open(`#/objects/${ids.bing}`);
      await page.getByRole('main').getByRole('link', { name: 'Compare', exact: true }).click();
      const table = page.getByRole('table', { name: 'Requests of this keyword' });
      await table.waitFor();
      expect(await table.locator('tbody tr').count()).toBe(1);
      await visitor.allIsWell();
      await table.getByRole('link').click();
      await page.locator('.compared li').first().waitFor();
      for (const id of [ids.google, ids.bing]) expect(page.url()).toContain(`=${id}`);
    });

    test('a failed request is not compared as if its results were lost', async () => {
      const { page } = visitor;
      await open(`#/compare?a=${ids.google}&b=${ids.failed}`);
      await page.getByText('The request failed, so it has no results to compare.').waitFor();
      expect(await page.locator('.compared li').count()).toBe(0);
      await visitor.allIsWell();
    });
  });
});
