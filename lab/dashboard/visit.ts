// One load of one view in a fresh browser context: bytes, time until interactive, shifts and console errors.
import type { Browser, Page } from 'playwright-core';
import { sleep, until } from '../wait.ts';
import { interactiveMs, QUIET_MS, READ_RECORD, type Recorded, recordScript, type Shift } from './in-page.ts';
import { SIZES, type SizeName, type View } from './views.ts';

export interface Site {
  readonly browser: Browser;
  readonly url: string;
  readonly key: string;
  readonly token: string;
}

export interface Load {
  /** Bytes of the dashboard's own files, with gzip. */
  readonly fileBytes: number;
  /** Bytes of API responses and pictures. */
  readonly dataBytes: number;
  readonly interactiveMs: number;
  readonly shifts: readonly Shift[];
  readonly errors: readonly string[];
}

const READY_MS_MAX = 30_000;
const WATCH_MS = 3000;
/** A response to the last request of a page may still be on its way. */
const SETTLE_MS = QUIET_MS + 100;

/** A new context has no cache. The session is in its storage before the first script runs. */
export async function openPage(site: Site, view: View, size: SizeName, colours: 'light' | 'dark' = 'light'): Promise<Page> {
  const { browser, key, token } = site;
  const context = await browser.newContext({
    viewport: SIZES[size],
    colorScheme: colours,
    reducedMotion: 'reduce',
    extraHTTPHeaders: { 'accept-encoding': 'gzip' },
  });
  const page = await context.newPage();
  page.setDefaultTimeout(READY_MS_MAX);
  const session = view.isSignedOut ? {} : view.isCustomer ? { key } : { key, token };
  await page.addInitScript(`sessionStorage.setItem('sextant.session', ${JSON.stringify(JSON.stringify(session))});
    ${view.isFirstVisit ? '' : `localStorage.setItem('sextant.first-run', 'done');`}`);
  await page.addInitScript(recordScript(view.shows));
  return page;
}

const readRecord = (page: Page): Promise<Recorded> => page.evaluate(READ_RECORD) as Promise<Recorded>;

/** Opens the view and waits until it is complete. */
export async function showView({ url }: Site, page: Page, view: View): Promise<void> {
  await page.goto(`${url}/${view.hash}`, { waitUntil: 'commit' });
  await until(async () => (await readRecord(page)).readyAt > 0, {
    msMax: READY_MS_MAX,
    problem: () => `${view.name} was not complete within ${READY_MS_MAX / 1000} s`,
  });
  if (!view.sends) return;
  await page.getByRole('button', { name: 'Send request' }).first().click();
  await page.locator(view.sends).first().waitFor();
}

/** With `watched` the page stays open for the time in which it must not move. */
export async function loadView(site: Site, view: View, size: SizeName, watched: boolean): Promise<Load> {
  const page = await openPage(site, view, size);
  try {
    const errors: string[] = [];
    page.on('console', (message) => void (message.type() === 'error' && errors.push(message.text())));
    page.on('pageerror', (error) => errors.push(error.message));
    const bytes = await countBytes(page);
    await showView(site, page, view);
    await sleep(watched ? WATCH_MS : SETTLE_MS);
    const recorded = await readRecord(page);
    return { ...bytes, interactiveMs: interactiveMs(recorded), shifts: recorded.shifts, errors };
  } finally {
    await page.context().close();
  }
}

const isFile = (url: string): boolean => /^\/(?:assets\/.*|index\.html)?$/.test(new URL(url).pathname);

/** Counts until the page is closed. `encodedDataLength` is the size on the wire, with headers. */
async function countBytes(page: Page): Promise<{ fileBytes: number; dataBytes: number }> {
  const counted = { fileBytes: 0, dataBytes: 0 };
  const urls = new Map<string, string>();
  const session = await page.context().newCDPSession(page);
  session.on('Network.responseReceived', ({ requestId, response }) => void urls.set(requestId, response.url));
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    counted[isFile(urls.get(requestId) ?? 'http://unknown/unknown') ? 'fileBytes' : 'dataBytes'] += encodedDataLength;
  });
  await session.send('Network.enable');
  return counted;
}
