// The pages for holders of a key, driven as a person would drive them, on a phone and on a desktop.
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Dashboard, program, SIZES, startDashboard, type Visitor } from './dashboard.ts';
import { until } from './service.ts';

let dashboard: Dashboard;
let receiver: Server;
let heard = 0;

describe.skipIf(program === undefined)('the dashboard with a test key', () => {
  beforeAll(async () => {
    receiver = createServer((_request, response) => {
      heard++;
      response.end();
    });
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    dashboard = await startDashboard();
    const words = ['tea', 'rope', 'lamp', 'test:faulty sail', 'test:empty mast'];
    const requests = Array.from({ length: 60 }, (_, index) => ({ keyword: `${words[index % words.length]} ${index}`, region: 'DE' }));
    await dashboard.service.call('POST', '/serp/new/list', dashboard.account.test, requests);
  }, 300_000);
  afterAll(async () => {
    await dashboard.stop();
    receiver.close();
  });

  describe.each(SIZES)('on %s', (_name, size) => {
    let visitor: Visitor;
    beforeAll(async () => {
      visitor = await dashboard.visit(size);
    });
    afterAll(() => visitor.leave());

    test('a wrong key is refused with code, words and cure; the right one opens the playground', async () => {
      const { page } = visitor;
      await visitor.allIsWell();
      await page.getByLabel('API key or operator token').fill('sxt_test_wrong');
      await page.getByRole('button', { name: 'Sign in' }).click();
      await expect.poll(() => page.getByRole('alert').textContent()).toContain('403');
      // The refusal itself is the one complaint that is wanted.
      expect(visitor.complaints.splice(0)).toHaveLength(1);
      await visitor.signIn(dashboard.account.test);
      await page.getByRole('heading', { level: 1, name: 'Playground' }).waitFor();
      expect(page.url()).not.toContain('sxt_');
      await visitor.allIsWell();
    });

    test('a search is composed, priced, sent, watched and read in four forms', async () => {
      const { page } = visitor;
      const send = page.getByRole('button', { name: 'Send', exact: true });
      await page.getByLabel('keyword *').fill('');
      await expect.poll(() => send.isDisabled()).toBe(true);
      await page.getByText('This is needed.').waitFor();
      await page.getByLabel('keyword *').fill('brass compass');
      await page.getByLabel('saveRawData').check();
      const region = page.getByRole('combobox', { name: 'region' });
      await region.fill('Hamburg, Germ');
      await region.fill('Hamburg');
      await page
        .getByRole('option', { name: /Hamburg/ })
        .first()
        .waitFor();
      await region.press('ArrowDown');
      await region.press('Enter');
      await expect.poll(() => region.inputValue()).toContain('Germany');
      await page.locator('.price strong', { hasText: 'credit' }).waitFor();
      expect(decodeURIComponent(page.url())).toContain('brass+compass');
      await send.click();
      await page.locator('.timeline li', { hasText: 'Settled' }).waitFor();
      await page.locator('.serp .hit').first().waitFor();
      expect(await page.locator('.serp .hit').count()).toBeGreaterThanOrEqual(10);
      await visitor.allIsWell();
      await page.getByRole('tab', { name: 'Items' }).click();
      await page.getByRole('table', { name: 'organic' }).waitFor();
      const answers = page.getByRole('tablist', { name: 'Forms of the answer' });
      await answers.getByRole('tab', { name: 'JSON' }).click();
      await page.getByText('"verdict": ').waitFor();
      // Made here and not through the API.
      await page.getByText('"isFromApi": false').waitFor();
      await answers.getByRole('tab', { name: 'Raw page' }).click();
      await page.frameLocator('iframe[title="The stored page"]').locator('body :text("brass compass")').first().waitFor();
      await visitor.allIsWell();
    });

    test('a key with bounds sees what it may spend, and what would be refused, before anything is sent', async () => {
      const { id } = dashboard.account;
      const { json } = await dashboard.service.admin('POST', `/admin/accounts/${id}/keys`, { mode: 'test', scopes: ['serp'], budget: 3 });
      const other = await dashboard.visit(size);
      const { page } = other;
      await other.signIn(json.key);
      await page.locator('.price', { hasText: '3 credits left for this key' }).waitFor();
      expect(await page.locator('.price', { hasText: 'It would be refused' }).count()).toBe(0);
      const request = encodeURIComponent(JSON.stringify({ keyword: 'tea', region: 'DE', priority: 'INSTANT' }));
      await page.goto(`${dashboard.base}/#/playground?type=serp&request=${request}`);
      await page.reload();
      await page.locator('.price', { hasText: 'It would be refused' }).waitFor();
      await page.getByText('The key’s budget of 3 credits does not cover this request: needs 5, has 3.').waitFor();
      await other.allIsWell();
      await page.locator('.products label', { hasText: 'Registration' }).click();
      await page.getByText('No access: this key lacks the scope whois or read.').waitFor();
      // The refusal itself is the one complaint that is wanted.
      expect(other.complaints.splice(0)).toHaveLength(1);
      await other.leave();
    });

    test('a click on the map means the nearest region', async () => {
      const { page } = visitor;
      const map = page.getByRole('img', { name: 'Map of the world' });
      const box = (await map.boundingBox())!;
      await map.click({ position: { x: box.width * 0.37, y: box.height * 0.65 } });
      await page.getByText(/The region nearest to/).waitFor();
      await page.locator('.price strong', { hasText: 'credit' }).waitFor();
      await visitor.allIsWell();
    });

    test.each([
      ['Keyword volumes', 'table[class] >> text=red shoes'],
      ['Registration', '.result >> text=shop.example'],
      ['Technologies', '.result .badge'],
    ])('%s are asked for and read', async (product, seen) => {
      const { page } = visitor;
      await page.locator('.products label', { hasText: product }).click();
      await page.locator('.price strong, .price').first().waitFor();
      await page.getByRole('button', { name: 'Send', exact: true }).click();
      await page.locator(seen).first().waitFor();
      await visitor.allIsWell();
    });

    test('a shared link brings the request along, and code can be taken away', async () => {
      const { page } = visitor;
      const request = encodeURIComponent(JSON.stringify({ prompt: 'What is dead reckoning?' }));
      await page.goto(`${dashboard.base}/#/playground?type=ai-prompt&request=${request}`);
      await page.reload();
      await expect.poll(() => page.getByLabel('prompt *').inputValue()).toBe('What is dead reckoning?');
      await page.getByRole('tab', { name: 'Python' }).click();
      await page.getByText('import requests').waitFor();
      await visitor.allIsWell();
    });

    test('objects are filtered, paged, opened and exported', async () => {
      const { page } = visitor;
      await visitor.open('Objects');
      await page.getByRole('button', { name: 'Older' }).click();
      await page.getByText('Page 2').waitFor();
      await page.getByRole('button', { name: 'Newer' }).click();
      await page.getByText('Page 1').waitFor();
      await until(async () => {
        const { json } = await dashboard.service.call('GET', '/objects?state=waiting&limit=1', dashboard.account.test);
        return json.items.length === 0;
      });
      await page.getByLabel('Words').fill('sail');
      await page.getByLabel('State').selectOption('faulty');
      await expect.poll(() => page.locator('tbody tr').count()).toBe(12);
      await visitor.allIsWell();
      const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export CSV' }).click()]);
      expect(
        readFileSync(await file.path(), 'utf8')
          .trim()
          .split('\n'),
      ).toHaveLength(13);
      await page.locator('tbody tr a').first().click();
      await page.locator('.timeline li', { hasText: 'Credits given back' }).waitFor();
      await page.getByRole('table', { name: 'Ledger rows of this object' }).getByText('reversal').waitFor();
      await visitor.allIsWell();
    });

    test('a callback is told, and once more on request', async () => {
      const { page } = visitor;
      const callback = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/told`;
      const { json } = await dashboard.service.call('POST', '/serp/new', dashboard.account.test, {
        keyword: 'bell',
        region: 'DE',
        callback,
      });
      const before = heard;
      await page.goto(`${dashboard.base}/#/objects/${json.id}`);
      await page.getByRole('table', { name: 'Deliveries' }).waitFor();
      await page.getByRole('button', { name: 'Send once more' }).click();
      await page.getByText('It is on its way again.').waitFor();
      await until(async () => heard >= before + 2 || (before > 0 && heard > before));
      await visitor.allIsWell();
    });

    test('ranks of a domain are drawn and listed', async () => {
      const { page } = visitor;
      const { json } = await dashboard.service.call('POST', '/serp/new', dashboard.account.test, {
        keyword: 'harbour light',
        region: 'DE',
        asynchronous: false,
      });
      await visitor.open('Ranks');
      await page.getByLabel('Domain').fill(json.data.organic[2].domain);
      await page.getByRole('button', { name: 'Show ranks' }).click();
      await page.locator('.chart canvas').waitFor();
      await page.getByRole('table', { name: 'Movements' }).getByText('harbour light').waitFor();
      await visitor.allIsWell();
    });

    test('usage shows balance, days and lots', async () => {
      const { page } = visitor;
      await visitor.open('Usage');
      await page.getByRole('table', { name: 'Lots' }).getByText('1,000').waitFor();
      await visitor.allIsWell();
    });

    test('the colours can be switched, and signing out forgets the key', async () => {
      const { page } = visitor;
      await visitor.open('Playground');
      const menu = page.getByRole('button', { name: 'Menu' });
      if (await menu.isVisible()) await menu.click();
      await page.getByRole('button', { name: 'Dark' }).click();
      expect(await page.evaluate('getComputedStyle(document.documentElement).colorScheme')).toBe('dark');
      await visitor.allIsWell();
      await page.getByRole('button', { name: /Sign out/ }).click();
      await page.getByLabel('API key or operator token').waitFor();
      expect(await page.evaluate('sessionStorage.getItem("sextant.session")')).toBe('{}');
      await visitor.allIsWell();
    });
  });
});
