// One visit: a new context with one page, and a time limit that ends both.
import type { BrowserContext, BrowserContextOptions } from 'playwright-core';
import type { GuardPolicy } from '../../platform/ssrf-guard.ts';
import { type Page, type PageRequest, type SourceError, SourceTimeout, unreachable } from '../adapter.ts';
import { contextOptions, cookiesOf, setRules, setRulesWithoutProxy } from './browser-context.ts';
import { collectPage, type Track } from './browser-page.ts';
import { type RunningBrowser, within } from './browser-start.ts';

export interface Visit {
  readonly request: PageRequest;
  readonly track: Track;
  readonly policy: GuardPolicy;
  readonly msMax: number;
  /** The egress proxy, for browsers on this machine. */
  readonly egress: string | null;
  /** The operator's outbound proxy. It is used by the egress proxy if there is one. */
  readonly proxy: string | null;
  readonly signal?: AbortSignal;
}

const CLOSE_MS_MAX = 5000;

export async function visitPage(running: RunningBrowser, visit: Visit): Promise<Page> {
  const { msMax, signal } = visit;
  const endsAt = performance.now() + msMax;
  let context: BrowserContext | undefined;
  let stopped: SourceError | null = null;
  let halt: () => void = () => undefined;
  // Closing the context does not end every pending call. A call that was opening a tab may never return.
  const halted = new Promise<never>((_resolve, reject) => {
    halt = () => reject(unreachable('stopped'));
  });
  halted.catch(() => undefined);
  // A browser that cannot open a context is unusable.
  const stop = async (reason: SourceError): Promise<void> => {
    stopped ??= reason;
    await (context ? shut(context, running) : running.end());
    halt();
  };
  const abort = (): void => void stop(unreachable('aborted'));
  const clock = setTimeout(() => void stop(new SourceTimeout()), msMax);
  const work = async (): Promise<Page> => {
    context = await running.browser.newContext(contextOptions(visit.request, proxyOf(visit)));
    signal?.addEventListener('abort', abort);
    if (signal?.aborted) abort();
    return collectIn(context, visit, endsAt);
  };
  try {
    return await Promise.race([work(), halted]);
  } catch (error) {
    throw stopped ?? error;
  } finally {
    clearTimeout(clock);
    signal?.removeEventListener('abort', abort);
    if (context) await shut(context, running);
  }
}

async function collectIn(context: BrowserContext, visit: Visit, endsAt: number): Promise<Page> {
  const { request, policy, track } = visit;
  await setRules(context, policy);
  const cookies = cookiesOf(request);
  if (cookies.length > 0) await context.addCookies(cookies);
  const tab = await context.newPage();
  if (visit.egress === null) await setRulesWithoutProxy(context, tab, policy, (url) => Object.assign(track, { url }));
  return collectPage(tab, request, endsAt, track);
}

/** A tab that cannot be closed ends its browser. The next page gets a new one. */
async function shut(context: BrowserContext, running: RunningBrowser): Promise<void> {
  if (!(await within(CLOSE_MS_MAX, context.close()))) await running.end();
}

/** A connected browser uses the operator's proxy directly. */
function proxyOf({ egress, proxy }: Visit): BrowserContextOptions['proxy'] {
  if (egress !== null) return { server: egress };
  if (proxy === null) return undefined;
  const { protocol, host, username, password } = new URL(proxy);
  return { server: `${protocol}//${host}`, username: decodeURIComponent(username), password: decodeURIComponent(password) };
}
