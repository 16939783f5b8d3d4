// Where a link on a Google page really leads.
import { absoluteUrl } from '../../items.ts';

const BASE = 'https://www.google.com/';
const GOOGLE = /(?:^|\.)google\.[a-z]{2,3}(?:\.[a-z]{2})?$/;
const WRAPPERS_MAX = 3;

/** Pages of the search itself: navigation, never a result. Google's other pages can be results like any other. */
const NAVIGATION =
  /^\/(?:(?:search|url|aclk|imgres|interstitial|images|preferences|setprefs|webhp|gen_204)\/?$|(?:sorry|localservices|httpservice)\/)/;

export const isGoogle = (host: string): boolean => GOOGLE.test(host);

/** The address inside one wrapper, or null when this is none. */
function unwrapped(url: URL): string | null {
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

/** Another tab or page of the search. Google's home of a service is a result like any other, a question put to it is not. */
const isNavigation = (url: URL): boolean =>
  /^(?:(?:www|maps|images|news)\.)?google\./.test(url.hostname) && (NAVIGATION.test(url.pathname) || url.searchParams.has('q'));

/** The final address of a link: redirects and viewers taken off. Null for navigation and for what is no web address. */
export function targetOf(href: string | null | undefined): string | null {
  if (!href || href.startsWith('#')) return null;
  let address = absoluteUrl(href, BASE);
  for (let layers = 0; address !== null && layers < WRAPPERS_MAX; layers++) {
    const inner = unwrapped(new URL(address));
    if (inner === null) break;
    address = absoluteUrl(inner, BASE);
  }
  if (address === null) return null;
  const url = new URL(address);
  if (isGoogle(url.hostname) && isNavigation(url)) return null;
  return url.hostname === 'webcache.googleusercontent.com' ? null : address;
}

/** What makes two addresses the same result: no scheme, no `www.`, no fragment, no closing slash. */
export const sameness = (url: string): string =>
  url
    .replace(/^https?:\/\/(?:www\.)?/i, '')
    .replace(/#.*$/, '')
    .replace(/\?$/, '')
    .replace(/\/$/, '');
