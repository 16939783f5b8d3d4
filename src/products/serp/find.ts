// Finds one site among the results: its position, and whether paging may stop there.
import { domainToASCII } from 'node:url';
import { errors } from '../../contract/errors.ts';
import type { OrganicItem } from '../../contract/items.ts';
import type { SerpRequest } from '../../contract/serp.ts';

/** As stored. The view shows the price, so it is stored here, too. */
export interface StoredFind {
  readonly domain: string;
  readonly stopWhenFound: boolean;
  readonly cost: number;
  readonly overCost: number;
}

export interface SiteRank {
  readonly position: number;
  readonly url: string;
  readonly page: number;
}

const HOST = /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/;

/** Returns the site as a host name. Throws for a URL, a path or a port. */
export function readFind(find: SerpRequest['find'], at: string): Omit<StoredFind, 'cost' | 'overCost'> | null {
  if (find === undefined) return null;
  const text = find.domain.trim().toLowerCase();
  // The conversion would drop everything after the host.
  const domain = /[\s/\\?#@:]/.test(text) ? '' : domainToASCII(text);
  if (!HOST.test(domain))
    throw errors.badParameter(`${at}find.domain`, 'must be a domain', 'Send shop.example, without scheme, path or port.');
  return { domain, stopWhenFound: find.stopWhenFound ?? true };
}

/** Subdomains belong to the site. */
export function isOfSite(url: string, domain: string): boolean {
  try {
    const { hostname } = new URL(url);
    return hostname === domain || hostname.endsWith(`.${domain}`);
  } catch {
    return false;
  }
}

/** Returns null when the site is not among these results. */
export function rankIn(organic: readonly Pick<OrganicItem, 'url' | 'position' | 'page'>[], domain: string): SiteRank | null {
  const item = organic.find(({ url }) => isOfSite(url, domain));
  return item ? { position: item.position, url: item.url, page: item.page } : null;
}
