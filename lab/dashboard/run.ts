// Starts the service, fills it, and measures every page of its dashboard in a real browser.
import { existsSync, readdirSync, statSync } from 'node:fs';
import { loadavg } from 'node:os';
import path from 'node:path';
import { chromium } from 'playwright-core';
import { openWithOneAccount, TOKEN } from '../environment.ts';
import { ROOT } from '../paths.ts';
import { createSay, numberOption, printLine, round, type Say } from '../report.ts';
import { fillService } from './content.ts';
import { takeScreens } from './screens.ts';
import { printRows, type Row, rowOf } from './verdict.ts';
import { SIZES, type SizeName, type View, viewsOf } from './views.ts';
import { type Load, loadView, type Site } from './visit.ts';

const PROGRAMS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const WEB = path.join(ROOT, 'dist', 'web');

/** Accepts `--name value` and `--name=value`. */
function optionOf(args: readonly string[], name: string): string | undefined {
  const at = args.indexOf(`--${name}`);
  return at >= 0 ? (args[at + 1] ?? '') : args.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3);
}

/** Returns the bytes of all files as a browser with gzip receives them. */
export function bytesOfFiles(folder: string): number {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => !/\.(?:br|gz)$/.test(file))
    .reduce((sum, file) => sum + statSync(existsSync(`${file}.gz`) ? `${file}.gz` : file).size, 0);
}

export async function runDashboard(args: readonly string[]): Promise<number> {
  const program = PROGRAMS.find((file) => existsSync(file));
  const reason = program === undefined ? 'there is no Chromium on this machine' : existsSync(WEB) ? null : 'the dashboard is not built';
  if (reason !== null) {
    printLine(`DASHBOARD skipped: ${reason}`);
    return 0;
  }
  const json = args.includes('--json');
  const say = createSay(json);
  const load = round(loadavg()[0]!);
  const environment = await openWithOneAccount();
  try {
    // A callback that failed is not retried during the run.
    const settings = {
      AI_RATE_SECONDS: '0',
      CALLBACK_ALLOW: '127.0.0.0/8',
      CALLBACK_RETRY_SECONDS: '3600,3600,3600,3600',
      CROSS_CHECKS: 'google=0.02:200,bing=0.1:50',
      // The first canary is due after a tenth of the interval, which is longer than any run.
      CANARY_INTERVAL_MINUTES: '720',
      CANARY_SWITCHES_OFF: 'true',
    };
    const { url } = await environment.start('start', settings);
    say('the service runs; creating results …');
    const content = await fillService(environment, url, TOKEN);
    const browser = await chromium.launch({ executablePath: program!, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] });
    try {
      const site: Site = { browser, url, key: environment.key, token: TOKEN };
      const views = selectViews(viewsOf(content), optionOf(args, 'only'));
      const screens = optionOf(args, 'screens');
      if (screens !== undefined) {
        for (const file of await takeScreens(site, views, screens, args.includes('--dark') ? 'dark' : 'light')) say(file);
        return 0;
      }
      return printRows(await measureViews(site, views, numberOption(args, 'loads', 3), say), bytesOfFiles(WEB), load, json);
    } finally {
      await browser.close();
    }
  } finally {
    await environment.close();
  }
}

/** `only` is a list of names. A name of several words is found by any of them. */
function selectViews(views: readonly View[], only: string | undefined): readonly View[] {
  if (only === undefined) return views;
  const names = only.split(',').filter(Boolean);
  const found = views.filter(({ name }) => names.some((each) => name === each || name.split(' ').includes(each)));
  if (found.length === 0) throw new Error(`Unknown view "${only}". Views: ${views.map(({ name }) => name).join(', ')}.`);
  return found;
}

async function measureViews(site: Site, views: readonly View[], loads: number, say: Say): Promise<Row[]> {
  const rows: Row[] = [];
  // Code of a new process is slow until it was compiled. A service that runs for days has done that.
  for (const view of views) await loadView(site, view, 'desktop', false).catch(() => undefined);
  for (const view of views)
    for (const size of Object.keys(SIZES) as SizeName[]) {
      say(`${view.name}, ${size} …`);
      rows.push(await measureView(site, view, size, loads));
    }
  return rows;
}

async function measureView(site: Site, view: View, size: SizeName, count: number): Promise<Row> {
  try {
    const loads: Load[] = [];
    for (let nth = 0; nth < count; nth++) loads.push(await loadView(site, view, size, nth === 0));
    return rowOf(view.name, size, loads);
  } catch (error) {
    return { view: view.name, size, figures: null, moved: [], errors: [(error as Error).message.split('\n')[0]!] };
  }
}
