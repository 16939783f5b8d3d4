// Resolves the links of a DuckDuckGo page to their targets.
import { absoluteUrl, hostOf } from '../../urls.ts';

export const ORIGIN = 'https://html.duckduckgo.com';

const isOwn = (url: string): boolean => /(?:^|\.)duckduckgo\.com$/.test(hostOf(url));

/** Returns the target of a result link: `/l/?uddg=` names it. Null for links to DuckDuckGo itself. */
export function targetOf(href: string | null): string | null {
  const url = absoluteUrl(href, ORIGIN);
  if (url === null || !isOwn(url)) return url;
  const { pathname, searchParams } = new URL(url);
  const target = pathname === '/l/' ? absoluteUrl(searchParams.get('uddg'), 'https://nowhere.invalid') : null;
  // The same redirect can lead to an ad.
  return target === null || isOwn(target) ? null : target;
}

/** The redirects of real ads are not nested. */
const UNWRAPS_MAX = 4;

/** Ads go through `/y.js`, which contains the advertiser's domain but not the landing page. */
export function advertisedDomain(href: string | null, unwraps = 0): string | null {
  const url = absoluteUrl(href, ORIGIN);
  if (url === null || !isOwn(url)) return null;
  const { pathname, searchParams } = new URL(url);
  if (pathname === '/l/') return unwraps < UNWRAPS_MAX ? advertisedDomain(searchParams.get('uddg'), unwraps + 1) : null;
  const domain = pathname === '/y.js' ? searchParams.get('ad_domain') : null;
  return domain && /^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+$/u.test(domain) ? domain : null;
}
