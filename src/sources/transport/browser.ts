// Fetches pages that need scripts with the operator's browser, openly identified as automated.
import type { LookupFunction } from 'node:net';
import { vetTarget } from '../../platform/http-proxy.ts';
import { defaultResolver, NameUnresolved } from '../../platform/resolver.ts';
import { ForbiddenAddress, type GuardPolicy, type Resolve, vettedAddress } from '../../platform/ssrf-guard.ts';
import { SourceError, SourceTimeout, unreachable, unreadable } from '../adapter.ts';
import type { Track } from './browser-page.ts';
import { createBrowserPool } from './browser-pool.ts';
import { type EgressProxy, openEgressProxy } from './browser-proxy.ts';
import { connectDirectly, connectThrough } from './browser-proxy-connect.ts';
import { isJoined, type Playwright, startBrowser } from './browser-start.ts';
import { visitPage } from './browser-visit.ts';
import { createConcurrencyLimiter } from './concurrency-limiter.ts';
import type { FetchPage } from './fetch.ts';
import { unresolved } from './unresolved.ts';

export interface BrowserSettings {
  /** Path of a local Chromium, or the `ws://` or `http://` URL of a running one's debugging protocol. */
  readonly browser: string;
  readonly pagesAtOnce: number;
  readonly pagesPerBrowser: number;
  /** Time without a page after which the browser ends. Default: it never ends by itself. */
  readonly idleMsMax?: number;
  /** Time limit for one page, after its wait for a slot. */
  readonly msMax: number;
  readonly policy: GuardPolicy;
  readonly resolve?: Resolve;
  /** Resolves the host names of proxies. */
  readonly lookup?: LookupFunction;
}

export type BrowserFetch = FetchPage & {
  /** Returns a fetch with the same browser through an operator's proxy. */
  through(proxy: string): FetchPage;
  /** Starts the browser, so that the first page does not wait for it. */
  prepare(): void;
  close(): Promise<void>;
};

const LOOKUP_MS_MAX = 5000;
/** Maximum number of waiting requests per open page. */
const WAITING_PER_PAGE = 10;
/** Requests with these headers are for an API, not for a page, and a page could send them anywhere. */
const SECRET_HEADERS = ['authorization', 'x-api-key', 'developer-token', 'x-naver-client-secret', 'x-subscription-token'];

const loadPlaywright = (): Promise<Playwright> => import('playwright-core');

export function createBrowserFetch(settings: BrowserSettings, load: () => Promise<Playwright> = loadPlaywright): BrowserFetch {
  const { pagesAtOnce, msMax, policy, resolve = defaultResolver().resolve, lookup = defaultResolver().lookup } = settings;
  const limiter = createConcurrencyLimiter({ atOnce: pagesAtOnce, waitingMax: pagesAtOnce * WAITING_PER_PAGE, waitMsMax: msMax });
  const start = async () => startBrowser(await load().catch(missing), settings.browser);
  const pool = createBrowserPool(start, { pagesPerBrowser: settings.pagesPerBrowser, idleMsMax: settings.idleMsMax ?? 0 });
  const egressProxies = new Map<string | null, Promise<EgressProxy>>();
  // A connected browser may be on another machine, where our loopback address is useless.
  const proxyUrl = async (proxy: string | null): Promise<string | null> => {
    if (isJoined(settings.browser)) return null;
    let egress = egressProxies.get(proxy);
    if (!egress) {
      egress = openEgressProxy(proxy === null ? connectDirectly(policy, resolve) : connectThrough(proxy, policy, resolve, lookup));
      egressProxies.set(proxy, egress);
    }
    return (await egress).url;
  };

  const through =
    (proxy: string | null): FetchPage =>
    async (request, context) => {
      const url = new URL(request.url);
      if (!/^https?:$/.test(url.protocol)) throw unreachable('the browser can only open web pages');
      if (request.method === 'POST' || request.body !== undefined) throw unreachable('the browser cannot send forms');
      if (SECRET_HEADERS.some((name) => request.headers?.[name] !== undefined)) throw unreachable('the browser cannot send credentials');
      const track: Track = { url: request.url };
      const checkAddress = (): Promise<unknown> =>
        proxy === null
          ? vettedAddress(new URL(track.url).hostname, policy, resolve, context.accountId)
          : vetTarget(track.url, policy, resolve, LOOKUP_MS_MAX, context.accountId);
      try {
        await checkAddress();
        const visit = {
          request,
          track,
          policy,
          msMax,
          proxy,
          egress: await proxyUrl(proxy),
          ...(context.signal ? { signal: context.signal } : {}),
        };
        const page = await limiter.run(() => pool.withBrowser((running) => visitPage(running, visit)), context.signal);
        track.url = page.url;
        await checkAddress();
        return page;
      } catch (error) {
        throw await reasonOf(error, checkAddress);
      }
    };
  const close = async (): Promise<void> => {
    limiter.close();
    await pool.close();
    for (const egress of egressProxies.values()) await egress.then((opened) => opened.close()).catch(() => undefined);
  };
  return Object.assign(through(null), { through, prepare: pool.prepare, close });
}

const missing = (error: unknown): never => {
  throw unreachable('the package playwright-core is not installed', error);
};

/** A blocked address looks like any other failure, so the last URL is checked once more. */
async function reasonOf(error: unknown, checkAddress: () => Promise<unknown>): Promise<SourceError> {
  if (error instanceof SourceError) return error;
  const judged =
    error instanceof ForbiddenAddress
      ? error
      : await checkAddress().then(
          () => null,
          (refusal: unknown) => refusal,
        );
  if (judged instanceof ForbiddenAddress) return unreadable('the address is not allowed');
  if (error instanceof NameUnresolved) return unresolved(error);
  if ((error as Error).name === 'TimeoutError') return new SourceTimeout(undefined, error);
  return unreachable('could not be reached', error);
}
