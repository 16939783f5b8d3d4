// Two pages of the guide in a real browser, at phone and desktop size: no console errors, no serious axe findings, working search and copy.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fastify, { type FastifyInstance } from 'fastify';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { guidePages } from '../src/dashboard/guide.ts';
import { ROOT } from './doc-samples.ts';
import { builder } from './guide-site.ts';

const program = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((file) => existsSync(file));
const AXE = readFileSync(path.join(ROOT, 'node_modules', 'axe-core', 'axe.min.js'), 'utf8');
const SIZES = { phone: { width: 390, height: 844 }, desktop: { width: 1440, height: 900 } };
const CASES = (['phone', 'desktop'] as const).flatMap((size) =>
  (['light', 'dark'] as const).flatMap((scheme) => ['quick-start', 'api-serp'].map((name) => [name, size, scheme] as const)),
);

describe.skipIf(!program)('the guide in a browser', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'sextant-guide-browser-'));
  let app: FastifyInstance;
  let browser: Browser;
  let base: string;
  beforeAll(async () => {
    (await builder()).buildGuide(ROOT, folder);
    app = fastify();
    guidePages(folder)(app);
    base = await app.listen({ host: '127.0.0.1', port: 0 });
    const { chromium } = await import('playwright-core');
    browser = await chromium.launch({ executablePath: program!, args: ['--no-sandbox'] });
  });
  afterAll(async () => {
    await browser?.close();
    await app?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function open(name: string, size: keyof typeof SIZES, scheme: 'light' | 'dark'): Promise<{ page: Page; complaints: string[] }> {
    // Axe is injected past the content security policy, which has its own test.
    const context = await browser.newContext({ viewport: SIZES[size], colorScheme: scheme, bypassCSP: true });
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
    await page.goto(`${base}/docs/guide/${name}`);
    return { page, complaints };
  }

  test.each(CASES)('%s on a %s in %s is accessible', async (name, size, scheme) => {
    const { page, complaints } = await open(name, size, scheme);
    await page.evaluate(AXE);
    const { violations } = (await page.evaluate('axe.run()')) as {
      violations: { id: string; impact: string; nodes: { html: string }[] }[];
    };
    const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
    expect(serious.map(({ id, nodes }) => `${id}: ${nodes[0]!.html}`)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  test('the search finds a section and links to it', async () => {
    const { page, complaints } = await open('quick-start', 'phone', 'light');
    await page.keyboard.press('/');
    await page.keyboard.type('idempotency');
    await page.locator('.hits a').first().waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/docs\/guide\/.+/);
    expect(await page.locator('main').textContent()).toContain('Idempotency');
    expect(complaints).toEqual([]);
    await page.context().close();
  });
  test('with the content security policy, samples name this server and can be copied, and the theme is stored', async () => {
    const context = await browser.newContext({ viewport: SIZES.desktop, permissions: ['clipboard-read', 'clipboard-write'] });
    const page = await context.newPage();
    const refused: string[] = [];
    page.on('console', (message) => message.type() === 'error' && refused.push(message.text()));
    await page.goto(`${base}/docs/guide/concepts`);
    const sample = page.locator('.code').first();
    expect(await sample.locator('code').textContent()).toContain(`curl -s ${base}/serp/new`);
    await sample.locator('button').click();
    await sample.getByText('Copied').waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toContain(`${base}/serp/new`);
    await page.locator('.theme').click();
    await page.reload();
    expect(await page.evaluate('document.documentElement.dataset.theme')).toBe('dark');
    expect(refused).toEqual([]);
    await context.close();
  });
});
