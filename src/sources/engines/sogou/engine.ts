// Parses Sogou's result pages.
import { blocked, type Page, type PageRequest, unreachable, unreadable } from '../../adapter.ts';
import { serpPage } from '../../items.ts';
import { all, attribute, type Node, one, readHtml, textOf, userAgentFor } from '../../page/html.ts';
import { nextAfter } from '../../page/next-after.ts';
import type { Engine, SerpQuery } from '../../serp.ts';
import { absoluteUrl } from '../../urls.ts';
import { cookieWith, urlWith } from '../request-url.ts';
import { ORIGIN } from './links.ts';
import { itemsOf, listsOf } from './page.ts';

const LOCKED = ['query', 'page', 'ie', 'num'];
const COOLDOWN_SECONDS = 1800;

function requestFor(query: SerpQuery, number: number): PageRequest {
  const parameters = { query: query.keyword, page: String(number), ie: 'utf8' };
  const cookie = cookieWith({}, query);
  const headers = {
    'user-agent': userAgentFor(query),
    'accept-language': 'zh-CN,zh;q=0.9,en;q=0.5',
    ...(cookie ? { cookie } : {}),
  };
  return { url: urlWith(`${ORIGIN}/web`, parameters, query, LOCKED), headers };
}

const isBlockPage = (url: string | null): boolean => url !== null && /^\/antispider(?:\/|$)/.test(new URL(url).pathname);

function rejectBlockPages(page: Page): void {
  if (isBlockPage(page.url) || isBlockPage(absoluteUrl(page.headers.location, ORIGIN))) throw blocked('captcha', COOLDOWN_SECONDS);
  if (page.status === 429 || page.status === 403) throw blocked(`status ${page.status}`, COOLDOWN_SECONDS);
  if (page.status >= 500) throw unreachable(`status ${page.status}`);
}

const CAPTCHA = '#seccodeForm, #seccodeImage, #seccodeInput, form[action*="antispider"], form[action*="thank.php"], img[src*="seccode"]';
const NO_RESULTS = '[id^="noresult"], .no-result, .noresult, .no_result, .results-none, .text-info';

/** A page without results must have Sogou's own marker for none. Otherwise it is a block page or unknown. */
function proveEmpty(document: Node): void {
  if (one(CAPTCHA, document)) throw blocked('captcha', COOLDOWN_SECONDS);
  const markers = all(NO_RESULTS, document).map((element) => textOf(element));
  if (markers.some((marker) => /没有找到|未找到|找不到/.test(marker))) return;
  // These words prove nothing beside results. On a page without results they identify the block page.
  if (/此验证码用于确认|异常访问请求/.test(textOf(document))) throw blocked('captcha', COOLDOWN_SECONDS);
  throw unreadable('no results and no marker for none');
}

const pageIn = (url: string | null): number => Number.parseInt((url && new URL(url).searchParams.get('page')) || '1', 10) || 1;

/** Returns the page behind "next". Only a later page counts, so that a page that links to itself ends the search. */
function nextOf(document: Node, page: Page, query: SerpQuery): PageRequest | undefined {
  const links = all('#pagebar_container a[href*="page="], #sogou_next[href*="page="]', document);
  const numbers = links.map((link) => pageIn(absoluteUrl(attribute(link, 'href'), `${ORIGIN}/web`)));
  const next = nextAfter(pageIn(page.request.url), numbers);
  return next === null ? undefined : requestFor(query, next);
}

/** `搜狗已为您找到约12,300条相关结果`. */
function totalOf(document: Node): number | null {
  const text = all('.num-tips, .search-info, .mun, .results-info', document).map((element) => textOf(element));
  const digits = text.map((shown) => /找到约?\s?([\d,]{1,20})\s?条/.exec(shown)?.[1]).find(Boolean);
  return digits ? Number(digits.replaceAll(',', '')) : null;
}

export const sogou: Engine = {
  name: 'sogou',
  traits: {
    pageSize: 10,
    maxResults: 100,
    region: 'none',
    mobile: false,
    lockedParameters: LOCKED,
    ratePerMinute: 10,
    cooldownSecondsAfterBlock: COOLDOWN_SECONDS,
  },
  start: (query) => requestFor(query, 1),
  parse(page, query) {
    rejectBlockPages(page);
    const document = readHtml(page);
    const items = itemsOf(document, listsOf(document));
    if (items.organic.length === 0) {
      proveEmpty(document);
      return { found: serpPage({ advertisers: items.advertisers }, 0, true) };
    }
    const found = serpPage(items, totalOf(document));
    const next = nextOf(document, page, query);
    return next ? { found, next } : { found };
  },
};
