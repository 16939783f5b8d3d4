// Queries Naver's search page and parses it, for the integrated page and for web documents.
import type { Page, PageRequest } from '../../adapter.ts';
import { serpPage } from '../../items.ts';
import { all, attribute, countIn, type Node, one, readHtml, textOf, userAgentFor } from '../../page/html.ts';
import { nextAfter } from '../../page/next-after.ts';
import type { Engine, SerpPage, SerpQuery } from '../../serp.ts';
import { absoluteUrl } from '../../urls.ts';
import { cookieWith, urlWith } from '../request-url.ts';
import { COOLDOWN_SECONDS, proveEmpty, rejectBlockPages } from './block-page.ts';
import { MOBILE_ORIGIN, ORIGIN } from './links.ts';
import { itemsOf } from './page.ts';

export const LOCKED = ['query', 'where', 'start', 'page', 'ssc'];

/** Position of a page: the integrated page (no `start`), or the web documents from number `start`. */
interface PagePosition {
  readonly start: number | null;
  /** Only the integrated page has page numbers. The web documents tab has only the number of the first result. */
  readonly page: number | null;
}

export function requestFor(query: SerpQuery, { start, page }: PagePosition): PageRequest {
  const whole = query.isMobile ? 'm' : 'nexearch';
  const web = query.isMobile ? 'm_web' : 'web';
  const parameters = {
    where: start === null ? whole : web,
    query: query.keyword,
    ...(page === null ? {} : { sm: 'tab_pge', page: String(page) }),
    ...(start === null ? {} : { start: String(start) }),
  };
  const cookie = cookieWith({}, query);
  return {
    url: urlWith(`${query.isMobile ? MOBILE_ORIGIN : ORIGIN}/search.naver`, parameters, query, LOCKED),
    headers: { 'user-agent': userAgentFor(query), 'accept-language': languagesOf(query), ...(cookie ? { cookie } : {}) },
  };
}

/** Naver always responds in Korean, so another language comes second. */
export const languagesOf = (query: SerpQuery): string =>
  query.language === 'ko' ? 'ko-KR,ko;q=0.9' : `ko-KR,ko;q=0.9,${query.language};q=0.7`;

const numberIn = (url: URL, name: string): number | null => {
  const value = Number.parseInt(url.searchParams.get(name) ?? '', 10);
  return Number.isInteger(value) && value > 0 ? value : null;
};

/**
 * Returns the next page of web documents. Only a later page counts, so that a page that links to itself ends the
 * search.
 */
function nextOf(document: Node, page: Page, query: SerpQuery): PageRequest | undefined {
  const here = new URL(page.request.url);
  const isWeb = /^(?:m_)?web$/.test(here.searchParams.get('where') ?? '');
  const begun = isWeb ? (numberIn(here, 'start') ?? 1) : 0;
  const starts = all('a[href*="start="]', document).flatMap((link) => {
    const address = absoluteUrl(attribute(link, 'href'), `${ORIGIN}/search.naver`);
    if (address === null) return [];
    const url = new URL(address);
    const start = numberIn(url, 'start');
    return start !== null && /^(?:m_)?web$/.test(url.searchParams.get('where') ?? '') ? [start] : [];
  });
  const next = nextAfter(begun, starts);
  if (next === null) return undefined;
  const counted = isWeb ? numberIn(here, 'page') : 1;
  return requestFor(query, { start: next, page: counted === null ? null : counted + 1 });
}

/** `1-10 / 1,234건` is above the lists of older pages. Current pages have no number. */
const totalOf = (document: Node): number | null => countIn(textOf(one('.title_num', document)).split('/')[1] ?? '');

export function readPage(page: Page, query: SerpQuery): { readonly found: SerpPage; readonly next?: PageRequest } {
  rejectBlockPages(page);
  const document = readHtml(page);
  const items = itemsOf(document, page);
  if (items.organic.length + items.news.length + items.images.length + items.videos.length === 0) {
    proveEmpty(document);
    return { found: serpPage({ advertisers: items.advertisers }, 0, true) };
  }
  const found = serpPage(items, totalOf(document));
  const next = nextOf(document, page, query);
  return next ? { found, next } : { found };
}

export const searchTraits = (pageSize: number): Engine['traits'] => ({
  pageSize,
  maxResults: 100,
  region: 'none',
  mobile: true,
  lockedParameters: LOCKED,
  ratePerMinute: 12,
  cooldownSecondsAfterBlock: COOLDOWN_SECONDS,
});
