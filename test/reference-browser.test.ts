// The API reference at /docs in a real browser: a credential entered there is lost when the tab is closed.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { program } from './dashboard.ts';
import { startTestService, type TestService } from './service.ts';

const SECRET = 'sxt_test_not-to-be-kept';

describe.skipIf(!program)('the API reference in a browser', () => {
  let service: TestService;
  let browser: Browser;
  let base: string;
  beforeAll(async () => {
    service = await startTestService({}, false);
    base = await service.app.listen({ host: '127.0.0.1', port: 0 });
    const { chromium } = await import('playwright-core');
    browser = await chromium.launch({ executablePath: program!, args: ['--no-sandbox'] });
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  const open = async (page: Page): Promise<void> => {
    page.setDefaultTimeout(60_000);
    await page.goto(`${base}/docs`);
    await page.getByRole('button', { name: 'Authorize' }).first().waitFor();
  };
  const kept = (page: Page): Promise<string> =>
    page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, location.href])');
  const fields = (page: Page) => page.locator('.auth-container input');

  test('a credential is sent while the tab is open, stored nowhere, and unknown to the next tab', async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    await open(page);
    await page.getByRole('button', { name: 'Authorize' }).first().click();
    for (const field of await fields(page).all()) await field.fill(SECRET);
    const apply = page.locator('.auth-container').getByRole('button', { name: 'Apply' });
    const schemes = await apply.count();
    expect(schemes).toBeGreaterThan(0);
    // A click replaces the button by another one.
    for (let left = schemes; left > 0; left--) {
      await apply.first().click();
      await expect.poll(() => apply.count()).toBe(left - 1);
    }
    await page.locator('.close-modal').click();
    expect(await kept(page)).not.toContain(SECRET);
    const sent = page.waitForRequest((request) => request.url().includes('/user'));
    const operation = page.locator('.opblock', { hasText: '/user' }).first();
    await operation.locator('button').first().click();
    await operation.getByRole('button', { name: 'Execute' }).click();
    const request = await sent;
    expect(JSON.stringify(await request.allHeaders()) + request.url()).toContain(SECRET);
    await page.close();

    const next = await context.newPage();
    await open(next);
    expect(await kept(next)).not.toContain(SECRET);
    await next.getByRole('button', { name: 'Authorize' }).first().click();
    expect(await fields(next).count()).toBeGreaterThan(0);
    expect(await next.getByRole('button', { name: 'Logout' }).count()).toBe(0);
    await context.close();
  });

  test.each([
    ['a phone', 360, 740],
    ['a desktop', 1280, 800],
  ])('on %s it fits the screen, breaks no rule of its policy, and leads back to the dashboard', async (_, width, height) => {
    const context = await browser.newContext({ viewport: { width, height } });
    const page = await context.newPage();
    const problems: string[] = [];
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
    page.on('pageerror', (error) => problems.push(String(error)));
    page.on('requestfailed', (request) => problems.push(request.url()));
    await open(page);
    const fits = () => page.evaluate('document.documentElement.scrollWidth <= document.documentElement.clientWidth');
    expect(await fits()).toBe(true);
    // An open operation has the widest parts: parameters, a body and responses.
    for (const path of ['/serp/new', '/objects/export']) {
      const operation = page.locator('.opblock', { hasText: path }).first();
      await operation.locator('button').first().click();
      await operation.getByRole('button', { name: 'Execute' }).waitFor();
      expect(await fits(), path).toBe(true);
    }
    const target = await page.getByRole('link', { name: 'Dashboard' }).getAttribute('href');
    expect(new URL(target!, page.url()).pathname).toBe('/');
    expect(problems).toEqual([]);
    await context.close();
  });

  test('a credential stored by an earlier version is removed', async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    await open(page);
    await page.evaluate(`localStorage.setItem('authorized', JSON.stringify({ bearer: { value: '${SECRET}' } }))`);
    await page.reload();
    await page.getByRole('button', { name: 'Authorize' }).first().waitFor();
    expect(await kept(page)).not.toContain(SECRET);
    await context.close();
  });
});
