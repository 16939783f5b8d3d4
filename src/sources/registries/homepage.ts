// The homepage of a domain: its social profiles, and its technologies.

import type { TechnologyItem } from '../../contract/technology.ts';
import { isUrl } from '../../contract/text.ts';
import { type Adapter, blocked, type Page, type PageRequest, unreachable, unreadable } from '../adapter.ts';
import { isBinary } from '../binary.ts';
import { retryAfterSeconds } from '../retry-after.ts';
import { type DnsEvidence, detectTechnologies, type TechnologySet } from './fingerprints.ts';
import { readMarkup } from './markup.ts';

export interface HomepageQuery {
  /** A host name or an IP address. */
  readonly name: string;
  /** Some sites have no certificate and need http. */
  readonly scheme?: 'https' | 'http';
  /** DNS records of the domain, if they were looked up. They show technologies too. */
  readonly dns?: DnsEvidence;
}

export interface SocialLinks {
  readonly facebook: string | null;
  readonly twitter: string | null;
  readonly linkedin: string | null;
}

const COOLDOWN_SECONDS = 900;
const COOLDOWN_SECONDS_MAX = 86_400;

const start = (query: HomepageQuery): PageRequest => ({
  url: `${query.scheme ?? 'https'}://${query.name.includes(':') ? `[${query.name}]` : query.name}/`,
  headers: { accept: 'text/html,application/xhtml+xml' },
});

/** Throws for a block page or an error, because it says nothing about the site. */
function judge(page: Page): void {
  if (page.status === 429)
    throw blocked('The website’s rate limit is exceeded.', retryAfterSeconds(page, COOLDOWN_SECONDS, COOLDOWN_SECONDS_MAX));
  if (page.status === 401 || page.status === 403) throw blocked('The website denied access.');
  if (page.status >= 500) throw unreachable('The website reported a server error.');
  if (isBinary(page.body)) throw unreadable('The website returned content that is not a web page.');
}

/** Returns the social profiles that the homepage links to. */
export const homepage: Adapter<HomepageQuery, SocialLinks> = {
  start,
  parse(page) {
    judge(page);
    return { found: socialLinksIn(readMarkup(page.body).anchors) };
  },
};

/** Returns the technologies of the homepage, by our own set or by another one, which is loaded when a page is parsed. */
export const createTechnologies = (set?: () => TechnologySet, budgetMs?: number): Adapter<HomepageQuery, TechnologyItem[]> => ({
  start,
  parse(page, query) {
    judge(page);
    return { found: detectTechnologies(page, query.dns, set?.(), budgetMs) };
  },
});

export const technologies = createTechnologies();

const HOSTS: Readonly<Record<keyof SocialLinks, RegExp>> = {
  facebook: /^(?:[a-z-]{2,10}\.)?facebook\.com$/,
  twitter: /^(?:(?:www|mobile)\.)?(?:twitter|x)\.com$/,
  linkedin: /^(?:[a-z]{2,3}\.)?linkedin\.com$/,
};
/** Share buttons and pages of the network itself are not profiles. */
const NO_PROFILE =
  /^\/?(?:$|sharer|share|intent|home|search|hashtag|dialog|plugins|tr$|login|policies|privacy|help|sharearticle|sharing|feed)\b/i;

function socialLinksIn(anchors: readonly string[]): SocialLinks {
  const links: Record<keyof SocialLinks, string | null> = { facebook: null, twitter: null, linkedin: null };
  for (const anchor of anchors) {
    const address = anchor.startsWith('//') ? `https:${anchor}` : anchor;
    if (!/^https?:\/\//i.test(address) || !isUrl(address)) continue;
    const url = new URL(address);
    for (const name of ['facebook', 'twitter', 'linkedin'] as const) {
      if (links[name] === null && HOSTS[name].test(url.hostname) && url.pathname.length > 1 && !NO_PROFILE.test(url.pathname.slice(1)))
        links[name] = url.href;
    }
  }
  return links;
}
