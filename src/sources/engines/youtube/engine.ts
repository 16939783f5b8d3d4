// Parses YouTube's search: the page with its data in a script, and the JSON of further pages.
import { blocked, type Page, type PageRequest, unreachable, unreadable } from '../../adapter.ts';
import { serpPage } from '../../items.ts';
import { userAgentFor } from '../../page/html.ts';
import { noteMark } from '../../page/list-marks.ts';
import { utf8BytesOf } from '../../page/utf8-bytes.ts';
import type { Engine, SerpQuery } from '../../serp.ts';
import { hostOf, urlOf } from '../../urls.ts';
import { cookieWith, urlWith } from '../request-url.ts';
import { type Client, clientOf } from './client.ts';
import { dataOf } from './data.ts';
import { type JsonObject, textBelow } from './json.ts';
import { itemsOf } from './listing.ts';
import { markOf } from './marks.ts';
import { isSearch, walk } from './walk.ts';
import { countOf, ORIGIN } from './words.ts';

const LOCKED = ['search_query'];
const COOLDOWN_SECONDS = 900;

function headersOf(query: SerpQuery): Record<string, string> {
  // SOCS=CAI means "reject all" on the consent screen that European IP addresses get.
  const cookie = cookieWith({ SOCS: 'CAI' }, query);
  return {
    'user-agent': userAgentFor(query),
    'accept-language': `${query.language}-${query.region.countryCode.toUpperCase()},${query.language};q=0.9`,
    ...(cookie ? { cookie } : {}),
  };
}

function start(query: SerpQuery): PageRequest {
  const country = query.region.countryCode.toUpperCase();
  const parameters = { search_query: query.keyword, hl: query.language, gl: country };
  const url = urlWith(`${ORIGIN}/results`, parameters, query, LOCKED);
  return { url, headers: headersOf(query) };
}

/** Block pages have another URL, an error status, or an error instead of the data. */
function rejectBlockPages(page: Page): void {
  const host = hostOf(page.url);
  if (/^consent\./.test(host)) throw blocked('consent screen', COOLDOWN_SECONDS);
  if (/^accounts\.google\./.test(host)) throw blocked('sign-in', COOLDOWN_SECONDS);
  if (/\/sorry(?:\/|$)/.test(urlOf(page.url).pathname) || /^sorry\.google\./.test(host)) throw blocked('captcha', COOLDOWN_SECONDS);
  if (page.status === 429 || page.status === 403) throw blocked(`status ${page.status}`, COOLDOWN_SECONDS);
  if (page.status >= 500) throw unreachable(`status ${page.status}`);
}

/** Recognises the same block pages by their forms when they have the URL of the search. */
function rejectBlockForms(body: string): void {
  if (/<form[^>]{0,400}action="https:\/\/consent\.(?:youtube|google)\./.test(body)) throw blocked('consent screen', COOLDOWN_SECONDS);
  if (/<form[^>]{0,400}id="captcha-form"|class="g-recaptcha"/.test(body)) throw blocked('captcha', COOLDOWN_SECONDS);
  if (/<form[^>]{0,400}action="https:\/\/accounts\.google\.com\//.test(body)) throw blocked('sign-in', COOLDOWN_SECONDS);
}

function rejectErrors(data: JsonObject): void {
  const error = data.error as { code?: unknown } | undefined;
  if (error === undefined) return;
  if (error?.code === 429 || error?.code === 403) throw blocked(`error ${error.code}`, COOLDOWN_SECONDS);
  throw unreadable('an error instead of results');
}

function nextOf(page: Page, client: Client, continuation: string, query: SerpQuery): PageRequest {
  const host = hostOf(page.url) === 'm.youtube.com' ? 'https://m.youtube.com' : ORIGIN;
  const url = new URL(`${host}/youtubei/v1/search?prettyPrint=false`);
  if (client.key) url.searchParams.set('key', client.key);
  const context = {
    client: {
      clientName: client.name,
      clientVersion: client.version,
      hl: client.language ?? query.language,
      gl: client.country ?? query.region.countryCode.toUpperCase(),
    },
  };
  return {
    url: url.href,
    method: 'POST',
    headers: { ...headersOf(query), 'content-type': 'application/json', origin: host },
    body: JSON.stringify({ context, continuation }),
  };
}

export const youtube: Engine = {
  name: 'youtube',
  traits: {
    pageSize: 20,
    maxResults: 100,
    region: 'country',
    mobile: true,
    lockedParameters: LOCKED,
    ratePerMinute: 20,
    cooldownSecondsAfterBlock: COOLDOWN_SECONDS,
  },
  start,
  parse(page, query) {
    rejectBlockPages(page);
    const bytes = utf8BytesOf(page);
    const data = dataOf(bytes);
    if (data === null) {
      rejectBlockForms(page.body);
      throw unreadable('no data in the page');
    }
    rejectErrors(data);
    if (!isSearch(data)) throw unreadable('the data are not from a search');
    const { entries, continuation, noResults, ended } = walk(data);
    const items = itemsOf(entries);
    for (const { kind, value, shelved } of entries) if (kind !== 'ad' && !shelved) noteMark(page, markOf(value));
    const total = countOf(textBelow(data, 'estimatedResults'));
    if (items.organic.length === 0 && items.videos.length === 0) {
      if (noResults) return { found: serpPage({ advertisers: items.advertisers }, 0, true) };
      if (!ended) throw unreadable('a search without results and without the marker for none');
    }
    const client = continuation && clientOf(page.request, bytes, data);
    const next = client ? nextOf(page, client, continuation, query) : undefined;
    return next ? { found: serpPage(items, total), next } : { found: serpPage(items, total) };
  },
};
