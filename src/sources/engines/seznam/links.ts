// Distinguishes Seznam's own pages, its click counters and their targets.
import { absoluteUrl, hostOf } from '../../urls.ts';

export const ORIGIN = 'https://search.seznam.cz';

/** True for click counters of ads of Sklik, Seznam's advertising system. */
export const isAdClick = (url: string): boolean => {
  const { hostname, pathname } = new URL(url);
  return /(?:^|\.)(?:imedia|sklik)\.cz$/.test(hostname) || (hostname === 'c.seznam.cz' && /^\/(?:click|cpc)/.test(pathname));
};

/** True for a page of Seznam's search and its services. Its newspapers and films can be results. */
export const isInternal = (url: string): boolean =>
  isAdClick(url) ||
  /^(?:search|hledej|obrazky|videa|clanky|slovnik|napoveda|login|cmp|suggest|h|c)\.(?:seznam|sklik)\.cz$/.test(hostOf(url));

/** Returns the kind of Seznam search that a URL belongs to. */
export function kindOf(url: string): 'images' | 'videos' | 'news' | null {
  const host = hostOf(url);
  if (host === 'obrazky.seznam.cz') return 'images';
  if (host === 'videa.seznam.cz') return 'videos';
  return host === 'clanky.seznam.cz' ? 'news' : null;
}

/** Returns the final URL of a link. A click counter may have it in one of its parameters. */
export function finalUrl(href: string | null | undefined): string | null {
  const url = absoluteUrl(href, ORIGIN);
  if (url === null || !/(?:^|\.)(?:seznam|imedia|sklik)\.cz$/.test(hostOf(url))) return url;
  const { searchParams, pathname } = new URL(url);
  if (!isAdClick(url) && !/^\/(?:click|redir|r)(?:\/|$)/.test(pathname)) return url;
  for (const name of ['url', 'u', 'adurl', 'target']) {
    const target = searchParams.get(name);
    if (target && /^https?:\/\//i.test(target)) return absoluteUrl(target, ORIGIN);
  }
  return null;
}
