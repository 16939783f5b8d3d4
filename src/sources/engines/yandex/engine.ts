// Parses Yandex's result pages.
import { noItems } from '../../../contract/items.ts';
import type { Page, PageRequest } from '../../adapter.ts';
import { serpPage } from '../../items.ts';
import { all, attribute, type Node, readHtml, userAgentFor } from '../../page/html.ts';
import { nextAfter } from '../../page/next-after.ts';
import type { Engine, SerpQuery } from '../../serp.ts';
import { absoluteUrl, urlOf } from '../../urls.ts';
import { regionOf } from '../../yandex-regions.ts';
import { cookieWith, urlWith } from '../request-url.ts';
import { ORIGIN } from './links.ts';
import { COOLDOWN_SECONDS, proveEmpty, rejectBlockPages, totalOf } from './markers.ts';
import { itemsOf, listOf } from './page.ts';

const LOCKED = ['text', 'query', 'p', 'numdoc'];

/** Returns the request for a page number, from 0. */
function requestFor(query: SerpQuery, page: number): PageRequest {
  const region = regionOf(query.region.countryCode);
  const parameters = { text: query.keyword, ...(region ? { lr: String(region) } : {}), ...(page > 0 ? { p: String(page) } : {}) };
  const url = urlWith(`${ORIGIN}/search/`, parameters, query, LOCKED);
  const cookie = cookieWith({}, query);
  const language = `${query.language}-${query.region.countryCode.toUpperCase()},${query.language};q=0.9`;
  return { url, headers: { 'user-agent': userAgentFor(query), 'accept-language': language, ...(cookie ? { cookie } : {}) } };
}

const pageIn = (url: string | null): number => Number.parseInt((url && urlOf(url).searchParams.get('p')) || '0', 10) || 0;

/** Returns the page behind "next". Only a later page counts, so that a page that links to itself ends the search. */
function nextOf(document: Node, page: Page, query: SerpQuery): PageRequest | undefined {
  const links = all('.Pager a[href], .pager a[href], [class*="Pager"] a[href], nav a[href*="p="]', document)
    .map((link) => absoluteUrl(attribute(link, 'href'), ORIGIN))
    .filter((url) => url !== null && /^\/(?:search|yandsearch)/.test(urlOf(url).pathname));
  const next = nextAfter(pageIn(page.request.url), links.map(pageIn));
  return next === null ? undefined : requestFor(query, next);
}

export const yandex: Engine = {
  name: 'yandex',
  traits: {
    pageSize: 10,
    maxResults: 100,
    region: 'country',
    mobile: true,
    lockedParameters: LOCKED,
    ratePerMinute: 6,
    cooldownSecondsAfterBlock: COOLDOWN_SECONDS,
  },
  start: (query) => requestFor(query, 0),
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
