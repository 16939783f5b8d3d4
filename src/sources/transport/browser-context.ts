// Browser context of one page: language, device, user agent and cookies of the request.

import type { BrowserContext, BrowserContextOptions, Route, Page as Tab } from 'playwright-core';
import { isUrl } from '../../contract/text.ts';
import { type GuardPolicy, isAllowedHost } from '../../platform/ssrf-guard.ts';
import type { PageRequest } from '../adapter.ts';

/** Resource types without text, and reports to the site or its trackers whose responses no script can read. */
const UNWANTED = new Set(['image', 'media', 'font', 'texttrack', 'manifest', 'ping', 'cspreport']);
const DESKTOP = { width: 1366, height: 900 };
const PHONE = { width: 412, height: 915 };

export function contextOptions(request: PageRequest, proxy: BrowserContextOptions['proxy']): BrowserContextOptions {
  const headers = request.headers ?? {};
  const userAgent = headers['user-agent'];
  const locale = /^\s*([A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,3})/.exec(headers['accept-language'] ?? '')?.[1];
  const phone = /\bMobile\b/.test(userAgent ?? '');
  return {
    acceptDownloads: false,
    // Requests of service workers would bypass the rules below.
    serviceWorkers: 'block',
    viewport: phone ? PHONE : DESKTOP,
    isMobile: phone,
    hasTouch: phone,
    ...(userAgent === undefined ? {} : { userAgent }),
    ...(locale === undefined ? {} : { locale }),
    ...(proxy === undefined ? {} : { proxy }),
  };
}

/** Cookie names that a browser accepts only for https. */
const SECURE_ONLY = /^__(?:secure|host)-/i;

/** Cookies are limited to the host of the request, as in a header. */
export function cookiesOf(request: PageRequest) {
  const { origin, protocol } = new URL(request.url);
  const secure = protocol === 'https:';
  return (request.headers?.cookie ?? '').split(';').flatMap((pair) => {
    const at = pair.indexOf('=');
    const name = pair.slice(0, at).trim();
    if (at < 1 || name === '' || (!secure && SECURE_ONLY.test(name))) return [];
    return [{ name, value: pair.slice(at + 1).trim(), url: `${origin}/`, secure }];
  });
}

/** Blocks requests that are not allowed or not needed before they are sent. */
export async function setRules(context: BrowserContext, policy: GuardPolicy): Promise<void> {
  await context.route('**/*', async (route: Route) => {
    const request = route.request();
    const rejected = UNWANTED.has(request.resourceType()) || !isAllowedUrl(request.url(), policy);
    // The page may already be closed.
    await (rejected ? route.abort('aborted') : route.continue()).catch(() => undefined);
  });
}

/**
 * For browsers that cannot use our egress proxy: the rules above see only the first URL of a redirect chain, and no
 * sockets. These rules see every step of the tab's requests and block the sockets of scripts by host. `onBlocked` is
 * called for blocked documents of the tab itself.
 */
export async function setRulesWithoutProxy(
  context: BrowserContext,
  tab: Tab,
  policy: GuardPolicy,
  onBlocked: (url: string) => void,
): Promise<void> {
  await context.routeWebSocket(/.*/, (socket) => {
    if (isAllowedUrl(socket.url(), policy)) socket.connectToServer();
    else void socket.close();
  });
  const session = await context.newCDPSession(tab);
  const { frameTree } = await session.send('Page.getFrameTree');
  session.on('Fetch.requestPaused', ({ requestId, request, frameId, resourceType }) => {
    const allowed = isAllowedUrl(request.url, policy);
    if (!allowed && resourceType === 'Document' && frameId === frameTree.frame.id) onBlocked(request.url);
    const judged = allowed
      ? session.send('Fetch.continueRequest', { requestId })
      : session.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' });
    judged.catch(() => undefined);
  });
  await session.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] });
}

function isAllowedUrl(address: string, policy: GuardPolicy): boolean {
  if (!isUrl(address)) return false;
  const url = new URL(address);
  if (/^(?:data|blob|about):$/.test(url.protocol)) return true;
  return /^(?:https?|wss?):$/.test(url.protocol) && isAllowedHost(url.hostname, policy);
}
