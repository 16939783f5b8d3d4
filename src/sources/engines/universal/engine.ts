// Fetches one public web page and returns its title, text and Markdown.
import { blocked, type Page, type PageRequest, unreachable, unreadable } from '../../adapter.ts';
import { isBinary } from '../../binary.ts';
import { answerItem, serpPage } from '../../items.ts';
import { attribute, type Node, one, readHtml, textOf, userAgentFor } from '../../page/html.ts';
import type { Engine, SerpQuery } from '../../serp.ts';
import { fold, orNull } from '../../text.ts';
import { absoluteUrl, percentDecoded } from '../../urls.ts';
import { cookieWith, urlWith } from '../request-url.ts';
import { readable } from './readable.ts';

const KEYWORD_LENGTH_MAX = 2048;
const TEXT_LENGTH_MAX = 500_000;
const TITLE_LENGTH_MAX = 1000;

/** Returns why this keyword is not a URL that can be fetched, or null. */
export function universalProblem(keyword: string): string | null {
  if (keyword.length > KEYWORD_LENGTH_MAX) return `must not be longer than ${KEYWORD_LENGTH_MAX} characters`;
  const url = /^https?:\/\//i.test(keyword.trim()) ? absoluteUrl(keyword, 'https://nowhere.invalid') : null;
  return url === null || new URL(url).hostname === '' ? 'must be an absolute http or https URL' : null;
}

function requestFor(query: SerpQuery): PageRequest {
  const url = new URL(urlWith(query.keyword.trim(), {}, query, []));
  const credentials = url.username === '' && url.password === '' ? null : `${percentDecoded(url.username)}:${percentDecoded(url.password)}`;
  url.username = '';
  url.password = '';
  url.hash = '';
  const cookie = cookieWith({}, query);
  const headers = {
    'user-agent': userAgentFor(query),
    accept: 'text/html,application/xhtml+xml,text/*;q=0.9,*/*;q=0.5',
    'accept-language': `${query.language},en;q=0.5`,
    ...(cookie ? { cookie } : {}),
    ...(credentials === null ? {} : { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` }),
  };
  return { url: url.href, headers };
}

/** Returns the type of the body, by its content type, otherwise by its first characters. */
function kindOf(page: Page): 'html' | 'text' | 'binary' {
  const type = (page.headers['content-type'] ?? '').toLowerCase().split(';')[0]!.trim();
  const start = page.body.slice(0, 4000);
  if (isBinary(start)) return 'binary';
  if (type === 'text/html' || type === 'application/xhtml+xml') return 'html';
  if (type === '') return /^\s*</.test(start) ? 'html' : 'text';
  return /^text\/|[/+](?:json|xml|yaml|javascript|ld\+json|x-ndjson|csv)$/.test(type) ? 'text' : 'binary';
}

function titleOf(document: Node): string {
  const said = textOf(one('h1', document));
  const named = attribute(one('meta[property="og:title"], meta[name="title"]', document), 'content');
  const title = fold(
    one('head > title, title', document)
      ?.children.map((child) => ('data' in child ? child.data : ''))
      .join('') ?? '',
  );
  return (title || fold(named ?? '') || said).slice(0, TITLE_LENGTH_MAX);
}

function readPage(page: Page): { title: string | null; text: string | null; markdown: string | null } {
  const document = readHtml(page);
  const title = titleOf(document);
  rejectChallenges(document, title);
  const base = absoluteUrl(attribute(one('base[href]', document), 'href'), page.url) ?? page.url;
  const { text, markdown } = readable(document, base);
  return { title: orNull(title), text: orNull(text), markdown: orNull(markdown) };
}

export const universal: Engine = {
  name: 'universal',
  traits: {
    pageSize: 10,
    maxResults: 10,
    region: 'none',
    mobile: true,
    lockedParameters: [],
    keywordIsUrl: true,
    ratePerMinute: 60,
    cooldownSecondsAfterBlock: 300,
  },
  start: requestFor,
  parse(page) {
    rejectBlockStatus(page);
    const kind = kindOf(page);
    if (page.body.trim() === '') throw unreadable('The page is empty.');
    if (kind === 'binary') throw unreadable('The URL is not a text page.');
    const body = kind === 'html' ? null : page.body.slice(0, TEXT_LENGTH_MAX);
    const read = body === null ? readPage(page) : { title: null, text: body, markdown: body };
    return { found: serpPage({ answers: [answerItem({ type: 'page', ...read, url: page.url })] }) };
  },
};

const COOLDOWN_SECONDS = 300;
/** A page with more characters than this is not a block page, even if a captcha guards its forms. */
const BLOCK_PAGE_CHARACTERS_MAX = 1500;

/** Throws when the status or the headers identify a block page or an error. */
function rejectBlockStatus(page: Page): void {
  if ([401, 403, 407, 429].includes(page.status)) throw blocked(`status ${page.status}`, COOLDOWN_SECONDS);
  if (page.headers['cf-mitigated'] === 'challenge') throw blocked('challenge', COOLDOWN_SECONDS);
  if (/captcha|challenge/.test(page.headers['x-amzn-waf-action'] ?? '')) throw blocked('challenge', COOLDOWN_SECONDS);
  if (page.status >= 500) throw unreachable(`status ${page.status}`);
  // An error page is not the requested page.
  if (page.status < 200 || page.status >= 300) throw unreadable(`status ${page.status}`);
}

const CHALLENGES = [
  '#challenge-form, #challenge-running, #cf-challenge-running, #challenge-error-text, .cf-error-details .cf-captcha-container',
  '#px-captcha, [src*="captcha-delivery.com"], [src*="_Incapsula_Resource"], #sec-if-cpt-container, #challenge-container',
  '#captcha-form, form[action*="captcha"], [src*="challenges.cloudflare.com"], .g-recaptcha, .h-captcha, .cf-turnstile',
].join(', ');
const TITLE =
  /^(?:just a moment|attention required! \| cloudflare|access denied|ddos-guard|security check|verify(?:ing)? you are human|are you a robot)/i;

/** Throws for short pages with a challenge. Longer pages use the same tools to guard a form. */
function rejectChallenges(document: Node, title: string): void {
  const text = textOf(one('body', document) ?? document);
  if (text.length > BLOCK_PAGE_CHARACTERS_MAX) return;
  if (TITLE.test(title) || one(CHALLENGES, document)) throw blocked('challenge', COOLDOWN_SECONDS);
}
