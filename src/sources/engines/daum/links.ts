// Resolves Daum's links, which are anchors on older pages and custom elements on current ones.

import { attribute } from '../../page/html.ts';
import type { Element } from '../../page/tree/page-tree.ts';
import { absoluteUrl, hostOf } from '../../urls.ts';

export const ORIGIN = 'https://search.daum.net';
export const MOBILE_ORIGIN = 'https://m.search.daum.net';

/** Anchors, and Daum's custom elements with a URL. */
export const LINKS = 'a[href], [data-href]';

const AD_HOST = /^(?:keyword\.ad\.daum\.net|.*\.ad\.daum\.net|track\.tiara\.kakao\.com|ader\.naver\.com|adcr\.naver\.com)$/;
const SERVICE_HOST = /^(?:m\.)?(?:search|register\.search|cs|logins)\.daum\.net$|^(?:cs|business|accounts)\.kakao\.com$/;

export const isAd = (url: string): boolean => AD_HOST.test(hostOf(url));
export const isOwnPage = (url: string): boolean => isAd(url) || SERVICE_HOST.test(hostOf(url));

/** Returns the URL of a link, or null for a button. */
export function addressOf(link: Element | null): string | null {
  const href = attribute(link, 'data-href') ?? attribute(link, 'href');
  return href && !href.startsWith('#') ? absoluteUrl(href, `${ORIGIN}/search`) : null;
}

/** Some ads have their landing page in the click handler, escaped and often without a scheme. */
export function landingOf(link: Element): string | null {
  const noted = /[?&"'\s]d=([^&"'\s]{6,2000})/.exec(attribute(link, 'onclick') ?? '')?.[1];
  if (!noted || !/%2F%2F/i.test(noted)) return null;
  try {
    return absoluteUrl(decodeURIComponent(noted), ORIGIN);
  } catch {
    return null;
  }
}
