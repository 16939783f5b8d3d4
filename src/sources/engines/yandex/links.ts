// Distinguishes Yandex's own pages, its click counters and their targets.
import { absoluteUrl, hostOf, urlOf } from '../../urls.ts';

export const ORIGIN = 'https://yandex.com';

const isYandex = (host: string): boolean => /(?:^|\.)(?:yandex\.(?:com(?:\.\w{2})?|[a-z]{2,3}|net)|ya\.ru)$/.test(host);

/** True for click counters of ads. */
export const isAdClick = (url: string): boolean => isYandex(hostOf(url)) && /^(?:yabs|an)\./.test(hostOf(url));

/** True for a page of Yandex's search and its services. Such a page is not a result. */
export function isInternal(url: string): boolean {
  const { hostname, pathname } = urlOf(url);
  if (!isYandex(hostname)) return false;
  if (/^(?:yabs|an|maps|images|video|news|translate|webmaster|passport|hghltd|captcha)\./.test(hostname)) return true;
  return /^\/(?:search|yandsearch|images|video|maps|news|clck|an|count|turbo|profile|products|alice|support\/captcha)(?:\/|$)/.test(
    pathname,
  );
}

/** Returns the final URL of a link, or null without a URL or when the click counter does not contain it. */
export function finalUrl(href: string | null | undefined): string | null {
  const url = absoluteUrl(href, ORIGIN);
  if (url === null || !isYandex(hostOf(url))) return url;
  const { pathname, searchParams } = urlOf(url);
  // Turbo pages, light copies for phones, have the original URL in their parameters.
  if (/^\/turbo(?:\/|$)/.test(pathname)) return absoluteUrl(searchParams.get('text') ?? searchParams.get('url'), ORIGIN) ?? url;
  if (/^\/clck(?:\/|$)/.test(pathname)) {
    const target = searchParams.get('url');
    return target && /^https?:\/\//i.test(target) ? absoluteUrl(target, ORIGIN) : null;
  }
  return url;
}
