// Resolves Yahoo's redirects, and the Bing redirects inside them.
import { absoluteUrl, hostOf, type ParsedUrl, percentDecoded, urlOf } from '../../urls.ts';
import { ORIGIN } from './hosts.ts';

const UNWRAPS_MAX = 4;

/** True for a page of Yahoo's search itself. Other Yahoo sites, such as its news, can be results. */
export const isInternal = (url: string): boolean => {
  const host = hostOf(url);
  return (
    /(?:^|\.)(?:search|r\.search|listing)\.yahoo\.(?:com|co\.jp)$/.test(host) ||
    /^(?:help|login|guce|consent|legal)\.yahoo\.com$/.test(host)
  );
};

/** Returns the target in `u` of a Bing click URL: `a1` and base64 for results, base64 of the escaped URL for ads. */
function targetOfBing(click: ParsedUrl): string | null {
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
  return percentDecoded(text);
}

/**
 * Removes one redirect. Returns the URL itself without a redirect, and null when the redirect does not contain its
 * target.
 */
function unwrapped(url: string): string | null {
  const address = urlOf(url);
  if (/(?:^|\.)yahoo\.(?:com|co\.jp)$/.test(address.hostname)) {
    const target = /\/RU=([^/]+)/.exec(address.pathname)?.[1] ?? /\*[*-](https?(?::|%3a).+)$/i.exec(address.pathname)?.[1];
    if (target) return percentDecoded(target);
    // These hosts only count clicks. Without a target the URL is useless.
    return /^(?:r|rd|cc|ord)\./.test(address.hostname) ? null : url;
  }
  if (/(?:^|\.)bing\.com$/.test(address.hostname) && /^\/(?:ck\/a|aclick|aclk)$/.test(address.pathname)) return targetOfBing(address);
  return url;
}

/** Returns the final URL of a link, or null without a URL or when the click URL does not contain it. */
export function finalUrl(href: string | null | undefined): string | null {
  let url = absoluteUrl(href, ORIGIN);
  for (let count = 0; url !== null && count < UNWRAPS_MAX; count++) {
    const inner = unwrapped(url);
    if (inner === url) return url;
    url = inner !== null && /^https?:\/\//i.test(inner) ? absoluteUrl(inner, ORIGIN) : null;
  }
  return url;
}

/** True when a click on this link counts as an ad click. The counter may be inside Yahoo's own redirect. */
export function isAdClick(href: string | null | undefined): boolean {
  let url = absoluteUrl(href, ORIGIN);
  for (let count = 0; url !== null && count < UNWRAPS_MAX; count++) {
    const { hostname, pathname } = urlOf(url);
    if (/(?:^|\.)bing\.com$/.test(hostname) && /^\/(?:aclick|aclk)$/.test(pathname)) return true;
    if (/(?:^|\.)yahoo\.(?:com|co\.jp)$/.test(hostname) && /^\/cbclk/.test(pathname)) return true;
    const inner = unwrapped(url);
    url = inner !== null && inner !== url && /^https?:\/\//i.test(inner) ? absoluteUrl(inner, ORIGIN) : null;
  }
  return false;
}
