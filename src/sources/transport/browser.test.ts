import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { PageRequest } from '../adapter.ts';
import { type BrowserSettings, createBrowserFetch } from './browser.ts';

const PROGRAMS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];
const program = PROGRAMS.find((file) => existsSync(file));
if (program === undefined) console.log('The browser tests are skipped: there is no Chromium on this machine.');

const systemFolder = process.env.TMPDIR;
const temporary = mkdtempSync(path.join(tmpdir(), 'browser-test-'));
const policy = { allowLoopback: true, allowNetworks: [] };
const first = { attempt: 1 };
let server: Server;
let origin: string;
/** A second loopback address, if the system has one. No connection to it may be opened. */
let internalServer: Server;
let internalPort: number;
let connections = 0;
const seen: { url: string; headers: Record<string, unknown> }[] = [];
const open = new Set<ReturnType<typeof createBrowserFetch>>();

/** Changed by its script only after another request. A plain HTTP client never sees the result. */
const scripted = `<!doctype html><title>Teas</title><ol id="list"></ol><img src="/picture.png"><script>
  fetch('/data.json').then((answer) => answer.json()).then((names) => {
    for (const name of names) document.getElementById('list').insertAdjacentHTML('beforeend', '<li>' + name + '</li>');
    document.body.dataset.agent = navigator.userAgent;
    document.body.dataset.language = navigator.language;
    document.body.dataset.automated = navigator.webdriver;
    document.body.dataset.cookie = document.cookie;
  });
</script>`;

