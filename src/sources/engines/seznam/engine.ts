// Parses the result pages of Seznam.

import { type ItemPosition, noItems, type SerpItems } from '../../../contract/items.ts';
import { blocked, type Page, type PageRequest, unreachable, unreadable } from '../../adapter.ts';
import { serpPage } from '../../items.ts';
import { all, attribute, countIn, type Node, one, readHtml, textOf, userAgentFor } from '../../page/html.ts';
import { nextAfter } from '../../page/next-after.ts';
import { relatedBelow, type SearchUrl } from '../../page/related.ts';
import type { Element } from '../../page/tree/page-tree.ts';
import type { Engine, SerpQuery } from '../../serp.ts';
import { absoluteUrl } from '../../urls.ts';
import { cookieWith, urlWith } from '../request-url.ts';
import { blocksIn, columnOf } from './blocks.ts';
import { adOf, isAd, organicOf } from './items.ts';
import { kindOf, ORIGIN } from './links.ts';
import { imagesOf, newsOf, videosOf } from './media.ts';

function ranked<Item extends ItemPosition>(target: Item[], found: readonly Item[], rank: () => number): void {
  for (const item of found) target.push({ ...item, rank: rank() });
}

const SEARCHES: SearchUrl = { base: `${ORIGIN}/`, pattern: /^search\.seznam\.cz\/$/, parameter: 'q' };

function itemsOf(document: Node, column: Element): SerpItems {
  const items = noItems();
  const seen = new Set<string>();
  let counter = 0;
  let last: Element | null = null;
  const rank = (): number => ++counter;
  for (const block of blocksIn(column)) {
    const kind = block.url === null ? null : kindOf(block.url);
    if (isAd(block)) {
      const ad = adOf(block);
      if (ad) ranked(items.advertisers, [{ ...ad, block: items.organic.length === 0 ? 'top' : 'bottom' }], rank);
    } else if (kind === 'images') ranked(items.images, imagesOf(block), rank);
    else if (kind === 'videos') ranked(items.videos, videosOf(block), rank);
    else if (kind === 'news') ranked(items.news, newsOf(block), rank);
    else {
      const organic = organicOf(block);
      if (organic) last = block.element;
      if (!organic || seen.has(organic.url)) continue;
      seen.add(organic.url);
      ranked(items.organic, [organic], rank);
    }
  }
  if (last) items.related = relatedBelow(last, document, SEARCHES);
  return items;
}

const LOCKED = ['q', 'oq', 'count', 'from'];
const PAGE_SIZE = 10;
const COOLDOWN_SECONDS = 900;

/** Returns the request for the page that begins after `from` results. */
function requestFor(query: SerpQuery, from: number): PageRequest {
  const parameters = { q: query.keyword, oq: query.keyword, count: String(PAGE_SIZE), from: String(from) };
  const url = urlWith(`${ORIGIN}/`, parameters, query, LOCKED);
  const cookie = cookieWith({}, query);
  const language = `${query.language}-${query.region.countryCode.toUpperCase()},${query.language};q=0.9`;
  return { url, headers: { 'user-agent': userAgentFor(query), 'accept-language': language, ...(cookie ? { cookie } : {}) } };
}

function rejectBlockPages(page: Page): void {
  const { hostname, pathname } = new URL(page.url);
  if (pathname.startsWith('/verify')) throw blocked('captcha', COOLDOWN_SECONDS);
  if (/^(?:cmp|login)\.seznam\.cz$/.test(hostname)) throw blocked('consent or sign-in', COOLDOWN_SECONDS);
  if (page.status === 429 || page.status === 403) throw blocked(`status ${page.status}`, COOLDOWN_SECONDS);
  if (page.status >= 500) throw unreachable(`status ${page.status}`);
}

const CAPTCHA = 'form[action*="/verify"], .g-recaptcha, [class*="captcha" i], [id*="captcha" i], iframe[src*="captcha"]';
const NO_RESULTS =
  /nenašli jsme (?:žádn|nic)|nic jsme nenašli|nebyly nalezeny žádné|nebylo nic nalezeno|žádné výsledky nebyly|nebyl nalezen žádný|jsme nenašli žádn/i;

/** A page without results must say so in Seznam's own words. Otherwise it is a block page or unknown. */
function proveEmpty(document: Node): void {
  if (one(CAPTCHA, document)) throw blocked('captcha', COOLDOWN_SECONDS);
  const column = columnOf(document);
  if (column && NO_RESULTS.test(textOf(column))) return;
  // Clients without scripts, and suspected bots, can get the page frame without content.
  const root = one('#searchpage-root', document);
  if (root && textOf(column ?? root) === '') throw blocked('a page without its results', COOLDOWN_SECONDS);
  throw unreadable('no results and no marker for none');
}

/** `Nalezeno přibližně 1 230 000 výsledků`. */
function totalOf(column: Node): number | null {
  const found = /(?:nalezeno|přibližně|celkem)\s{0,3}(?:přibližně\s)?(\d[\d\s]{0,15})/i.exec(textOf(column).slice(0, 5000));
  return found?.[1] ? countIn(found[1]) : null;
}

const fromIn = (url: string | null): number => Number.parseInt((url && new URL(url).searchParams.get('from')) || '0', 10) || 0;

/** Returns the page behind "next". Only a later page counts, so that a page that links to itself ends the search. */
function nextOf(document: Node, page: Page, query: SerpQuery): PageRequest | undefined {
  const links = all('a[href*="from="]', document)
    .map((link) => absoluteUrl(attribute(link, 'href'), ORIGIN))
    .filter((url) => url !== null && new URL(url).origin === ORIGIN);
  const next = nextAfter(fromIn(page.request.url), links.map(fromIn));
  return next === null ? undefined : requestFor(query, next);
}

export const seznam: Engine = {
  name: 'seznam',
  traits: {
    pageSize: PAGE_SIZE,
    maxResults: 100,
    // Seznam returns the same results of the Czech web for every region.
    region: 'none',
    mobile: true,
    lockedParameters: LOCKED,
    paging: { parameter: 'from', step: PAGE_SIZE, atOnce: 4 },
    ratePerMinute: 12,
    cooldownSecondsAfterBlock: COOLDOWN_SECONDS,
  },
  start: (query) => requestFor(query, 0),
  parse(page, query) {
    rejectBlockPages(page);
    const document = readHtml(page);
    const column = columnOf(document);
    const items = column ? itemsOf(document, column) : noItems();
    if (!column || items.organic.length === 0) {
      proveEmpty(document);
      return { found: serpPage({ advertisers: items.advertisers }, 0, true) };
    }
    const found = serpPage(items, totalOf(column));
    const next = nextOf(document, page, query);
    return next ? { found, next } : { found };
  },
};
