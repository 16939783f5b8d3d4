// The dashboard, the API reference and the guide in a browser, below a path and, where it is installed, behind nginx.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { programOf, type RunningProxy, startNginx } from '../lab/compatibility/proxies.ts';
import { type Dashboard, program, startDashboard } from './dashboard.ts';

const BASE_PATH = '/tools/sx';
const nginx = programOf('nginx');
const isProxied = nginx !== null && programOf('openssl') !== null;

describe.skipIf(program === undefined)(`below a path, ${isProxied ? 'behind nginx' : 'without nginx'}`, () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'sextant-base-path-'));
  let dashboard: Dashboard;
  let proxy: RunningProxy | null = null;
  let browser: Browser;
  let page: Page;
  let base: string;
  const complaints: string[] = [];
  const outside: string[] = [];

  beforeAll(async () => {
    dashboard = await startDashboard({ BASE_PATH, ...(isProxied ? { TRUST_PROXY: '127.0.0.1' } : {}) });
    if (isProxied) proxy = await startNginx(nginx!, { folder, upstream: new URL(dashboard.base).origin, basePath: BASE_PATH });
    base = proxy ? `${proxy.url}${BASE_PATH}` : dashboard.base;
    browser = await chromium.launch({ executablePath: program!, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] });
    page = await (await browser.newContext({ viewport: { width: 1280, height: 800 }, ignoreHTTPSErrors: true })).newPage();
    page.setDefaultTimeout(60_000);
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('request', (request) => {
      if (!request.url().startsWith(base) && !request.url().startsWith('data:')) outside.push(request.url());
    });
  }, 300_000);
  afterAll(async () => {
    await browser?.close();
    await proxy?.stop();
    await dashboard?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  test('the dashboard signs in, searches and shows code with its own URL', async () => {
    await page.goto(base);
    await page.getByLabel('API key or admin token').fill(dashboard.account.test);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByLabel('Keyword *').fill('storm lantern');
    await page.getByRole('button', { name: 'Send request' }).click();
    await page.getByRole('link', { name: 'View request' }).first().waitFor();
    expect(await page.getByText(`${base}/serp/new`).count()).toBeGreaterThan(0);
    expect(await page.evaluate('Object.keys(sessionStorage)')).toEqual([`sextant.session${BASE_PATH}`]);
  });
  test('lists load on other pages of the dashboard', async () => {
    await page.goto(`${base}/#/objects`);
    await page.getByRole('link', { name: 'storm lantern' }).first().click();
    await page.getByRole('heading', { name: 'Timeline' }).waitFor();
  });
  test('the API reference sends requests below the path', async () => {
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'API reference' }).click();
    await page.locator('.opblock').first().waitFor();
    await expect.poll(() => page.locator('.servers option').first().textContent()).toBe(BASE_PATH);
    await page.goto(`${base}/docs/`);
    await page.locator('.opblock').first().waitFor();
  });
  test('the guide shows samples with the URL of this service', async () => {
    await page.goto(`${base}/docs/guide`);
    await page.goto(`${base}/docs/guide/quick-start`);
    await expect.poll(() => page.locator('main').textContent()).toContain(`${base}/`);
    expect(await page.locator('main').textContent()).not.toContain('127.0.0.1:8080');
  });
  test('no request left the path, and the browser reported no problem', () => {
    expect(outside).toEqual([]);
    expect(complaints).toEqual([]);
  });
});
