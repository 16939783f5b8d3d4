// Finds the page behind Yahoo's redirects, and behind those of Bing that stand inside them.
import { absoluteUrl, hostOf } from '../../items.ts';
import { ORIGIN } from './hosts.ts';

const UNWRAPS_MAX = 4;

/** Is this a page of Yahoo's search itself? Other sites of Yahoo, such as its news, can be results. */
export const isInternal = (url: string): boolean => {
  const host = hostOf(url);
  return (
    /(?:^|\.)(?:search|r\.search|listing)\.yahoo\.(?:com|co\.jp)$/.test(host) ||
    /^(?:help|login|guce|consent|legal)\.yahoo\.com$/.test(host)
  );
};

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The target in `u` of a click address of Bing: `a1` and base64 for results, base64 of the escaped address for ads. */
function targetOfBing(click: URL): string | null {
  const packed = click.searchParams.get('u');
  if (!packed) return null;
  if (/^https?:\/\//i.test(packed)) return packed;
  const text = Buffer.from(
    packed
      .replace(/^a1(?=aHR0)/, '')
      .replaceAll('-', '+')
      .replaceAll('_', '/'),
    'base64',
  ).toString('utf8');
  return unescaped(text);
}

/** One wrapping less; the address itself when nothing wraps it, null when the wrapping does not say its target. */
function unwrapped(url: string): string | null {
  const address = new URL(url);
  if (/(?:^|\.)yahoo\.(?:com|co\.jp)$/.test(address.hostname)) {
    const target = /\/RU=([^/]+)/.exec(address.pathname)?.[1] ?? /\*[*-](https?(?::|%3a).+)$/i.exec(address.pathname)?.[1];
    if (target) return unescaped(target);
    // These hosts only count clicks; without a target in the address they are of no use.
    return /^(?:r|rd|cc|ord)\./.test(address.hostname) ? null : url;
  }
  if (/(?:^|\.)bing\.com$/.test(address.hostname) && /^\/(?:ck\/a|aclick|aclk)$/.test(address.pathname)) return targetOfBing(address);
  return url;
}

/** Where a link leads in the end; null for no address or for a click address that does not say. */
export function finalUrl(href: string | null | undefined): string | null {
  let url = absoluteUrl(href, ORIGIN);
  for (let count = 0; url !== null && count < UNWRAPS_MAX; count++) {
    const inner = unwrapped(url);
    if (inner === url) return url;
    url = inner !== null && /^https?:\/\//i.test(inner) ? absoluteUrl(inner, ORIGIN) : null;
  }
  return url;
}

/** Does a click on this link count as one on an ad? The counter may stand inside Yahoo's own redirect. */
export function isAdClick(href: string | null | undefined): boolean {
  let url = absoluteUrl(href, ORIGIN);
  for (let count = 0; url !== null && count < UNWRAPS_MAX; count++) {
    const { hostname, pathname } = new URL(url);
    if (/(?:^|\.)bing\.com$/.test(hostname) && /^\/(?:aclick|aclk)$/.test(pathname)) return true;
    if (/(?:^|\.)yahoo\.(?:com|co\.jp)$/.test(hostname) && /^\/cbclk/.test(pathname)) return true;
    const inner = unwrapped(url);
    url = inner !== null && inner !== url && /^https?:\/\//i.test(inner) ? absoluteUrl(inner, ORIGIN) : null;
  }
  return false;
}