beforeAll(async () => {
  // A separate temporary folder, so that all leftovers in it are from this test.
  process.env.TMPDIR = temporary;
  server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://local.example');
    seen.push({ url: request.url ?? '', headers: request.headers });
    const html = (body: string, status = 200) => response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' }).end(body);
    const moved = (location: string) => response.writeHead(302, { location }).end();
    if (pathname === '/data.json') response.writeHead(200, { 'content-type': 'application/json' }).end('["Sencha","Assam","煎茶"]');
    else if (pathname === '/scripted') html(scripted);
    else if (pathname === '/moved') moved('/scripted?from=moved');
    else if (pathname === '/out') moved(`http://127.0.0.2:${internalPort}/`);
    else if (pathname === '/sneaky') moved(`http://hidden.example:${internalPort}/`);
    else if (pathname === '/strays')
      html(`<p>own words</p><iframe src="${origin}/out"></iframe><script src="http://127.0.0.2:${internalPort}/"></script>
        <script>fetch('http://127.0.0.2:${internalPort}/').catch(() => { document.body.append('refused'); });
        new WebSocket('ws://127.0.0.2:${internalPort}/');</script>`);
    else if (pathname === '/leaves') html(`<p>stays</p><script>location.href = 'http://127.0.0.2:${internalPort}/';</script>`);
    else if (pathname === '/hangs') return;
    else if (pathname === '/half') html('<p>half a page</p><script src="/hangs" async></script>');
    else if (pathname === '/busy') html('<p>busy</p><script>for (;;) { }</script>');
    else if (pathname === '/broken') html('sorry', 503);
    else if (pathname === '/wall') html('<p>are you a robot?</p>', 429);
    else html(`<p>${pathname}</p>`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  internalServer = createServer((_request, response) => response.end('treasure')).on('connection', () => connections++);
  await new Promise<void>((resolve) => internalServer.once('error', () => resolve()).listen(0, '127.0.0.2', resolve));
  internalPort = (internalServer.address() as AddressInfo | null)?.port ?? 81;
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(async () => {
  for (const fetch of open) await fetch.close();
  open.clear();
});
afterAll(() => {
  if (systemFolder === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = systemFolder;
  rmSync(temporary, { recursive: true, force: true, maxRetries: 3 });
  for (const one of [server, internalServer]) {
    one.closeAllConnections();
    one.close();
  }
});

function browserFetch(settings: Partial<BrowserSettings> = {}) {
  const fetch = createBrowserFetch({
    browser: program ?? '/nowhere/chromium',
    pagesAtOnce: 2,
    pagesPerBrowser: 100,
    msMax: 30_000,
    policy,
    ...settings,
  });
  open.add(fetch);
  return fetch;
}
const requestFor = (address: string, headers?: PageRequest['headers']): PageRequest => ({
  url: address.startsWith('/') ? `${origin}${address}` : address,
  ...(headers ? { headers } : {}),
});

interface Process {
  readonly id: number;
  readonly group: number;
  readonly parent: number;
}
/** Running browser processes of these tests. Each is the leader of a process group, below this process. */
const groups = new Set<number>();
function browserProcesses(): Process[] {
  const lines = execFileSync('ps', ['-axo', 'pid=,pgid=,ppid=,stat='], { encoding: 'utf8' }).trim().split('\n');
  const all = lines.map((line) => line.trim().split(/\s+/)).filter((parts) => !parts[3]?.startsWith('Z'));
  const processes = all.map(([id, group, parent]) => ({ id: Number(id), group: Number(group), parent: Number(parent) }));
  for (const { id, group, parent } of processes) if (parent === process.pid && id === group) groups.add(group);
  return processes.filter(({ group }) => groups.has(group));
}
const leftFolders = (): string[] => readdirSync(temporary);

describe.skipIf(program === undefined)('with a local Chromium', () => {
  test('a page that needs its script is fetched with the result of the script and the options of the request', async () => {
    const fetch = browserFetch();
    const page = await fetch(
      requestFor('/scripted', { 'user-agent': 'Tea/1.0', 'accept-language': 'de-AT,de;q=0.8', cookie: 'taste=mild; n=1' }),
      first,
    );
    expect(page.status).toBe(200);
    expect(page.url).toBe(`${origin}/scripted`);
    expect(page.headers['content-type']).toContain('text/html');
    expect(page.body).toMatch(/^<!DOCTYPE html>/i);
    expect(page.body).toContain('<li>煎茶</li>');
    expect(page.body).toContain('data-agent="Tea/1.0"');
    expect(page.body).toContain('data-language="de-AT"');
    expect(page.body).toContain('data-automated="true"');
    expect(page.body).toContain('taste=mild; n=1');
    expect(seen.some(({ url }) => url === '/picture.png')).toBe(false);
    const next = await fetch(requestFor('/scripted'), first);
    expect(next.body).toContain('data-cookie=""');
  });

  test('cookies arrive as in the request, and only at its host', async () => {
    const fetch = browserFetch();
    const value = 'v'.repeat(4000);
    const cookie = ['a=%E6%97%A5%E6%9C%AC', 'b=%3B%2C%20%22%5C', 'c=1=2', '%E6%97%A5=x', 'd=', "e=()<>@:/[]?{}'", `f=${value}`].join('; ');
    await fetch(requestFor('/scripted?cookies', { cookie: `${cookie}; __Host-g=1` }), first);
    const arrived = seen.find(({ url }) => url === '/scripted?cookies')?.headers.cookie;
    // A browser does not accept a cookie with this prefix for plain http.
    expect(String(arrived).split('; ').sort()).toEqual(cookie.split('; ').sort());
  });

  test('a redirect returns the final URL, data are raw, and block pages are left to the adapter', async () => {
    const fetch = browserFetch();
    expect((await fetch(requestFor('/moved'), first)).url).toBe(`${origin}/scripted?from=moved`);
    expect((await fetch(requestFor('/data.json'), first)).body).toBe('["Sencha","Assam","煎茶"]');
    expect(await fetch(requestFor('/wall'), first)).toMatchObject({ status: 429, body: expect.stringContaining('robot') });
    await expect(fetch(requestFor('/broken'), first)).rejects.toMatchObject({ outcome: 'unreachable', message: 'returned status 503' });
  });

  test('forbidden addresses are not reached directly, by a redirect or from inside a page', async () => {
    const resolve = async () => ['127.0.0.2'];
    const strict = browserFetch({ policy: { allowLoopback: false, allowNetworks: ['127.0.0.1/32'] }, resolve, msMax: 30_000 });
    const rejected = { outcome: 'unparsed', message: 'the address is not allowed' };
    await expect(strict(requestFor('http://10.0.0.1/'), first)).rejects.toMatchObject(rejected);
    await expect(strict(requestFor(`http://hidden.example:${internalPort}/`), first)).rejects.toMatchObject(rejected);
    await expect(strict(requestFor('/out'), first)).rejects.toMatchObject(rejected);
    await expect(strict(requestFor('/sneaky'), first)).rejects.toMatchObject(rejected);
    const page = await strict(requestFor('/strays'), first);
    expect(page.body).toContain('own words');
    expect(page.body).toContain('refused');
    expect((await strict(requestFor('/leaves'), first)).body).toContain('stays');
    expect(connections).toBe(0);
    // When it is allowed, the same requests reach it.
    if (internalPort !== 81) expect((await browserFetch({ resolve })(requestFor('/sneaky'), first)).body).toContain('treasure');
  });

  test('a page that hangs times out, and one that is nearly complete is returned', async () => {
    const fetch = browserFetch({ msMax: 3000 });
    for (const page of ['/hangs', '/busy'])
      await expect(fetch(requestFor(page), first)).rejects.toMatchObject({ outcome: 'unreachable', message: 'no response in time' });
    // The page that only misses a script has enough time, even on a busy machine.
    expect((await browserFetch({ msMax: 15_000 })(requestFor('/half'), first)).body).toContain('half a page');
  });

  test('an aborted request ends immediately', async () => {
    const fetch = browserFetch();
    await fetch(requestFor('/warm'), first);
    const signal = AbortSignal.timeout(500);
    await expect(fetch(requestFor('/hangs'), { attempt: 1, signal })).rejects.toMatchObject({ outcome: 'unreachable', message: 'aborted' });
  });

  test('a browser that is killed is replaced', async () => {
    const fetch = browserFetch();
    await fetch(requestFor('/before'), first);
    const leader = browserProcesses().find(({ parent }) => parent === process.pid);
    const during = fetch(requestFor('/hangs'), first);
    during.catch(() => undefined);
    await sleep(500);
    process.kill(leader!.id, 'SIGKILL');
    await expect(during).rejects.toMatchObject({ outcome: 'unreachable' });
    expect((await fetch(requestFor('/after'), first)).body).toContain('/after');
    expect(browserProcesses().some(({ group }) => group === leader!.group)).toBe(false);
    await fetch.close();
    expect(leftFolders()).toEqual([]);
  });

  test('thirty pages in several browsers leave neither processes nor folders', async () => {
    const fetch = browserFetch({ pagesAtOnce: 4, pagesPerBrowser: 10, msMax: 90_000 });
    const pages = await Promise.all(Array.from({ length: 20 }, (_, index) => fetch(requestFor(`/page-${index}`), first)));
    browserProcesses();
    for (let index = 20; index < 30; index++) pages.push(await fetch(requestFor(`/page-${index}`), first));
    expect(pages.map(({ body }) => /<p>(.*?)<\/p>/.exec(body)?.[1])).toEqual(Array.from({ length: 30 }, (_, index) => `/page-${index}`));
    await fetch.close();
    expect(browserProcesses()).toEqual([]);
    expect(leftFolders()).toEqual([]);
    await expect(fetch(requestFor('/late'), first)).rejects.toMatchObject({ outcome: 'unreachable', message: 'the browser is closed' });
  });

  test('a running browser is connected to by its URL and left running', async () => {
    const known = connections;
    const folder = mkdtempSync(path.join(tmpdir(), 'joined-'));
    const flags = ['--headless', '--disable-gpu', '--no-first-run', '--remote-debugging-port=0', `--user-data-dir=${folder}`];
    const running = spawn(program!, [...flags, ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), 'about:blank'], {
      detached: true,
      env: { ...process.env, TMPDIR: folder },
    });
    try {
      const address = await new Promise<string>((resolve) => {
        let said = '';
        running.stderr.on('data', (chunk) => {
          said += chunk;
          const found = /DevTools listening on (ws:\S+)/.exec(said)?.[1];
          if (found) resolve(found);
        });
      });
      const fetch = browserFetch({ browser: address, policy: { allowLoopback: false, allowNetworks: ['127.0.0.1/32'] } });
      expect((await fetch(requestFor('/scripted'), first)).body).toContain('<li>Assam</li>');
      await expect(fetch(requestFor('/out'), first)).rejects.toMatchObject({ outcome: 'unparsed', message: 'the address is not allowed' });
      expect((await fetch(requestFor('/strays'), first)).body).toContain('refused');
      expect(connections).toBe(known);
      await fetch.close();
      expect(running.exitCode).toBe(null);
    } finally {
      process.kill(-running.pid!, 'SIGKILL');
      await sleep(300);
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
    }
  });
});
