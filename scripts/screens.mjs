// `node scripts/screens.mjs URL TEST_KEY`: writes the pictures of the tracking pages into docs/screens. The service must run, and its demo must be filled.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const OUT = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', 'docs', 'screens');
const program = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((file) => existsSync(file));
const [base, key] = process.argv.slice(2);
if (!base || !key?.startsWith('sxt_test_') || !program) {
  console.error('Usage: node scripts/screens.mjs http://127.0.0.1:8080 sxt_test_…  (needs Chromium)');
  process.exit(2);
}

const authorization = `Bearer ${key}`;
const read = async (url, options = {}) =>
  (await fetch(`${base}${url}`, { ...options, headers: { authorization, accept: 'application/json' } })).json();
const { id } = await read('/projects/demo', { method: 'POST' });
const { items } = await read(`/projects/${id}/keywords?sort=volume&descending=true&limit=1`);

const SIZES = { desktop: { width: 1280, height: 860 }, phone: { width: 390, height: 844 } };
const SCREENS = [
  ['project', `#/project/${id}`, 'desktop', '.drawing'],
  ['project-keywords', `#/project/${id}?tab=keywords`, 'desktop', '.virtual-row'],
  ['project-keywords-phone', `#/project/${id}?tab=keywords`, 'phone', '.virtual-row'],
  ['keyword', `#/keyword/${id}.${items[0].id}`, 'desktop', '.chart canvas'],
  ['report', `#/report/${id}`, 'desktop', '.report .drawing'],
];

const browser = await chromium.launch({ executablePath: program, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] });
for (const [name, hash, size, ready] of SCREENS) {
  const context = await browser.newContext({ viewport: SIZES[size], colorScheme: 'light', reducedMotion: 'reduce' });
  const page = await context.newPage();
  await page.addInitScript((held) => sessionStorage.setItem('sextant.session', JSON.stringify({ key: held })), key);
  await page.goto(`${base}/${hash}`);
  await page.locator(ready).first().waitFor();
  await page.locator('.loading').first().waitFor({ state: 'detached' });
  await page.screenshot({ path: path.join(OUT, `${name}.jpg`), type: 'jpeg', quality: 72 });
  await context.close();
  console.log(`${name}.jpg`);
}
await browser.close();
