// Resolves links of a Google page to their targets.
import { absoluteUrl, type ParsedUrl, urlOf } from '../../urls.ts';

const BASE = 'https://www.google.com/';
const GOOGLE = /(?:^|\.)google\.[a-z]{2,3}(?:\.[a-z]{2})?$/;
const WRAPPERS_MAX = 3;

/** Pages of the search itself: navigation, never a result. Other pages of Google can be results. */
const NAVIGATION =
  /^\/(?:(?:search|url|aclk|imgres|interstitial|images|preferences|setprefs|webhp|gen_204)\/?$|(?:sorry|localservices|httpservice)\/)/;

export const isGoogle = (host: string): boolean => GOOGLE.test(host);

/** Returns the URL inside a redirect or viewer, or null when this is neither. */
function unwrapped(url: ParsedUrl): string | null {
  const host = url.hostname;
  const inside = (...names: string[]) => names.map((name) => url.searchParams.get(name)).find((value) => value) ?? null;
  if (isGoogle(host)) {
    if (url.pathname === '/url' || url.pathname === '/interstitial') return inside('q', 'url');
    if (url.pathname === '/imgres') return inside('imgrefurl');
    if (url.pathname === '/aclk') return inside('adurl');
    if (host.startsWith('translate.') && url.pathname === '/translate') return inside('u');
    const viewer = /^\/amp\/(s\/)?(.+)$/.exec(url.pathname);
    if (viewer) return `${viewer[1] ? 'https' : 'http'}://${viewer[2]}${url.search}`;
  }
  if (host === 'googleadservices.com' || host.endsWith('.googleadservices.com')) return inside('adurl');
  if (host.endsWith('.cdn.ampproject.org')) {
    const cached = /^\/[cvw]\/(s\/)?(.+)$/.exec(url.pathname);
    if (cached) return `${cached[1] ? 'https' : 'http'}://${cached[2]}`;
  }
  return null;
}

/**
 * True for another tab or page of the search. The homepage of a Google service can be a result, a query to it cannot.
 */
const isNavigation = (url: ParsedUrl): boolean =>
  /^(?:(?:www|maps|images|news)\.)?google\./.test(url.hostname) && (NAVIGATION.test(url.pathname) || url.searchParams.has('q'));

/**
 * Returns the final URL of a link, without redirects and viewers. Null for navigation and for anything that is not a
 * web URL.
 */
export function targetOf(href: string | null | undefined): string | null {
  if (!href || href.startsWith('#')) return null;
  let address = absoluteUrl(href, BASE);
  for (let layers = 0; address !== null && layers < WRAPPERS_MAX; layers++) {
    const inner = unwrapped(urlOf(address));
    if (inner === null) break;
    address = absoluteUrl(inner, BASE);
  }
  if (address === null) return null;
  const url = urlOf(address);
  if (isGoogle(url.hostname) && isNavigation(url)) return null;
  return url.hostname === 'webcache.googleusercontent.com' ? null : address;
}

/** Key for comparing URLs of results: without scheme, `www.`, fragment and trailing slash. */
export const sameness = (url: string): string =>
  url
    .replace(/^https?:\/\/(?:www\.)?/i, '')
    .replace(/#.*$/, '')
    .replace(/\?$/, '')
    .replace(/\/$/, '');
