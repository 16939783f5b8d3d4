// Tells Yandex's own pages, its counters of clicks and the pages behind them apart.
import { absoluteUrl, hostOf } from '../../items.ts';

export const ORIGIN = 'https://yandex.com';

const isYandex = (host: string): boolean => /(?:^|\.)(?:yandex\.(?:com(?:\.\w{2})?|[a-z]{2,3}|net)|ya\.ru)$/.test(host);

/** Counters of clicks on ads. */
export const isAdClick = (url: string): boolean => isYandex(hostOf(url)) && /^(?:yabs|an)\./.test(hostOf(url));

/** Is this a page of Yandex's search and its services, and not a result? */
export function isInternal(url: string): boolean {
  const { hostname, pathname } = new URL(url);
  if (!isYandex(hostname)) return false;
  if (/^(?:yabs|an|maps|images|video|news|translate|webmaster|passport|hghltd|captcha)\./.test(hostname)) return true;
  return /^\/(?:search|yandsearch|images|video|maps|news|clck|an|count|turbo|profile|products|alice|support\/captcha)(?:\/|$)/.test(
    pathname,
  );
}

/** Where a link leads in the end; null for no address or for a counter that does not say. */
export function finalUrl(href: string | null | undefined): string | null {
  const url = absoluteUrl(href, ORIGIN);
  if (url === null || !isYandex(hostOf(url))) return url;
  const { pathname, searchParams } = new URL(url);
  // Light copies of pages, made for phones, name the page in their parameters.
  if (/^\/turbo(?:\/|$)/.test(pathname)) return absoluteUrl(searchParams.get('text') ?? searchParams.get('url'), ORIGIN) ?? url;
  if (/^\/clck(?:\/|$)/.test(pathname)) {
    const target = searchParams.get('url');
    return target && /^https?:\/\//i.test(target) ? absoluteUrl(target, ORIGIN) : null;
  }
  return url;
}
