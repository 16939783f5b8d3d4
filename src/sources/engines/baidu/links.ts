// Resolves Baidu's redirects to their targets.

import { all, attribute, textOf } from '../../page/html.ts';
import type { Element } from '../../page/tree/page-tree.ts';
import { absoluteUrl, hostOf, urlOf } from '../../urls.ts';

export const ORIGIN = 'https://www.baidu.com';

/** True for a redirect URL: of a result (`/link`), of an ad (`/baidu.php`) or of the old statistics (`/adrc.php`). */
export function isRedirect(url: string): boolean {
  return /(?:^|\.)baidu\.com$/.test(hostOf(url)) && /^\/(?:link|baidu\.php|adrc\.php|aclick|other\.php)$/.test(urlOf(url).pathname);
}

/** Hosts that Baidu writes into `mu` for boxes without a page. */
const NO_PAGE = /(?:^|\.)(?:nourl\.ubs\.baidu\.com|lightapp\.baidu\.com|open\.baidu\.com)$/;

/** True for Baidu's own searches for pictures, videos and the like. They are not results. */
export function isInternal(url: string): boolean {
  const host = hostOf(url);
  if (NO_PAGE.test(host) || /^(?:image|m|www)\.baidu\.com$/.test(host)) return !isRedirect(url);
  return false;
}

const outside = (href: string | null): string | null => {
  const url = absoluteUrl(href, ORIGIN);
  return url !== null && !isRedirect(url) && !isInternal(url) ? url : null;
};

/** Returns the URL from the JSON of the tools menu, which older results have. */
function addressInTools(block: Element): string | null {
  for (const element of all('[data-tools]', block)) {
    const url = /"url"\s?:\s?"(https?:[^"\\]{1,2000})"/.exec(attribute(element, 'data-tools') ?? '')?.[1];
    const found = outside(url ?? null);
    if (found) return found;
  }
  return null;
}

/** Mobile pages have the data of a result in `data-log`, with single or double quotes. */
function addressInLog(block: Element): string | null {
  return outside(/["']mu["']\s?:\s?["'](https?:[^"'\\]{1,2000})["']/.exec(attribute(block, 'data-log') ?? '')?.[1] ?? null);
}

/** Returns the displayed URL, if it is complete. */
function addressAsShown(block: Element): string | null {
  const shown = all('.c-showurl', block).map((element) => textOf(element));
  const whole = shown.find((text) => /^https?:\/\/[^\s…]{4,500}$/.test(text) && !text.endsWith('...'));
  return outside(whole ?? null);
}

/** Returns the target of a result, or the redirect when the page does not name the target. */
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
