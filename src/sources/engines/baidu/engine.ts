// Parses Baidu's result pages.
import { noItems } from '../../../contract/items.ts';
import { blocked, type Page, type PageRequest, unreachable, unreadable } from '../../adapter.ts';
import { serpPage } from '../../items.ts';
import { all, attribute, type Node, one, readHtml, textOf, userAgentFor } from '../../page/html.ts';
import { nextAfter } from '../../page/next-after.ts';
import { textNodesIn } from '../../page/text-nodes.ts';
import type { Engine, SerpPage, SerpQuery } from '../../serp.ts';
import { absoluteUrl, urlOf } from '../../urls.ts';
import { cookieWith, urlWith } from '../request-url.ts';
import { feedOf, isForbidden, jsonOf } from './feed.ts';
import { ORIGIN } from './links.ts';
import { itemsOf, listOf } from './page.ts';

const LOCKED = ['wd', 'word', 'pn', 'rn', 'ie'];
const PAGE_SIZE = 10;
const COOLDOWN_SECONDS = 1800;

/** Returns the request for the page that begins after result number `from`. */
function requestFor(query: SerpQuery, from: number): PageRequest {
  const parameters = { wd: query.keyword, pn: String(from), rn: String(PAGE_SIZE), ie: 'utf-8' };
  const cookie = cookieWith({}, query);
  const headers = {
    'user-agent': userAgentFor(query),
    'accept-language': 'zh-CN,zh;q=0.9,en;q=0.5',
    ...(cookie ? { cookie } : {}),
  };
  return { url: urlWith(`${ORIGIN}/s`, parameters, query, LOCKED), headers };
}

const isBlockPage = (url: string | null): boolean => url !== null && /^wappass\.baidu\.com$|^verify\.baidu\.com$/.test(urlOf(url).hostname);

function rejectBlockPages(page: Page): void {
  if (isBlockPage(page.url) || isBlockPage(absoluteUrl(page.headers.location, ORIGIN))) throw blocked('captcha', COOLDOWN_SECONDS);
  if (/\/static\/captcha\//.test(urlOf(page.url).pathname)) throw blocked('captcha', COOLDOWN_SECONDS);
  if (page.status === 429 || page.status === 403) throw blocked(`status ${page.status}`, COOLDOWN_SECONDS);
  if (page.status >= 500) throw unreachable(`status ${page.status}`);
}

const CAPTCHA =
  '.passMod_dialog-wrapper, [class*="passMod_"], #passMod, form[action*="wappass.baidu.com"], script[src*="wappass.baidu.com/static/captcha"]';

/** `抱歉，未找到相关结果。`, `很抱歉，没有找到与“…”相关的网页。` */
const NONE = /^(?:很?抱歉[，,]?\s?)(?:没有找到|未找到|找不到)/;

/** A page without results must have Baidu's own marker for none. Otherwise it is a block page or unknown. */
function proveEmpty(document: Node): void {
  if (/百度安全验证/.test(textOf(one('title', document))) || one(CAPTCHA, document)) throw blocked('captcha', COOLDOWN_SECONDS);
  // Suspected bots get "The network is slow" with a retry button.
  if (one('.timeout-button, .timeout-title', document)) throw blocked('a page without its results', COOLDOWN_SECONDS);
  const marker = textOf(one('.content_none, .nors', document));
  if (/没有找到|未找到|找不到|no results/i.test(marker)) return;
  // Without a known class, the sentence counts in an element of its own.
  if (textNodesIn(document).some(({ text }) => NONE.test(text))) return;
  // These words prove nothing beside results. On a page without results they identify the block page.
  if (/安全验证|网络不给力|请完成下方验证/.test(textOf(document))) throw blocked('captcha', COOLDOWN_SECONDS);
  throw unreadable('no results and no marker for none');
}

const fromIn = (url: string | null): number => Number.parseInt((url && urlOf(url).searchParams.get('pn')) || '0', 10) || 0;

/** Returns the page behind "next". Only a later page counts, so that a page that links to itself ends the search. */
function nextOf(document: Node, page: Page, query: SerpQuery): PageRequest | undefined {
  const links = all('#page a[href*="pn="], [class*="page-inner"] a[href*="pn="]', document);
  const numbers = links.map((link) => fromIn(absoluteUrl(attribute(link, 'href'), ORIGIN)));
  const next = nextAfter(fromIn(page.request.url), numbers);
  return next === null ? undefined : requestFor(query, next);
}

/** `百度为您找到相关结果约12,300,000个`; current pages show no number. */
function totalOf(document: Node): number | null {
  const text = all('.nums, .nums_text, [class*="hint_"]', document).map((element) => textOf(element));
  const digits = text.map((shown) => /相关结果约?\s?([\d,]{1,20})\s?个/.exec(shown)?.[1]).find(Boolean);
  return digits ? Number(digits.replaceAll(',', '')) : null;
}

function parseFeed(page: Page, query: SerpQuery): { found: SerpPage; next?: PageRequest } | null {
  const response = jsonOf(page);
  if (!response) return null;
  if (isForbidden(response)) throw blocked('bots are blocked', COOLDOWN_SECONDS);
  const feed = feedOf(response);
  if (!feed) throw unreadable('unknown JSON');
  if (feed.organic.length > 0)
    return { found: serpPage({ organic: feed.organic }, feed.total), next: requestFor(query, fromIn(page.request.url) + PAGE_SIZE) };
  if (feed.total !== 0) throw unreadable('no results and no marker for none');
  return { found: serpPage({}, 0, true) };
}

export const baidu: Engine = {
  name: 'baidu',
  traits: {
    pageSize: PAGE_SIZE,
    maxResults: 100,
    region: 'none',
    mobile: false,
    lockedParameters: LOCKED,
    paging: { parameter: 'pn', step: PAGE_SIZE, atOnce: 2 },
    ratePerMinute: 10,
    cooldownSecondsAfterBlock: COOLDOWN_SECONDS,
  },
  start: (query) => requestFor(query, 0),
  parse(page, query) {
    rejectBlockPages(page);
    const feed = parseFeed(page, query);
    if (feed) return feed;
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
