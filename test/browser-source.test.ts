// The browser source against the sandbox: pages that are empty without scripts, directly and through an operator's proxy.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer, request as forward, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { judge } from '../src/products/serp/verdict.ts';
import type { PageRequest } from '../src/sources/adapter.ts';
import { createEngineTable } from '../src/sources/catalogue.ts';
import { CollectFailure, collect } from '../src/sources/collect.ts';
import { type Sandbox, startSandbox } from '../src/sources/sandbox/server.ts';
import { SITES } from '../src/sources/sandbox-sites.ts';
import type { Engine } from '../src/sources/serp.ts';
import { plainQuery } from '../src/sources/stored-page.ts';
import { type BrowserFetch, createBrowserFetch } from '../src/sources/transport/browser.ts';
import type { FetchPage } from '../src/sources/transport/fetch.ts';
import { createSandboxFetch } from '../src/sources/transport/sandbox.ts';

const program = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((file) => existsSync(file));
/** Pages that the leak test collects; 200 or more give a reliable result. */
const PAGES = Number(process.env.SEXTANT_BROWSER_PAGES ?? 12);
const access = { apiKey: 'any', model: 'any', baseUrl: 'https://api.example' };
const engines = createEngineTable({ chatgpt: access, perplexity: access });
const SUFFIX = '.sandbox.example';
const once = { pagesMax: 1, enough: () => true };

let sandbox: Sandbox;
let plain: ReturnType<typeof createSandboxFetch>;
let browser: BrowserFetch;
let proxy: Server;
const proxied: { url: string; ticket: string | undefined }[] = [];

/** An operator's proxy: accepts absolute URLs and requires a password. */
const startProxy = async (): Promise<Server> => {
  const server = createServer((incoming, response) => {
    const ticket = incoming.headers['proxy-authorization'];
    proxied.push({ url: incoming.url ?? '', ticket });
    if (ticket === undefined) return response.writeHead(407, { 'proxy-authenticate': 'Basic' }).end();
    const { port, pathname, search } = new URL(incoming.url ?? '');
    const onward = forward({ host: '127.0.0.1', port, path: `${pathname}${search}`, headers: incoming.headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    onward.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
};

beforeAll(async () => {
  sandbox = await startSandbox(SITES);
  plain = createSandboxFetch(sandbox);
  proxy = await startProxy();
  browser = createBrowserFetch({
    browser: program ?? '/nowhere',
    pagesAtOnce: 2,
    pagesPerBrowser: 50,
    msMax: 30_000,
    policy: { allowLoopback: true, allowNetworks: [] },
    // Every host name of the sandbox resolves to this server.
    resolve: async () => ['127.0.0.1'],
  });
});
afterAll(async () => {
  await browser.close();
  await plain.close();
  await sandbox.close();
  proxy.closeAllConnections();
  proxy.close();
});

/** The engine's URL under another host name, because browsers require a certificate for the real one. */
const inTestWorld =
  (fetch: FetchPage): FetchPage =>
  async (request, context) => {
    const url = new URL(request.url);
    const moved: PageRequest = { ...request, url: `http://${url.hostname}${SUFFIX}:${sandbox.port}${url.pathname}${url.search}` };
    const page = await fetch(moved, context);
    const at = new URL(page.url);
    return { ...page, request, url: `https://${at.hostname.replace(SUFFIX, '')}${at.pathname}${at.search}` };
  };
const found = async (engine: Engine, fetch: FetchPage, keyword: string) =>
  (await collect(engine, plainQuery(engine.name, { keyword }), fetch, { attempt: 1 }, once)).found;
const childProcesses = (): number =>
  execFileSync('ps', ['-axo', 'ppid=,comm='], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.trim().startsWith(`${process.pid} `) && /chrom/i.test(line)).length;

describe.skipIf(program === undefined)('a page of the sandbox that needs its script', () => {
  test.each(['google', 'bing', 'yahoo', 'seznam'] as const)(
    '%s shows no results to a plain client, and its results to the browser',
    async (name) => {
      const engine = engines[name]!;
      const keyword = 'green tea test:script';
      const failure = await found(engine, plain, keyword).catch((error) => error);
      expect(failure).toBeInstanceOf(CollectFailure);
      expect(['blocked', 'unparsed']).toContain(failure.cause.outcome);
      const pages = await found(engine, inTestWorld(browser), keyword);
      expect(pages[0]!.organic.length).toBeGreaterThanOrEqual(5);
      expect(judge(pages, keyword, 'en')).toBe('valid');
      // The same as the plain page of the same day, except for the magic keyword.
      const straight = await found(engine, plain, 'green tea');
      expect(pages[0]!.organic.map(({ url }) => url)).toEqual(straight[0]!.organic.map(({ url }) => url));
    },
  );

  test('the browser uses the operator’s proxy with its password, and only if configured', async () => {
    expect(proxied).toEqual([]);
    const { port } = proxy.address() as AddressInfo;
    const out = inTestWorld(browser.through(`http://pilot:s3cret@127.0.0.1:${port}`));
    const pages = await found(engines.bing!, out, 'green tea test:script');
    expect(pages[0]!.organic.length).toBeGreaterThanOrEqual(5);
    expect(proxied.length).toBeGreaterThanOrEqual(2);
    expect(proxied.every(({ ticket }) => ticket === `Basic ${btoa('pilot:s3cret')}`)).toBe(true);
    const stranger = inTestWorld(browser.through(`http://127.0.0.1:${port}`));
    await expect(found(engines.bing!, stranger, 'green tea')).rejects.toMatchObject({ cause: { outcome: 'unreachable' } });
  });

  test('many pages leave no process and no memory behind', { timeout: 30_000 + PAGES * 5000 }, async () => {
    const visit = (number: number) => found(engines.google!, inTestWorld(browser), `tea ${number} test:script`);
    await visit(0);
    const before = process.memoryUsage().rss;
    for (let number = 1; number <= PAGES; number += 2) {
      const pages = await Promise.all([visit(number), visit(number + 1)]);
      expect(pages.every(([page]) => page!.organic.length > 0)).toBe(true);
      expect(childProcesses()).toBeLessThanOrEqual(2);
    }
    const grown = (process.memoryUsage().rss - before) / 1e6;
    console.log(`${PAGES} pages by the browser: memory ${grown >= 0 ? 'grew' : 'shrank'} by ${Math.abs(grown).toFixed(0)} MB`);
    expect(grown).toBeLessThan(150);
    await browser.close();
    expect(childProcesses()).toBe(0);
  });
});
