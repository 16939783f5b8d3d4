// Queries one tab of Daum and parses its pages.
import { blocked, type Page, type PageRequest, unreachable, unreadable } from '../../adapter.ts';
import { serpPage } from '../../items.ts';
import { all, countIn, type Node, one, readHtml, textOf, userAgentFor } from '../../page/html.ts';
import { nextAfter } from '../../page/next-after.ts';
import type { Engine, SerpQuery } from '../../serp.ts';
import { cookieWith, urlWith } from '../request-url.ts';
import { blocksIn, mainColumn } from './blocks.ts';
import { addressOf, LINKS, MOBILE_ORIGIN, ORIGIN } from './links.ts';
import { itemsOf } from './page.ts';

const LOCKED = ['q', 'w', 'p', 'lpp', 'page'];
const COOLDOWN_SECONDS = 900;
const PAGE_SIZE = 10;

function requestFor(query: SerpQuery, tab: 'web' | 'site', page: number): PageRequest {
  const cookie = cookieWith({}, query);
  return {
    url: urlWith(`${query.isMobile ? MOBILE_ORIGIN : ORIGIN}/search`, { w: tab, q: query.keyword, p: String(page) }, query, LOCKED),
    headers: {
      'user-agent': userAgentFor(query),
      'accept-language': query.language === 'ko' ? 'ko-KR,ko;q=0.9' : `ko-KR,ko;q=0.9,${query.language};q=0.7`,
      ...(cookie ? { cookie } : {}),
    },
  };
}

function rejectBlockPages(page: Page): void {
  const { hostname, pathname } = new URL(page.url);
  if (/^(?:logins\.daum\.net|accounts\.kakao\.com)$/.test(hostname)) throw blocked('sign-in', COOLDOWN_SECONDS);
  if (/\/(?:captcha|challenge)(?:\/|$)/i.test(pathname)) throw blocked('captcha', COOLDOWN_SECONDS);
  if (page.status === 429 || page.status === 403) throw blocked(`status ${page.status}`, COOLDOWN_SECONDS);
  if (page.status >= 500) throw unreachable(`status ${page.status}`);
}

const CAPTCHA = 'form[action*="captcha"], #captcha, [class*="captcha"], iframe[src*="captcha"], script[src*="captcha"]';
const BLOCK_TEXT = /자동 ?입력 ?방지|비정상적인 (?:검색|접근|요청)|이용이 (?:일시적으로 )?제한/;
const NO_RESULTS = /검색\s?결과가 없습니다|검색된 [^.]{0,40}없습니다/;
const NOTICES =
  '[id*="noResult"], [class*="noresult"], [class*="no_result"], [class*="result_none"], [class*="empty"], c-empty, p, strong, h2, h3';

/**
 * A page without results must say so in Daum's own words, in the results column. Otherwise it is a block page or
 * unknown.
 */
function proveEmpty(document: Node): void {
  const column = mainColumn(document);
  if (column && all(NOTICES, column).some((part) => NO_RESULTS.test(textOf(part)))) return;
  if (one(CAPTCHA, document)) throw blocked('captcha', COOLDOWN_SECONDS);
  if (BLOCK_TEXT.test(textOf(document))) throw blocked('use of the search was restricted', COOLDOWN_SECONDS);
  if (column && one('input[name="q"], #q', document) && blocksIn(column).length === 0)
    throw blocked('a page without its results', COOLDOWN_SECONDS);
  throw unreadable('no results and no marker for none');
}

/** Current results are in templates, which selectors skip. Renaming the templates to `div` makes them visible. */
function openTemplates<Tree extends Node>(document: Tree): Tree {
  document.tree.rename('template', 'div');
  return document;
}

const pageIn = (url: string): number => Number.parseInt(new URL(url).searchParams.get('p') ?? '1', 10) || 1;

/** Returns the nearest later page that this one links to, on the same tab. */
function nextOf(document: Node, page: Page, query: SerpQuery, tab: 'web' | 'site'): PageRequest | undefined {
  const numbers = all(LINKS, document).flatMap((link) => {
    const url = addressOf(link);
    if (url === null || !/^(?:m\.)?search\.daum\.net$/.test(new URL(url).hostname)) return [];
    const number = pageIn(url);
    return (new URL(url).searchParams.get('w') ?? tab) === tab ? [number] : [];
  });
  const next = nextAfter(pageIn(page.request.url), numbers);
  return next === null ? undefined : requestFor(query, tab, next);
}

/** `1-10 / 약 1,234건`, if Daum shows it. */
const totalOf = (document: Node): number | null =>
  countIn(textOf(one('#resultCntArea, .txt_count_result, .total_count', document)).split('/')[1] ?? '');

export const daumEngine = (name: 'daumweb' | 'daumsite', tab: 'web' | 'site'): Engine => ({
  name,
  traits: {
    pageSize: PAGE_SIZE,
    maxResults: 100,
    region: 'none',
    mobile: true,
    lockedParameters: LOCKED,
    paging: { parameter: 'p', step: 1, atOnce: 4 },
    ratePerMinute: 15,
    cooldownSecondsAfterBlock: COOLDOWN_SECONDS,
  },
  start: (query) => requestFor(query, tab, 1),
  parse(page, query) {
    rejectBlockPages(page);
    const document = openTemplates(readHtml(page));
    const items = itemsOf(document);
    if (items.organic.length === 0) {
      proveEmpty(document);
      return { found: serpPage({ advertisers: items.advertisers }, 0, true) };
    }
    const found = serpPage(items, totalOf(document));
    const next = nextOf(document, page, query, tab);
    return next ? { found, next } : { found };
  },
});
