// Resolves Naver's click URLs, and distinguishes results from Naver's own pages.

import { attribute } from '../../page/html.ts';
import type { Element } from '../../page/tree/page-tree.ts';
import { absoluteUrl, hostOf } from '../../urls.ts';

export const ORIGIN = 'https://search.naver.com';
export const MOBILE_ORIGIN = 'https://m.search.naver.com';

/** Hosts of ad click URLs, which do not contain the landing page. */
const AD_HOST = /^(?:ader|adcr|ad)\.(?:search\.)?naver\.com$/;
/** Naver's own services around a result: search, help, sign-in, bookmarks, pages of newspapers. */
const SERVICE_HOST = /^(?:(?:m\.|s\.|cr\.)?search|cr\d?|help|keep|nid|saedu|searchad|submit|media|smartplace|new\.smartplace)\.naver\.com$/;

export const isAd = (url: string): boolean => AD_HOST.test(hostOf(url));
export const isOwnPage = (url: string): boolean => isAd(url) || SERVICE_HOST.test(hostOf(url));

/** Returns the final URL of a link, or null without a URL or when the click URL does not contain it. */
export function finalUrl(href: string | null | undefined): string | null {
  // A bare `#` is a button.
  if (!href || href.trim().startsWith('#')) return null;
  const url = absoluteUrl(href, `${ORIGIN}/search.naver`);
  if (url === null) return null;
  const address = new URL(url);
  const isClick = /(?:^|\.)(?:cr|search)\d?\.naver\.com$/.test(address.hostname) && /\/(?:rd|redirect)$/.test(address.pathname);
  return isClick ? absoluteUrl(address.searchParams.get('u'), ORIGIN) : url;
}

/** Naver counts ad clicks in a handler that contains the advertiser's site. */
export function landingOf(link: Element): string | null {
  const handler = attribute(link, 'onclick') ?? '';
  const named = /\bd="\s*\+\s*urlencode\(["'](https?:\/\/[^"'\s]{1,2000})["']\)/.exec(handler)?.[1];
  return absoluteUrl(named, ORIGIN);
}

/** Returns the original picture behind Naver's thumbnail service. */
export function pictureOf(image: Element | null): string | null {
  for (const name of ['data-lazysrc', 'data-src', 'src']) {
    const value = attribute(image, name);
    if (!value || value.startsWith('data:')) continue;
    const url = absoluteUrl(value, ORIGIN);
    if (url === null) continue;
    const original = /(?:^|\.)pstatic\.net$/.test(hostOf(url)) ? absoluteUrl(new URL(url).searchParams.get('src'), ORIGIN) : null;
    return original ?? url;
  }
  return null;
}
