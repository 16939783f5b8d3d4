// One side of the browser case in its own process: the product's transport of some build, or a bare tab.
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/** Opens the URL for the given time, several pages at once. */
export interface SideOrder {
  readonly url: string;
  readonly atOnce: number;
  readonly seconds: number;
  /** How often a bare tab reads each document. Default: once, as the transport does. */
  readonly reads?: number;
}
export interface SideResult {
  readonly pages: number;
  readonly ms: number;
  /** Of the last page. */
  readonly body: string;
}
type OpenPage = (url: string, reads: number) => Promise<string>;

const READ = 'document.documentElement.outerHTML';

/** The transport of the build in this folder, with its default settings apart from the browser. */
async function transportOf(build: string, browser: string): Promise<OpenPage> {
  const program = pathToFileURL(path.join(build, 'sources', 'transport', 'browser.js')).href;
  const { createBrowserFetch } = (await import(program)) as typeof import('#product/sources/transport/browser.js');
  const policy = { allowLoopback: true, allowNetworks: [] };
  const fetch = createBrowserFetch({ browser, pagesAtOnce: 2, pagesPerBrowser: 100_000, msMax: 60_000, policy });
  process.once('disconnect', () => void fetch.close().then(() => process.exit()));
  return async (url) => (await fetch({ url }, { attempt: 1 })).body;
}

/** Tabs that stay open: no context, no rules, no wait after loading. Nothing that opens this URL in Chromium costs less. */
async function bareTabs(browser: string): Promise<OpenPage> {
  const { chromium } = await import('playwright-core');
  const running = await chromium.launch({ executablePath: browser, headless: true, chromiumSandbox: process.getuid?.() !== 0 });
  process.once('disconnect', () => void running.close().then(() => process.exit()));
  const context = await running.newContext();
  const free = [await context.newPage(), await context.newPage()];
  return async (url, reads) => {
    const tab = free.pop()!;
    await tab.goto(url);
    let body = '';
    for (let read = 0; read < reads; read++) body = await tab.evaluate<string>(READ);
    free.push(tab);
    return body;
  };
}

/** Opens pages until the time is over, at least one for each slot. */
async function run(openPage: OpenPage, { url, atOnce, seconds, reads = 1 }: SideOrder): Promise<SideResult> {
  const started = performance.now();
  let [pages, body] = [0, ''];
  const slot = async (): Promise<void> => {
    do {
      body = await openPage(url, reads);
      pages += 1;
    } while (performance.now() - started < seconds * 1000);
  };
  await Promise.all(Array.from({ length: atOnce }, slot));
  return { pages, ms: performance.now() - started, body };
}

const [build = '', browser = ''] = process.argv.slice(2);
const openPage = await (build === 'bare' ? bareTabs(browser) : transportOf(build, browser));
process.on('message', (order: SideOrder) => {
  run(openPage, order).then(
    (result) => process.send!(result),
    (error) => {
      console.error(error);
      process.exit(1);
    },
  );
});
process.send!('ready');
