// The workspace pages, driven like a user, at phone and desktop size.
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Dashboard, program, SIZES, startDashboard, type Visitor } from './dashboard.ts';
import { until } from './service.ts';

let dashboard: Dashboard;
let receiver: Server;
let deliveries = 0;

describe.skipIf(program === undefined)('the dashboard with a test key', () => {
  beforeAll(async () => {
    receiver = createServer((_request, response) => {
      deliveries++;
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

    test('rejects a wrong key with code, message and solution; opens the playground with a valid one', async () => {
      const { page } = visitor;
      await visitor.allIsWell();
      await page.getByLabel('API key or admin token').fill('sxt_test_wrong');
      await page.getByRole('button', { name: 'Sign in' }).click();
      await expect.poll(() => page.getByRole('alert').textContent()).toContain('403');
      // The browser logs the rejection itself.
      expect(visitor.complaints.splice(0)).toHaveLength(1);
      await visitor.signIn(dashboard.account.test);
      await page.getByRole('heading', { level: 1, name: 'Playground' }).waitFor();
      expect(page.url()).not.toContain('sxt_');
      await visitor.allIsWell();
    });

    test('a search is composed, priced, sent, followed and read in four views', async () => {
      const { page } = visitor;
      const send = page.getByRole('button', { name: 'Send request' });
      await page.getByLabel('Keyword *').fill('');
      await expect.poll(() => send.isDisabled()).toBe(true);
      await page.getByText('This field is required.').waitFor();
      await page.getByLabel('Keyword *').fill('brass compass');
      await page.getByLabel('Save raw data').check();
      const region = page.getByRole('combobox', { name: 'Region' });
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
      await page.locator('.timeline li', { hasText: 'Completed' }).waitFor();
      await page.locator('.serp .hit').first().waitFor();
      expect(await page.locator('.serp .hit').count()).toBeGreaterThanOrEqual(10);
      await visitor.allIsWell();
      await page.getByRole('tab', { name: 'Items' }).click();
      await page.getByRole('table', { name: 'Organic results' }).waitFor();
      const views = page.getByRole('tablist', { name: 'Result views' });
      await views.getByRole('tab', { name: 'JSON' }).click();
      await page.getByText('"verdict": ').waitFor();
      // Requests of the dashboard are marked as not sent through the API.
      await page.getByText('"isFromApi": false').waitFor();
      await views.getByRole('tab', { name: 'Raw page' }).click();
      await page.frameLocator('iframe[title="Raw page"]').locator('body :text("brass compass")').first().waitFor();
      await visitor.allIsWell();
    });

    test('a restricted key sees its budget and a coming rejection before anything is sent', async () => {
      const { id } = dashboard.account;
      const { json } = await dashboard.service.admin('POST', `/admin/accounts/${id}/keys`, { mode: 'test', scopes: ['serp'], budget: 3 });
      const other = await dashboard.visit(size);
      const { page } = other;
      await other.signIn(json.key);
      await page.locator('.price', { hasText: '3 credits remaining for this key' }).waitFor();
      expect(await page.locator('.price', { hasText: 'This request would be rejected' }).count()).toBe(0);
      const request = encodeURIComponent(JSON.stringify({ keyword: 'tea', region: 'DE', priority: 'INSTANT' }));
      await page.goto(`${dashboard.base}/#/playground?type=serp&request=${request}`);
      await page.reload();
      await page.locator('.price', { hasText: 'This request would be rejected' }).waitFor();
      await page.getByText('The key’s budget of 3 credits does not cover this request: needs 5, has 3.').waitFor();
      await other.allIsWell();
      await page.locator('.products label', { hasText: 'WHOIS' }).click();
      await page.getByText('No access: this key lacks the scope whois or read.').waitFor();
      // The browser logs the rejection itself.
      expect(other.complaints.splice(0)).toHaveLength(1);
      await other.leave();
    });

    test('a click on the map selects the nearest region', async () => {
      const { page } = visitor;
      const map = page.getByRole('img', { name: 'World map' });
      expect(await map.count()).toBe(0);
      await page.getByRole('button', { name: 'Show map' }).click();
      const box = (await map.boundingBox())!;
      await map.click({ position: { x: box.width * 0.37, y: box.height * 0.65 } });
      await page.getByText(/Nearest region to/).waitFor();
      await page.locator('.price strong', { hasText: 'credit' }).waitFor();
      await visitor.allIsWell();
    });

    test.each([
      ['Keyword volumes', 'table[class] >> text=red shoes'],
      ['WHOIS', '.result >> text=shop.example'],
      ['Technologies', '.result .badge'],
    ])('%s can be requested and read', async (product, seen) => {
      const { page } = visitor;
      await page.locator('.products label', { hasText: product }).click();
      await page.locator('.price strong, .price').first().waitFor();
      await page.getByRole('button', { name: 'Send request' }).click();
      await page.locator(seen).first().waitFor();
      await visitor.allIsWell();
    });

    test('a shared link contains the request, and code is shown for it', async () => {
      const { page } = visitor;
      const request = encodeURIComponent(JSON.stringify({ prompt: 'What is dead reckoning?' }));
      await page.goto(`${dashboard.base}/#/playground?type=ai-prompt&request=${request}`);
      await page.reload();
      await expect.poll(() => page.getByLabel('Prompt *').inputValue()).toBe('What is dead reckoning?');
      await page.getByRole('tab', { name: 'Python' }).click();
      await page.getByText('import requests').waitFor();
      await visitor.allIsWell();
    });

    test('requests are filtered, paged, opened and exported', async () => {
      const { page } = visitor;
      await visitor.open('Requests');
      await page.getByRole('button', { name: 'Older' }).click();
      await page.getByText('Page 2').waitFor();
      await page.getByRole('button', { name: 'Newer' }).click();
      await page.getByText('Page 1').waitFor();
      await until(async () => {
        const { json } = await dashboard.service.call('GET', '/objects?state=waiting&limit=1', dashboard.account.test);
        return json.items.length === 0;
      });
      await page.getByLabel('Search', { exact: true }).fill('sail');
      await page.getByLabel('State').selectOption('faulty');
      await expect.poll(() => page.locator('tbody tr').count()).toBe(12);
      // The last day is part of the list.
      await page.getByLabel('To', { exact: true }).fill(new Date().toISOString().slice(0, 10));
      await expect.poll(() => page.url()).toContain('to=');
      await expect.poll(() => page.getByText('Page 1, 12 requests').count()).toBe(1);
      await visitor.allIsWell();
      const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export CSV' }).click()]);
      expect(file.suggestedFilename()).toBe('requests.csv');
      expect(
        readFileSync(await file.path(), 'utf8')
          .trim()
          .split('\n'),
      ).toHaveLength(13);
      for (const index of [0, 1]) await page.getByRole('checkbox').nth(index).check();
      await page.getByText('2 requests selected').waitFor();
      await visitor.allIsWell();
      // A selection is exported as a whole, even if the filter has changed since.
      await page.getByLabel('Search', { exact: true }).fill('lamp');
      await page.getByRole('heading', { name: 'No matching requests' }).waitFor();
      const [results] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export results' }).click()]);
      expect(results.suggestedFilename()).toBe('results.csv');
      const [head, ...rows] = readFileSync(await results.path(), 'utf8')
        .trim()
        .split('\r\n');
      expect(head).toContain(',position,rank,page,title,url,');
      // Failed requests have no results, so each has one row.
      expect(rows).toHaveLength(2);
      await page.getByLabel('Search', { exact: true }).fill('sail');
      await page.locator('tbody tr a').first().click();
      await page.locator('.timeline li', { hasText: 'Credits refunded' }).waitFor();
      await page.getByRole('table', { name: 'Ledger entries of this request' }).getByText('Refund').waitFor();
      await visitor.allIsWell();
    });

    test('a callback is delivered, and again on request', async () => {
      const { page } = visitor;
      const callback = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/told`;
      const { json } = await dashboard.service.call('POST', '/serp/new', dashboard.account.test, {
        keyword: 'bell',
        region: 'DE',
        callback,
      });
      const before = deliveries;
      await page.goto(`${dashboard.base}/#/objects/${json.id}`);
      await page.getByRole('table', { name: 'Deliveries' }).waitFor();
      await page.getByRole('button', { name: 'Show requests and responses' }).click();
      await page.getByText(`evt_${json.id}`).first().waitFor();
      await page.getByRole('button', { name: 'Resend callback' }).click();
      await page.getByText('Callback queued for delivery.').waitFor();
      await until(async () => deliveries >= before + 2 || (before > 0 && deliveries > before));
      await visitor.allIsWell();
    });

    test('rankings of a domain are drawn and listed', async () => {
      const { page } = visitor;
      const { json } = await dashboard.service.call('POST', '/serp/new', dashboard.account.test, {
        keyword: 'harbour light',
        region: 'DE',
        asynchronous: false,
      });
      await visitor.open('Rankings');
      await page.getByLabel('Domain').fill(json.data.organic[2].domain);
      await page.getByRole('button', { name: 'Show rankings' }).click();
      await page.locator('.chart canvas').waitFor();
      await page.getByRole('table', { name: 'Position changes' }).getByText('harbour light').waitFor();
      await visitor.allIsWell();
    });

    test('usage shows balance, days and credit grants', async () => {
      const { page } = visitor;
      await visitor.open('Usage');
      await page.getByRole('table', { name: 'Credit grants' }).getByText('1,000').waitFor();
      await visitor.allIsWell();
    });

    test('the theme can be switched, and signing out removes the key', async () => {
      const { page } = visitor;
      await visitor.open('Playground');
      const menu = page.getByRole('button', { name: 'Menu' });
      if (await menu.isVisible()) await menu.click();
      await page.getByRole('button', { name: 'Dark' }).click();
      expect(await page.evaluate('getComputedStyle(document.documentElement).colorScheme')).toBe('dark');
      await visitor.allIsWell();
      await page.getByRole('button', { name: /Sign out/ }).click();
      await page.getByLabel('API key or admin token').waitFor();
      expect(await page.evaluate('sessionStorage.getItem("sextant.session")')).toBe('{}');
      await visitor.allIsWell();
    });
  });
});
