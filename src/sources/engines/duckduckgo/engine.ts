// Queries DuckDuckGo's page without scripts and parses its result pages.
import { blocked, type Page, type PageRequest, unreachable, unreadable } from '../../adapter.ts';
import { serpPage } from '../../items.ts';
import { all, attribute, type Node, one, readHtml, textOf, userAgentFor } from '../../page/html.ts';
import type { Engine, SerpQuery } from '../../serp.ts';
import { cookieWith, urlWith } from '../request-url.ts';
import { ORIGIN } from './links.ts';
import { itemsOf } from './page.ts';
import { regionOf } from './regions.ts';

const URL_OF_SEARCH = `${ORIGIN}/html/`;
/** The query, and the fields of the form for the next page. */
const LOCKED = ['q', 's', 'dc', 'v', 'o', 'api', 'vqd', 'nextParams'];
const PAGE_SIZE = 10;
const COOLDOWN_SECONDS = 900;

function headersFor(query: SerpQuery): Record<string, string> {
  const cookie = cookieWith({}, query);
  const language = `${query.language}-${query.region.countryCode.toUpperCase()},${query.language};q=0.9`;
  return { 'user-agent': userAgentFor(query), 'accept-language': language, ...(cookie ? { cookie } : {}) };
}

function urlFor(query: SerpQuery, form: Readonly<Record<string, string>> = {}): string {
  const parameters = { kl: regionOf(query.region.countryCode, query.language), ...form, q: query.keyword };
  return urlWith(URL_OF_SEARCH, parameters, query, LOCKED);
}

/** The challenge has status 202 (seen 2026-05), or the status of a good page. */
function rejectBlockPages(page: Page): void {
  if (page.status === 429 || page.status === 403 || page.status === 418) throw blocked(`status ${page.status}`, COOLDOWN_SECONDS);
  if (page.status >= 500) throw unreachable(`status ${page.status}`);
}

const CHALLENGE = '[class*="anomaly-modal"], [data-testid*="anomaly"], form#challenge-form, form[action*="anomaly.js"]';
const CHALLENGE_TEXT = /bots use DuckDuckGo too|made by a human/i;

/** A page without results must show the marker for none. Otherwise it is a block page or unknown. */
function proveEmpty(document: Node, page: Page): void {
  if (one(CHALLENGE, document) || CHALLENGE_TEXT.test(textOf(document))) throw blocked('captcha', COOLDOWN_SECONDS);
  if (one('.no-results, .result--no-result', document)) return;
  if (page.status === 202) throw blocked('status 202 without results', COOLDOWN_SECONDS);
  const list = one('#links, .serp__results', document);
  if (list && textOf(list) === '') throw blocked('a page without its results', COOLDOWN_SECONDS);
  throw unreadable('no results and no marker for none');
}

const startIn = (fields: URLSearchParams): number => Number.parseInt(fields.get('s') ?? '0', 10) || 0;

/** The "Next" form. "Previous" has the same fields and a lower start. */
function nextOf(document: Node, page: Page, query: SerpQuery): PageRequest | undefined {
  const here = startIn(new URLSearchParams(page.request.body ?? ''));
  const forms = all('.nav-link form', document).map((form) => {
    const fields = all('input[type="hidden"][name]', form).map((input) => [attribute(input, 'name')!, attribute(input, 'value') ?? '']);
    return Object.fromEntries(fields) as Record<string, string>;
  });
  const form = forms.find((fields) => startIn(new URLSearchParams(fields)) > here);
  if (!form) return undefined;
  return {
    url: URL_OF_SEARCH,
    method: 'POST',
    headers: { ...headersFor(query), 'content-type': 'application/x-www-form-urlencoded' },
    body: new URL(urlFor(query, form)).searchParams.toString(),
  };
}

export const duckduckgo: Engine = {
  name: 'duckduckgo',
  traits: {
    pageSize: PAGE_SIZE,
    maxResults: 100,
    region: 'country',
    mobile: false,
    lockedParameters: LOCKED,
    ratePerMinute: 12,
    cooldownSecondsAfterBlock: COOLDOWN_SECONDS,
  },
  start: (query) => ({ url: urlFor(query), headers: headersFor(query) }),
  parse(page, query) {
    rejectBlockPages(page);
    const document = readHtml(page);
    const items = itemsOf(document);
    if (items.organic.length === 0) {
      proveEmpty(document, page);
      return { found: serpPage({ advertisers: items.advertisers, answers: items.answers }, 0, true) };
    }
    const found = serpPage(items);
    const next = nextOf(document, page, query);
    return next ? { found, next } : { found };
  },
};
