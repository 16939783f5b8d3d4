// What the browser source leaves out, and what must stay equal: the results of a page with everything that belongs to it.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ITEMS, LATE_ITEMS, openResultSite, type ResultSite } from '../lab/bench/result-site.ts';
import { createBrowserFetch } from '../src/sources/transport/browser.ts';

const program = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((file) => existsSync(file));
const policy = { allowLoopback: true, allowNetworks: [] };
const settings = { browser: program ?? '/nowhere', pagesAtOnce: 2, pagesPerBrowser: 100, msMax: 60_000, policy };
const first = { attempt: 1 };
const UNWANTED = /^\/(?:image|font|media|pixel|collect|log)\b/;

let site: ResultSite;
let requested: string[] = [];

beforeAll(async () => {
  site = await openResultSite((path) => void requested.push(path));
});
afterAll(() => site.close());

/** The results as markup: titles, links and snippets, without the elements around them. */
const resultsOf = (html: string): string => /<div id="search">[\s\S]*?(?=<video|$)/.exec(html)?.[0] ?? '';
const countItems = (html: string): number => html.split('<div class="g ').length - 1;

/** The page as Chromium shows it with all resources, and the command line of that Chromium. */
async function openPlainly(): Promise<{ html: string; disabled: string[] }> {
  const { chromium } = await import('playwright-core');
  const browser = await chromium.launch({ executablePath: program!, headless: true, chromiumSandbox: process.getuid?.() !== 0 });
  try {
    const disabled = disabledFeatures();
    const tab = await browser.newPage();
    await tab.goto(site.page, { waitUntil: 'networkidle' });
    return { html: await tab.evaluate<string>('document.documentElement.outerHTML'), disabled };
  } finally {
    await browser.close();
  }
}

interface Started {
  readonly id: number;
  readonly command: string;
}
/** The browsers that this process has started. */
function browsers(): Started[] {
  const lines = execFileSync('ps', ['-axwwo', 'pid=,ppid=,args='], { encoding: 'utf8' }).split('\n');
  return lines.flatMap((line) => {
    const [, id, parent, command = ''] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    return Number(parent) === process.pid && command.includes('--remote-debugging-pipe') ? [{ id: Number(id), command }] : [];
  });
}
/** Of several such flags Chromium obeys the last one. */
const disabledFeatures = (): string[] =>
  [...browsers()[0]!.command.matchAll(/--disable-features=(\S+)/g)].at(-1)?.[1]?.split(',').toSorted() ?? [];

async function until(holds: () => boolean): Promise<void> {
  for (const endsAt = performance.now() + 20_000; !holds(); ) {
    if (performance.now() > endsAt) throw new Error('not within 20 seconds');
    await sleep(100);
  }
}

describe.skipIf(program === undefined)('resources', () => {
  test('without images, fonts, media and reports the results are the same as with them', async () => {
    requested = [];
    const plain = await openPlainly();
    expect(requested.filter((path) => UNWANTED.test(path)).length).toBeGreaterThan(ITEMS);
    requested = [];
    const fetch = createBrowserFetch(settings);
    const { body } = await fetch({ url: site.page }, first);
    const disabled = disabledFeatures();
    await fetch.close();
    expect(requested.filter((path) => UNWANTED.test(path))).toEqual([]);
    expect(requested).toEqual(expect.arrayContaining(['/tracker.js', '/style/0.css', '/script/page.js', `/more.json?n=${ITEMS}`]));
    expect(countItems(resultsOf(body))).toBe(ITEMS + LATE_ITEMS);
    expect(resultsOf(body)).toBe(resultsOf(plain.html));
    // Our flag replaces Playwright's, so it must repeat every feature of it.
    expect(plain.disabled).not.toEqual([]);
    expect(disabled).toEqual(expect.arrayContaining(plain.disabled));
  });
});

/** Shows what an earlier page left behind, then leaves a cookie, a stored value and a cached script. */
const LEAVES_TRACES = `<!doctype html><p id="found"></p><script src="/cached.js"></script><script>
  document.getElementById('found').textContent = JSON.stringify([document.cookie, localStorage.getItem('seen'), sessionStorage.getItem('seen')]);
  document.cookie = 'seen=1; max-age=600';
  localStorage.setItem('seen', '1');
  sessionStorage.setItem('seen', '1');
</script>`;

describe.skipIf(program === undefined)('isolation', () => {
  test('a page finds no cookie, stored value or cached file of an earlier page in the same browser', async () => {
    const scripts: IncomingHttpHeaders[] = [];
    const server = createServer((request, response) => {
      if (request.url !== '/cached.js') return response.writeHead(200, { 'content-type': 'text/html' }).end(LEAVES_TRACES);
      scripts.push(request.headers);
      response.writeHead(200, { 'content-type': 'text/javascript', 'cache-control': 'max-age=600', etag: '"1"' }).end('0;');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const fetch = createBrowserFetch(settings);
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    await fetch({ url }, first);
    const [used] = browsers();
    const again = await fetch({ url }, first);
    expect(browsers()).toEqual([used]);
    await fetch.close();
    server.closeAllConnections();
    server.close();
    expect(again.body).toContain('["",null,null]');
    expect(scripts).toHaveLength(2);
    expect(scripts[1]).not.toHaveProperty('if-none-match');
    expect(scripts[1]).not.toHaveProperty('cookie');
  });
});

describe.skipIf(program === undefined)('the life of the browser', () => {
  test('is started by `prepare`, serves the first page, ends when idle, and is started again', async () => {
    const fetch = createBrowserFetch({ ...settings, idleMsMax: 6000 });
    fetch.prepare();
    fetch.prepare();
    await until(() => browsers().length > 0);
    const prepared = browsers().map(({ id }) => id);
    expect(prepared).toHaveLength(1);
    await fetch({ url: site.empty }, first);
    expect(browsers().map(({ id }) => id)).toEqual(prepared);
    await until(() => browsers().length === 0);
    expect((await fetch({ url: site.empty }, first)).body).toContain('empty');
    await fetch.close();
    expect(browsers()).toEqual([]);
  });

  test('does not end while a page is open, however long it takes', async () => {
    const fetch = createBrowserFetch({ ...settings, idleMsMax: 50 });
    expect(countItems((await fetch({ url: site.page }, first)).body)).toBe(ITEMS + LATE_ITEMS);
    await fetch.close();
  });

  test('`prepare` without a usable browser leaves the error to the first page', async () => {
    const fetch = createBrowserFetch({ ...settings, browser: '/nowhere/chromium', idleMsMax: 1000 });
    fetch.prepare();
    await sleep(200);
    await expect(fetch({ url: site.empty }, first)).rejects.toMatchObject({ message: 'the browser did not start' });
    await fetch.close();
  });
});
