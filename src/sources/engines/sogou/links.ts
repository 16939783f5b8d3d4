// Finds the page behind Sogou's redirects.

import { absoluteUrl, hostOf } from '../../items.ts';
import { all, attribute } from '../../page/html.ts';
import type { Element } from '../../page/tree/page-tree.ts';

export const ORIGIN = 'https://www.sogou.com';

const isSogou = (url: string): boolean => /(?:^|\.)sogou\.com$/.test(hostOf(url));

/** An address that only leads on: of a result (`/link`) or of an ad. */
export const isRedirect = (url: string): boolean =>
  isSogou(url) && /^\/(?:link|bill_search|bill_cpc|cpc|redirect)(?:\/|$)/.test(new URL(url).pathname);

/** Which of Sogou's own searches an address is; null for any other page. */
export function verticalOf(url: string): 'web' | 'images' | 'videos' | 'news' | null {
  if (!isSogou(url) || isRedirect(url)) return null;
  const { hostname, pathname } = new URL(url);
  if (/^(?:pic|image)\./.test(hostname) || /^\/pics?(?:\/|$)/.test(pathname)) return 'images';
  if (/^(?:v|video)\./.test(hostname) || /^\/video(?:\/|$)/.test(pathname)) return 'videos';
  if (/^news\./.test(hostname)) return 'news';
  return /^(?:www|m)\.sogou\.com$/.test(hostname) && /^\/(?:web|sogou|s)?(?:\/|$)/.test(pathname) ? 'web' : null;
}

const outside = (href: string | null): string | null => {
  const url = href && /^https?:\/\//i.test(href) ? absoluteUrl(href, ORIGIN) : null;
  return url !== null && !isRedirect(url) && verticalOf(url) === null ? url : null;
};

/** Where a link of a box leads; null for links into Sogou's own searches. */
export function linkedUrl(link: Element): string | null {
  const url = absoluteUrl(attribute(link, 'href'), ORIGIN);
  if (url === null || verticalOf(url) !== null) return null;
  return isRedirect(url) ? (outside(attribute(link, 'linkurl')) ?? outside(attribute(link, 'data-url')) ?? url) : url;
}

/** The target of a result: wherever its page names it, and the redirect only when the page does not. */
export function targetOf(block: Element, link: Element): string | null {
  const url = linkedUrl(link);
  if (url === null || !isRedirect(url)) return url;
  const named = all('[data-url]', block).map((element) => outside(attribute(element, 'data-url')));
  return outside(attribute(block, 'data-url')) ?? named.find((found) => found !== null) ?? url;
}
