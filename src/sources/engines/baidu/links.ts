// Finds the page behind Baidu's redirects.

import { absoluteUrl, hostOf } from '../../items.ts';
import { all, attribute, textOf } from '../../page/html.ts';
import type { Element } from '../../page/tree/page-tree.ts';

export const ORIGIN = 'https://www.baidu.com';

/** An address that only leads on: of a result (`/link`), of an ad (`/baidu.php`), of the old statistics (`/adrc.php`). */
export function isRedirect(url: string): boolean {
  return /(?:^|\.)baidu\.com$/.test(hostOf(url)) && /^\/(?:link|baidu\.php|adrc\.php|aclick|other\.php)$/.test(new URL(url).pathname);
}

/** Addresses that Baidu writes into `mu` for boxes that have no page of their own. */
const NO_PAGE = /(?:^|\.)(?:nourl\.ubs\.baidu\.com|lightapp\.baidu\.com|open\.baidu\.com)$/;

/** Baidu's own searches for pictures, videos and the like; they are no results. */
export function isInternal(url: string): boolean {
  const host = hostOf(url);
  if (NO_PAGE.test(host) || /^(?:image|m|www)\.baidu\.com$/.test(host)) return !isRedirect(url);
  return false;
}

const outside = (href: string | null): string | null => {
  const url = absoluteUrl(href, ORIGIN);
  return url !== null && !isRedirect(url) && !isInternal(url) ? url : null;
};

/** The address that the tools menu of older results keeps as JSON. */
function addressInTools(block: Element): string | null {
  for (const element of all('[data-tools]', block)) {
    const url = /"url"\s?:\s?"(https?:[^"\\]{1,2000})"/.exec(attribute(element, 'data-tools') ?? '')?.[1];
    const found = outside(url ?? null);
    if (found) return found;
  }
  return null;
}

/** Pages for phones write what they know of a result into `data-log`, in either kind of quotes. */
function addressInLog(block: Element): string | null {
  return outside(/["']mu["']\s?:\s?["'](https?:[^"'\\]{1,2000})["']/.exec(attribute(block, 'data-log') ?? '')?.[1] ?? null);
}

/** The address as shown, when it is shown whole. */
function addressAsShown(block: Element): string | null {
  const shown = all('.c-showurl', block).map((element) => textOf(element));
  const whole = shown.find((text) => /^https?:\/\/[^\s…]{4,500}$/.test(text) && !text.endsWith('...'));
  return outside(whole ?? null);
}

/** The target of a result: wherever its page names it, and the redirect only when the page does not. */
export function targetOf(block: Element, link: Element): string | null {
  const href = absoluteUrl(attribute(link, 'href'), ORIGIN);
  return (
    outside(attribute(block, 'mu')) ??
    addressInLog(block) ??
    outside(attribute(link, 'data-landurl')) ??
    outside(attribute(link, 'data-mdurl')) ??
    outside(href) ??
    addressInTools(block) ??
    addressAsShown(block) ??
    (href !== null && isRedirect(href) ? href : null)
  );
}
