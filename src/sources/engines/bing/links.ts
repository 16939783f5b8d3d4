// Resolves Bing's redirects to their targets.
import { absoluteUrl, hostOf, type ParsedUrl, percentDecoded, urlOf } from '../../urls.ts';

export const ORIGIN = 'https://www.bing.com';

/** Bing counts clicks by this attribute. No other engine has it. */
export const OWN_MARKS = 'a[h^="ID="]';

export const isBing = (url: string): boolean => /(?:^|\.)bing\.com$/.test(hostOf(url));

/** True for Bing's own pages: pictures, videos, maps or further searches. They are not results. */
export const isInternal = (url: string): boolean =>
  isBing(url) &&
  /^\/(?:search|images|videos|news|maps|shop|travel|ck|aclick|aclk|account|profile|copilotsearch)(?:\/|$)/.test(urlOf(url).pathname);

function decoded(base64: string): string {
  const text = Buffer.from(base64.replaceAll('-', '+').replaceAll('_', '/'), 'base64').toString('utf8');
  if (!/%[0-9a-f]{2}/i.test(text) || /^https?:\/\//i.test(text)) return text;
  return percentDecoded(text);
}

/**
 * Returns the target in `u` of a click URL: `a1` and base64 for results, base64 of the escaped URL for ads, plain for
 * old ads.
 */
function targetIn(click: ParsedUrl): string | null {
  const packed = click.searchParams.get('u');
  if (!packed) return null;
  if (/^https?:\/\//i.test(packed)) return absoluteUrl(packed, ORIGIN);
  const text = decoded(packed.replace(/^a1(?=aHR0|L)/, ''));
  return /^(?:https?:\/\/|\/(?!\/))/i.test(text) ? absoluteUrl(text, ORIGIN) : null;
}

const isClick = (url: ParsedUrl): boolean =>
  (isBing(url.href) && /^\/(?:ck\/a|aclick|aclk)$/.test(url.pathname)) || /(?:^|\.)r\.(?:msn|bat\.bing)\.com$/.test(url.hostname);

/** True when a click on this link counts as an ad click. */
export function isAdClick(href: string | null | undefined): boolean {
  const url = absoluteUrl(href, ORIGIN);
  return url !== null && isBing(url) && /^\/(?:aclick|aclk)$/.test(urlOf(url).pathname);
}

/** Returns the final URL of a link, or null without a URL or when the click URL does not contain it. */
export function finalUrl(href: string | null | undefined): string | null {
  const url = absoluteUrl(href, ORIGIN);
  if (url === null) return null;
  const address = urlOf(url);
  return isClick(address) ? targetIn(address) : url;
}
