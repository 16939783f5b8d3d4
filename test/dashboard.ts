// Helpers for dashboard tests: the service on a port, a browser, and a visitor that records errors.
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';
import { expect } from 'vitest';
import { OPERATOR_TOKEN, startTestService, type TestService } from './service.ts';

const ROOT = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
export const program = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((file) => existsSync(file));

export const SIZES = [
  ['a phone', { width: 390, height: 844 }],
  ['a desktop', { width: 1280, height: 800 }],
] as const;
export type Size = (typeof SIZES)[number][1];

export interface Dashboard {
  readonly base: string;
  readonly service: TestService;
  readonly account: Awaited<ReturnType<TestService['account']>>;
  visit(size: Size, colours?: 'light' | 'dark'): Promise<Visitor>;
  stop(): Promise<void>;
}

export interface Visitor {
  readonly page: Page;
  /** Console errors and warnings since the last check. */
  readonly complaints: string[];
  signIn(credential: string): Promise<void>;
  /** Opens a page of the dashboard with the menu. */
  open(title: string): Promise<void>;
  /** Checks that there are no console errors, no horizontal overflow and no serious accessibility findings. */
  allIsWell(): Promise<void>;
  leave(): Promise<void>;
}

const NO_ACCOUNT = { id: '', live: '', test: '', webhookSecret: '' };

export async function startDashboard(environment: Record<string, string> = {}): Promise<Dashboard> {
  const { build } = (await import(path.join(ROOT, 'scripts', 'setup.mjs'))) as { build: () => Promise<void> };
  await build();
  const service = await startTestService(environment);
  await service.app.listen({ host: '127.0.0.1', port: 0 });
  const base = `http://127.0.0.1:${(service.app.server.address() as AddressInfo).port}${service.config.BASE_PATH}`;
  const browser = await chromium.launch({ executablePath: program!, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] });
  return {
    base,
    service,
    // With ADMIN_PORT this listener cannot create accounts, and the tests need none.
    account: environment.ADMIN_PORT ? NO_ACCOUNT : await service.account(),
    visit: (size, colours = 'light') => visit(browser, base, size, colours),
    stop: async () => {
      await browser.close();
      await service.stop();
    },
  };
}

async function visit(browser: Browser, base: string, size: Size, colours: 'light' | 'dark'): Promise<Visitor> {
  const context = await browser.newContext({ viewport: size, colorScheme: colours, reducedMotion: 'reduce' });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.goto(base);
  const menu = page.getByRole('button', { name: 'Menu' });
  return {
    page,
    complaints,
    signIn: async (credential) => {
      await page.getByLabel('API key or admin token').fill(credential);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.locator('.signed-in, .top').first().waitFor({ state: 'attached' });
    },
    open: async (title) => {
      if (await menu.isVisible()) await menu.click();
      await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: title }).click();
      await page.getByRole('heading', { level: 1, name: title }).waitFor();
    },
    allIsWell: async () => {
      await expect.poll(() => page.locator('.loading').count()).toBe(0);
      expect(await findings(page)).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
      expect(complaints.splice(0)).toEqual([]);
    },
    leave: () => context.close(),
  };
}

interface Finding {
  readonly id: string;
  readonly impact: string;
  readonly nodes: readonly { readonly html: string }[];
}

/** Returns the serious and critical findings of axe. */
async function findings(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  const found = (await page.evaluate(
    `axe.run(document, { resultTypes: ['violations'], iframes: false }).then(({ violations }) => violations)`,
  )) as Finding[];
  return found
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
}

export { OPERATOR_TOKEN };
