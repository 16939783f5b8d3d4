// One visit: a fresh context, one page in it, and a clock that ends both whatever the page does.
import type { BrowserContext } from 'playwright-core';
import type { GuardPolicy } from '../../platform/guard.ts';
import { type Page, type PageRequest, unreachable } from '../adapter.ts';
import { contextOptions, cookiesOf, setRules, setRulesWithoutDoor } from './browser-context.ts';
import { collectPage, type Track } from './browser-page.ts';
import { type RunningBrowser, within } from './browser-start.ts';

export interface Visit {
  readonly request: PageRequest;
  readonly track: Track;
  readonly policy: GuardPolicy;
  readonly msMax: number;
  /** The guarded proxy, for browsers of this machine. */
  readonly door: string | null;
  readonly signal?: AbortSignal;
}

const CLOSE_MS_MAX = 5000;

export async function visitPage(running: RunningBrowser, visit: Visit): Promise<Page> {
  const { request, msMax, signal } = visit;
  let context: BrowserContext | undefined;
  let stopped: string | null = null;
  // Whatever waits for the page fails when its context closes; a browser that cannot even open one is no use to anybody.
  const stop = (why: string): void => {
    stopped ??= why;
    void (context ? shut(context, running) : running.end());
  };
  const giveUp = (): void => stop('given up');
  const clock = setTimeout(() => stop('no answer in time'), msMax);
  try {
    context = await running.browser.newContext(contextOptions(request, visit.door));
    signal?.addEventListener('abort', giveUp);
    if (signal?.aborted) giveUp();
    await setRules(context, visit.policy);
    const cookies = cookiesOf(request);
    if (cookies.length > 0) await context.addCookies(cookies);
    const tab = await context.newPage();
    if (visit.door === null) await setRulesWithoutDoor(context, tab, visit.policy, (url) => Object.assign(visit.track, { url }));
    return await collectPage(tab, request, msMax, visit.track);
  } catch (error) {
    throw stopped === null ? error : unreachable(stopped, error);
  } finally {
    clearTimeout(clock);
    signal?.removeEventListener('abort', giveUp);
    if (context) await shut(context, running);
  }
}

/** A tab that cannot be closed takes its browser with it; the next page gets another. */
async function shut(context: BrowserContext, running: RunningBrowser): Promise<void> {
  if (!(await within(CLOSE_MS_MAX, context.close()))) await running.end();
}
