// Parses Bing's result pages.
import { noItems } from '../../../contract/items.ts';
import { blocked, type Page, type PageRequest, unreachable, unreadable } from '../../adapter.ts';
import { acceptLanguageOf, marketOf } from '../../bing-markets.ts';
import { serpPage } from '../../items.ts';
import { all, attribute, closest, type Node, one, readHtml, textOf, userAgentFor } from '../../page/html.ts';
import { nextAfter } from '../../page/next-after.ts';
import type { Engine, SerpQuery } from '../../serp.ts';
import { absoluteUrl, urlOf } from '../../urls.ts';
import { cookieWith, urlWith } from '../request-url.ts';
import { totalOf } from './figures.ts';
import { ORIGIN } from './links.ts';
import { itemsOf, listOf } from './page.ts';

const LOCKED = ['q', 'first', 'count', 'format'];
const COOLDOWN_SECONDS = 900;

/** Returns the request for the page that begins with result number `first`. */
function requestFor(query: SerpQuery, first: number): PageRequest {
  const market = marketOf(query);
  const parameters = {
    q: query.keyword,
    ...(market ? { mkt: market } : {}),
    setlang: query.language,
    cc: query.region.countryCode.toUpperCase(),
    first: String(first),
  };
  const url = urlWith(`${ORIGIN}/search`, parameters, query, LOCKED);
  const cookie = cookieWith({}, query);
  const headers = {
    'user-agent': userAgentFor(query),
    'accept-language': acceptLanguageOf(urlOf(url).searchParams.get('mkt'), query),
    ...(cookie ? { cookie } : {}),
  };
  return { url, headers };
}

function rejectBlockPages(page: Page): void {
  const { hostname, pathname } = urlOf(page.url);
  if (/^login\.(?:live|microsoftonline)\.com$/.test(hostname)) throw blocked('sign-in', COOLDOWN_SECONDS);
  if (/\/(?:turing|captcha|challenge)(?:\/|$)/.test(pathname)) throw blocked('captcha', COOLDOWN_SECONDS);
  if (page.status === 429 || page.status === 403) throw blocked(`status ${page.status}`, COOLDOWN_SECONDS);
  if (page.status >= 500) throw unreachable(`status ${page.status}`);
}

const CAPTCHA =
  'div.captcha, .captcha_header, #captcha, form[action*="captcha"], .cf-turnstile, iframe[src*="challenges.cloudflare.com"], .g-recaptcha';
const ROBOT = /\bverify (?:that )?you(?:['’]re| are) (?:not a robot|(?:a )?human)|\bunusual traffic\b/i;
const CONSENT = '#bnp_btn_accept, #bnp_container, form[action*="consent"]';

/** The list has one heading with the query in bold and hints below it. The words differ by language, the structure does not. */
function saysNone(document: Node): boolean {
  const heading = one('main h1 strong, ol h1 strong', document);
  const row = heading && closest(heading, ({ name }) => name === 'li');
  return row !== null && one('ul li', row) !== null && one('a[href]', row) === null;
}

/**
 * A page without results must have Bing's own marker for none. Otherwise it is a block page or unknown. Good pages can
 * show the consent dialog too.
 */
function proveEmpty(document: Node): void {
  if (one(CAPTCHA, document)) throw blocked('captcha', COOLDOWN_SECONDS);
  if (one('#b_results .b_no, #no_results, .no_results', document)) return;
  if (saysNone(document)) return;
  if (one(CONSENT, document)) throw blocked('consent screen', COOLDOWN_SECONDS);
  const list = one('#b_results', document);
  // Suspected bots get the page frame with an empty list.
  if (list && one('#sb_form, #b_header', document) && all('li', list).length === 0)
    throw blocked('a page without its results', COOLDOWN_SECONDS);
  // These words prove nothing beside results. On a page without results they identify the block page.
  if (ROBOT.test(textOf(document))) throw blocked('captcha', COOLDOWN_SECONDS);
  throw unreadable('no results and no marker for none');
}

const firstIn = (url: string | null): number => Number.parseInt((url && urlOf(url).searchParams.get('first')) || '1', 10) || 1;

/** Returns the page behind "next". Only a later page counts, so that a page that links to itself ends the search. */
function nextOf(document: Node, page: Page, query: SerpQuery): PageRequest | undefined {
  const links = all('a.sb_pagN[href], .b_pag a[href*="first="], .sb_pag a[href*="first="]', document);
  const numbers = links.map((link) => firstIn(absoluteUrl(attribute(link, 'href'), ORIGIN)));
  const next = nextAfter(firstIn(page.request.url), numbers);
  return next === null ? undefined : requestFor(query, next);
}

export const bing: Engine = {
  name: 'bing',
  traits: {
    pageSize: 10,
    maxResults: 100,
    region: 'country',
    mobile: true,
    lockedParameters: LOCKED,
    paging: { parameter: 'first', step: 10, atOnce: 4 },
    ratePerMinute: 20,
    cooldownSecondsAfterBlock: COOLDOWN_SECONDS,
  },
  start: (query) => requestFor(query, 1),
  parse(page, query) {
    rejectBlockPages(page);
    const document = readHtml(page);
    const list = listOf(document);
    const items = list ? itemsOf(document, list) : noItems();
    if (items.organic.length === 0) {
      proveEmpty(document);
      return { found: serpPage({ advertisers: items.advertisers }, 0, true) };
    }
    const found = serpPage(items, totalOf(document));
    const next = nextOf(document, page, query);
    return next ? { found, next } : { found };
  },
};
