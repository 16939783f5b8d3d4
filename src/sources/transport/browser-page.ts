// Opens one address in a context of its own, waits until the page has settled, and reads its document.
import type { Response, Page as Tab } from 'playwright-core';
import { type Page, type PageRequest, SourceError, SourceTimeout, unreachable } from '../adapter.ts';
import { decodePage } from './charset.ts';
import { PAGE_BYTES_MAX } from './fetch.ts';

/** Some pages never finish loading; their words are there long before. */
const LOAD_MS_MAX = 8000;
/** After loading, until the network has been quiet for half a second; pages that never fall silent are read at the end of it. */
const SETTLE_MS_MAX = 5000;
/** A script may move on to another address while the document is read. */
const READS_MAX = 3;
/** They describe bytes on the wire, not the document that scripts have made of them. */
const WIRE_HEADERS = new Set(['content-encoding', 'content-length', 'transfer-encoding', 'connection', 'keep-alive']);
const REST_MS_MAX = 1000;
/** What has arrived is not yet shown: on a crowded machine a tab can take longer to do so than the network was quiet. */
const atRest = (timeout: number): string => `new Promise((done) => {
  const idle = (next) => requestIdleCallback(next, { timeout: ${Math.floor(timeout)} });
  idle(() => setTimeout(() => idle(done), 100));
}).then(() => undefined)`;
/** The document as text, with the reason why there is none when it is unfinished or too long to be carried over. */
const DOCUMENT = `(() => {
  if (document.readyState === 'loading') return { isLoading: true };
  const root = document.documentElement;
  const text = root ? root.outerHTML : '';
  if (text.length > ${PAGE_BYTES_MAX}) return { problem: 'the page is too long' };
  return { text: (document.doctype ? new XMLSerializer().serializeToString(document.doctype) : '') + text };
})()`;

/** Where the tab is, or last tried to go. */
export interface Track {
  url: string;
}

export async function collectPage(tab: Tab, request: PageRequest, endsAt: number, track: Track): Promise<Page> {
  // An answer can be a page only if it is the last one of the tab's own document.
  let last: Response | null = null;
  tab.on('request', (asked) => {
    if (asked.isNavigationRequest() && asked.frame() === tab.mainFrame()) track.url = asked.url();
  });
  tab.on('response', (answer) => {
    if (answer.request().isNavigationRequest() && answer.frame() === tab.mainFrame()) last = answer;
  });
  const crashed = new Promise<never>((_resolve, reject) => {
    tab.once('crash', () => reject(unreachable('the page broke its tab')));
  });
  crashed.catch(() => undefined);
  const referer = request.headers?.referer;
  const visit = async (): Promise<Page> => {
    const first = await tab.goto(request.url, { waitUntil: 'commit', timeout: left(endsAt), ...(referer ? { referer } : {}) });
    await settle(tab, left(endsAt));
    const answer = last ?? first;
    if (answer === null) throw unreachable('no answer');
    if (answer.status() >= 500 && answer.status() < 600) throw unreachable(`answered ${answer.status()}`);
    if (!/^https?:/.test(tab.url())) throw unreachable('the page led nowhere');
    const headers = Object.fromEntries(Object.entries(answer.headers()).filter(([name]) => !WIRE_HEADERS.has(name)));
    return { request, url: tab.url(), status: answer.status(), headers, body: await bodyOf(tab, answer) };
  };
  return Promise.race([visit(), crashed]);
}

/** Playwright takes a timeout of zero for none. */
const left = (endsAt: number): number => Math.max(1, endsAt - performance.now());

/** Of the time that is left, a third stays for reading: a page that is nearly complete is worth more than none. */
async function settle(tab: Tab, msLeft: number): Promise<void> {
  const patient = (state: 'load' | 'networkidle', timeout: number) => tab.waitForLoadState(state, { timeout }).catch(() => undefined);
  await patient('load', Math.min(LOAD_MS_MAX, msLeft / 3));
  await patient('networkidle', Math.min(SETTLE_MS_MAX, msLeft / 6));
  await tab.evaluate(atRest(Math.min(REST_MS_MAX, msLeft / 12))).catch(() => undefined);
}

async function bodyOf(tab: Tab, answer: Response): Promise<string> {
  const type = answer.headers()['content-type'];
  // Feeds and data are wanted as they came, not as the browser's viewer shows them.
  if (type !== undefined && !/html/i.test(type)) {
    const bytes = await answer.body();
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
