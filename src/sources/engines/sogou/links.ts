// Resolves Sogou's redirects to their targets.

import { all, attribute } from '../../page/html.ts';
import type { Element } from '../../page/tree/page-tree.ts';
import { absoluteUrl, hostOf } from '../../urls.ts';

export const ORIGIN = 'https://www.sogou.com';

const isSogou = (url: string): boolean => /(?:^|\.)sogou\.com$/.test(hostOf(url));

/** True for a redirect URL: of a result (`/link`) or of an ad. */
export const isRedirect = (url: string): boolean =>
  isSogou(url) && /^\/(?:link|bill_search|bill_cpc|cpc|redirect)(?:\/|$)/.test(new URL(url).pathname);

/** Returns the kind of Sogou's own search that a URL belongs to, or null for any other page. */
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

/** Returns the target of a link in a box, or null for links to Sogou's own searches. */
export function linkedUrl(link: Element): string | null {
  const url = absoluteUrl(attribute(link, 'href'), ORIGIN);
  if (url === null || verticalOf(url) !== null) return null;
  return isRedirect(url) ? (outside(attribute(link, 'linkurl')) ?? outside(attribute(link, 'data-url')) ?? url) : url;
}

/** Returns the target of a result, or the redirect when the page does not name the target. */
export function targetOf(block: Element, link: Element): string | null {
  const url = linkedUrl(link);
  if (url === null || !isRedirect(url)) return url;
  const named = all('[data-url]', block).map((element) => outside(attribute(element, 'data-url')));
  return outside(attribute(block, 'data-url')) ?? named.find((found) => found !== null) ?? url;
}
