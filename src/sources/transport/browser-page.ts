// Opens one URL in its own context, waits until the page has settled, and reads its document.
import type { Response, Page as Tab } from 'playwright-core';
import { type Page, type PageRequest, SourceError, SourceTimeout, unreachable } from '../adapter.ts';
import { decodePage } from '../charset.ts';
import { PAGE_BYTES_MAX } from './fetch.ts';

/** Some pages never finish loading, but their text is there long before. */
const LOAD_MS_MAX = 8000;
/**
 * Time after loading until the network is idle for half a second. Pages that never become idle are read at the end of
 * it.
 */
const SETTLE_MS_MAX = 5000;
/** A script may navigate to another URL while the document is read. */
const READS_MAX = 3;
/** Headers about the bytes on the wire, not about the document that scripts have changed. */
const WIRE_HEADERS = new Set(['content-encoding', 'content-length', 'transfer-encoding', 'connection', 'keep-alive']);
const IDLE_MS_MAX = 1000;
/**
 * Content that has arrived may not be rendered yet. On a busy machine, rendering can take longer than the idle time.
 */
const untilIdle = (timeout: number): string => `new Promise((done) => {
  const idle = (next) => requestIdleCallback(next, { timeout: ${Math.floor(timeout)} });
  idle(() => setTimeout(() => idle(done), 100));
}).then(() => undefined)`;
/** Returns the document as text, or the reason when it is unfinished or too long. */
const DOCUMENT = `(() => {
  if (document.readyState === 'loading') return { isLoading: true };
  const root = document.documentElement;
  const text = root ? root.outerHTML : '';
  if (text.length > ${PAGE_BYTES_MAX}) return { problem: 'the page is too long' };
  return { text: (document.doctype ? new XMLSerializer().serializeToString(document.doctype) : '') + text };
})()`;

/** The current URL of the tab, or the last one it tried to open. */
export interface Track {
  url: string;
}

export async function collectPage(tab: Tab, request: PageRequest, endsAt: number, track: Track): Promise<Page> {
  // Only the last response for the tab's own document can be the page.
  let last: Response | null = null;
  tab.on('request', (asked) => {
    if (asked.isNavigationRequest() && asked.frame() === tab.mainFrame()) track.url = asked.url();
  });
  tab.on('response', (response) => {
    if (response.request().isNavigationRequest() && response.frame() === tab.mainFrame()) last = response;
  });
  const crashed = new Promise<never>((_resolve, reject) => {
    tab.once('crash', () => reject(unreachable('the page crashed its tab')));
  });
  crashed.catch(() => undefined);
  const referer = request.headers?.referer;
  const visit = async (): Promise<Page> => {
    const first = await tab.goto(request.url, { waitUntil: 'commit', timeout: left(endsAt), ...(referer ? { referer } : {}) });
    await settle(tab, left(endsAt));
    const response = last ?? first;
    if (response === null) throw unreachable('no response');
    if (response.status() >= 500 && response.status() < 600) throw unreachable(`returned status ${response.status()}`);
    if (!/^https?:/.test(tab.url())) throw unreachable('the page has no web URL');
    const headers = Object.fromEntries(Object.entries(response.headers()).filter(([name]) => !WIRE_HEADERS.has(name)));
    return { request, url: tab.url(), status: response.status(), headers, body: await bodyOf(tab, response) };
  };
  return Promise.race([visit(), crashed]);
}

/** Playwright treats a timeout of zero as none. */
const left = (endsAt: number): number => Math.max(1, endsAt - performance.now());

/** Keeps a third of the remaining time for reading, because a nearly complete page is better than none. */
async function settle(tab: Tab, msLeft: number): Promise<void> {
  const patient = (state: 'load' | 'networkidle', timeout: number) => tab.waitForLoadState(state, { timeout }).catch(() => undefined);
  await patient('load', Math.min(LOAD_MS_MAX, msLeft / 3));
  await patient('networkidle', Math.min(SETTLE_MS_MAX, msLeft / 6));
  await tab.evaluate(untilIdle(Math.min(IDLE_MS_MAX, msLeft / 12))).catch(() => undefined);
}

async function bodyOf(tab: Tab, response: Response): Promise<string> {
  const type = response.headers()['content-type'];
  // Feeds and data must be raw, not as shown by the browser's viewer.
  if (type !== undefined && !/html/i.test(type)) {
    const bytes = await response.body();
    if (bytes.length > PAGE_BYTES_MAX) throw unreachable('the page is too long');
    return decodePage(bytes, type);
  }
  for (let reads = 1; ; reads++) {
    try {
      const { text, problem, isLoading } = await tab.evaluate<{ text?: string; problem?: string; isLoading?: boolean }>(DOCUMENT);
      if (isLoading) throw new SourceTimeout();
      if (text === undefined) throw unreachable(problem ?? 'the page has no document');
      return text;
    } catch (error) {
      if (error instanceof SourceError || reads >= READS_MAX) throw error;
      await tab.waitForLoadState('domcontentloaded', { timeout: LOAD_MS_MAX }).catch(() => undefined);
    }
  }
}
