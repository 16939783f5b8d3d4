// Parses the result pages of Yahoo and Yahoo Japan.
import { noItems } from '../../../contract/items.ts';
import { blocked, type Page, type PageRequest, unreachable, unreadable } from '../../adapter.ts';
import { serpPage } from '../../items.ts';
import { all, attribute, type Node, one, readHtml, textOf, userAgentFor } from '../../page/html.ts';
import type { Engine, SerpQuery } from '../../serp.ts';
import { absoluteUrl, urlOf } from '../../urls.ts';
import { cookieWith, urlWith } from '../request-url.ts';
import { totalOf } from './figures.ts';
import { ORIGIN, originOf } from './hosts.ts';
import { itemsOf, listOf } from './page.ts';

const LOCKED = ['p', 'b', 'pz', 'n'];
const COOLDOWN_SECONDS = 900;

interface PagePosition {
  /** The number of the first result, from 1. */
  readonly first: number;
  /** Number of results per page, from the links of its own paging. */
  readonly size: number | null;
}

function requestFor(query: SerpQuery, { first, size }: PagePosition): PageRequest {
  const parameters = {
    p: query.keyword,
    ei: 'UTF-8',
    ...(first > 1 ? { b: String(first) } : {}),
    ...(size ? { pz: String(size) } : {}),
  };
  const url = urlWith(`${originOf(query)}/search`, parameters, query, LOCKED);
  const cookie = cookieWith({}, query);
  const language = `${query.language}-${query.region.countryCode.toUpperCase()}`;
  const headers = {
    'user-agent': userAgentFor(query),
    'accept-language': `${language},${query.language};q=0.9`,
    ...(cookie ? { cookie } : {}),
  };
  return { url, headers };
}

function rejectBlockPages(page: Page): void {
  const { hostname, pathname } = urlOf(page.url);
  if (/^(?:[\w-]+\.)?(?:consent|guce)\.yahoo\.(?:com|co\.jp)$/.test(hostname) || /^\/(?:collectConsent|v2\/collectConsent)/.test(pathname))
    throw blocked('consent screen', COOLDOWN_SECONDS);
  if (/^login\.yahoo\./.test(hostname)) throw blocked('sign-in', COOLDOWN_SECONDS);
  // 999 is Yahoo's own status for blocked clients.
  if ([403, 429, 999].includes(page.status)) throw blocked(`status ${page.status}`, COOLDOWN_SECONDS);
  if (page.status >= 300 && page.status < 400) throw blocked('a redirect that requires a cookie', COOLDOWN_SECONDS);
  if (page.status >= 500) throw unreachable(`status ${page.status}`);
}

const CAPTCHA = '#captcha, .captcha, .g-recaptcha, .h-captcha, iframe[src*="recaptcha"], form[action*="captcha"]';
const CONSENT = '#consent-page, form.consent-form, form[action*="consent"], form[action*="guce"]';
const NO_RESULTS_SELECTOR = '.zrp, #zrp, .compNoResult, [class*="zero-result"], [class*="NoResult"]';
const NO_RESULTS_TEXT =
  /\bdid not find (?:any )?results for\b|\bno results found for\b|\bkeine Ergebnisse (?:für|gefunden)|\baucun résultat\b|\bno (?:se han encontrado|encontramos) resultados\b|\bnessun risultato\b|\bgeen resultaten gevonden\b|一致するウェブページは見つかりませんでした|に一致する情報は見つかりませんでした/i;

/** A page without results must have Yahoo's own marker for none. Otherwise it is a block page or unknown. */
function proveEmpty(document: Node): void {
  if (one(CAPTCHA, document)) throw blocked('captcha', COOLDOWN_SECONDS);
  if (one(CONSENT, document)) throw blocked('consent screen', COOLDOWN_SECONDS);
  const list = listOf(document);
  if (list && (one(NO_RESULTS_SELECTOR, list) || NO_RESULTS_TEXT.test(textOf(list)))) return;
  // Suspected bots get the page frame without content.
  if (list && one('input[name="p"]', document) && all('li, h3', list).length === 0)
    throw blocked('a page without its results', COOLDOWN_SECONDS);
  throw unreadable('no results and no marker for none');
}

const numberIn = (url: string | null, name: string): number => Number.parseInt((url && urlOf(url).searchParams.get(name)) || '', 10) || 0;

/** Returns the page behind "next". Only a later page counts, so that a page that links to itself ends the search. */
function nextOf(document: Node, page: Page, query: SerpQuery): PageRequest | undefined {
  const here = Math.max(1, numberIn(page.request.url, 'b'));
  const further = all(
    'a.next[href], .compPagination a[href], #pg a[href], .pagination a[href], .Pagination a[href], .Pagenation a[href]',
    document,
  )
    .map((link) => absoluteUrl(attribute(link, 'href'), ORIGIN))
    .map((url) => ({ first: numberIn(url, 'b'), size: numberIn(url, 'pz') || null }))
    .filter(({ first }) => first > here)
    .sort((one, other) => one.first - other.first);
  return further[0] ? requestFor(query, further[0]) : undefined;
}

export const yahoo: Engine = {
  name: 'yahoo',
  traits: {
    // Since 2023 most pages have seven results.
    pageSize: 7,
    maxResults: 100,
    region: 'country',
    mobile: true,
    lockedParameters: LOCKED,
    paging: { parameter: 'b', step: 7, atOnce: 4 },
    ratePerMinute: 20,
    cooldownSecondsAfterBlock: COOLDOWN_SECONDS,
  },
  start: (query) => requestFor(query, { first: 1, size: null }),
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
