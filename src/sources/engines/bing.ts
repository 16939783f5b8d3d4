// Reads Bing's result pages.
import type { Element } from 'domhandler';
import type { Placed, SerpItems } from '../../contract/items.ts';
import { noItems } from '../../contract/items.ts';
import { blocked, type Page, type PageRequest, unreachable, unreadable } from '../adapter.ts';
import type { Engine, SerpAsk } from '../serp.ts';
import { addressWith, cookieWith } from './address.ts';
import { adsOf } from './bing/ads.ts';
import { answersOf, newsOf, questionsOf } from './bing/boxes.ts';
import { totalOf } from './bing/figures.ts';
import { ORIGIN } from './bing/links.ts';
import { acceptLanguageOf, marketOf } from './bing/markets.ts';
import { imagesOf, videosOf } from './bing/media.ts';
import { organicBlocks, organicOf } from './bing/organic.ts';
import { panelsOf } from './bing/panel.ts';
import { placesOf } from './bing/places.ts';
import { absoluteUrl, all, attribute, closest, isInside, type Node, one, readHtml, serpPage } from './kit.ts';

const LOCKED = ['q', 'first', 'count', 'format'];
const REST_SECONDS = 900;

/** The page that begins with result number `first`. */
function requestFor(ask: SerpAsk, first: number): PageRequest {
  const market = marketOf(ask);
  const parameters = {
    q: ask.keyword,
    ...(market ? { mkt: market } : {}),
    setlang: ask.language,
    cc: ask.place.countryCode.toUpperCase(),
    first: String(first),
  };
  const cookie = cookieWith({}, ask);
  const headers = {
    'accept-language': acceptLanguageOf(ask),
    ...(cookie ? { cookie } : {}),
    ...(ask.userAgent ? { 'user-agent': ask.userAgent } : {}),
  };
  return { url: addressWith(`${ORIGIN}/search`, parameters, ask, LOCKED), headers };
}

function refuseWalls(page: Page): void {
  const { hostname, pathname } = new URL(page.url);
  if (/^login\.(?:live|microsoftonline)\.com$/.test(hostname)) throw blocked('sign-in', REST_SECONDS);
  if (/\/(?:turing|captcha|challenge)(?:\/|$)/.test(pathname)) throw blocked('captcha', REST_SECONDS);
  if (page.status === 429 || page.status === 403) throw blocked(`status ${page.status}`, REST_SECONDS);
  if (page.status >= 500) throw unreachable(`status ${page.status}`);
}

const CAPTCHA =
  'div.captcha, .captcha_header, #captcha, form[action*="captcha"], .cf-turnstile, iframe[src*="challenges.cloudflare.com"], .g-recaptcha';
const CONSENT = '#bnp_btn_accept, #bnp_container, form[action*="consent"]';

/** A page without results: the engine's own "nothing", a wall, or something unknown. The consent dialog alone also lies over good pages. */
function judgeBare(document: Node): 'empty' {
  if (one(CAPTCHA, document)) throw blocked('captcha', REST_SECONDS);
  if (one('#b_results .b_no, #no_results, .no_results', document)) return 'empty';
  if (one(CONSENT, document)) throw blocked('consent screen', REST_SECONDS);
  const list = one('#b_results', document);
  // Clients that Bing distrusts get the frame of the page with an empty list in it.
  if (list && one('#sb_form, #b_header', document) && all('li', list).length === 0)
    throw blocked('a page without its results', REST_SECONDS);
  throw unreadable('no results and no sign for none');
}

function ranked<Item extends Placed>(target: Item[], found: readonly Item[], rank: () => number | null): void {
  for (const item of found) target.push({ ...item, rank: rank() });
}

const isNamed = (element: Element, name: string): boolean => (element.attribs.class ?? '').split(/\s+/).includes(name);

function readBox(block: Element, items: SerpItems, rank: () => number | null): void {
  ranked(items.answers, answersOf(block), rank);
  ranked(items.news, newsOf(block), rank);
  ranked(items.maps, placesOf(block), rank);
  ranked(items.images, imagesOf(block), rank);
  ranked(items.videos, videosOf(block), rank);
  ranked(items.paa, questionsOf(block), rank);
  ranked(items.knowledgegraph, panelsOf(block), rank);
}

/** Reads the blocks of the page in their order; the panel on the right has no rank. */
function itemsOf(document: Node, list: Element): SerpItems {
  const items = noItems();
  const results = new Set(organicBlocks(list));
  const blocks = new Set(
    all('.b_algo, .sa_wr, .b_ans, .b_ad, li', document).filter(
      (element) => results.has(element) || isNamed(element, 'b_ans') || isNamed(element, 'b_ad'),
    ),
  );
  const outer = [...blocks].filter((block) => !block.parent || closest(block.parent, (element) => blocks.has(element)) === null);
  const seen = new Set<string>();
  let counter = 0;
  for (const block of outer) {
    const rank = (): number | null => (isInside(block, list) ? ++counter : null);
    if (results.has(block)) {
      const organic = organicOf(block);
      if (!organic || seen.has(organic.url)) continue;
      seen.add(organic.url);
      ranked(items.organic, [organic], rank);
    } else if (isNamed(block, 'b_ad')) ranked(items.advertisers, adsOf(block), rank);
    else readBox(block, items, rank);
  }
  return items;
}

const firstIn = (url: string | null): number => Number.parseInt((url && new URL(url).searchParams.get('first')) || '1', 10) || 1;

/** The page behind "next"; only one further on, so that a page that points at itself ends the search. */
function nextOf(document: Node, page: Page, ask: SerpAsk): PageRequest | undefined {
  const here = firstIn(page.request.url);
  const links = all('a.sb_pagN[href], .b_pag a[href*="first="], .sb_pag a[href*="first="]', document);
  const further = links.map((link) => firstIn(absoluteUrl(attribute(link, 'href'), ORIGIN))).filter((first) => first > here);
  return further.length > 0 ? requestFor(ask, Math.min(...further)) : undefined;
}

export const bing: Engine = {
  name: 'bing',
  traits: {
    pageSize: 10,
    maxResults: 100,
    region: 'country',
    mobile: true,
    lockedParameters: LOCKED,
    pacePerMinute: 20,
    restSecondsAfterBlock: REST_SECONDS,
  },
  start: (ask) => requestFor(ask, 1),
  parse(page, ask) {
    refuseWalls(page);
    const document = readHtml(page.body);
    const list = one('#b_results', document) ?? one('#results', document);
    const items = list ? itemsOf(document, list) : noItems();
    if (items.organic.length === 0) {
      judgeBare(document);
      return { found: serpPage({ advertisers: items.advertisers }, 0, true) };
    }
    const found = serpPage(items, totalOf(document));
    const next = nextOf(document, page, ask);
    return next ? { found, next } : { found };
  },
};
