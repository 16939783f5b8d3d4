// Fetches one public web page and returns its title, text and Markdown.
import { type Page, type PageRequest, unreadable } from '../../adapter.ts';
import { isBinary } from '../../binary.ts';
import { absoluteUrl, answerItem, fold, orNull, serpPage } from '../../items.ts';
import { attribute, type Node, one, readHtml, textOf, userAgentFor } from '../../page/html.ts';
import type { Engine, SerpQuery } from '../../serp.ts';
import { cookieWith, urlWith } from '../request-url.ts';
import { rejectBlockStatus, rejectChallenges } from './block-page.ts';
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

function requestFor(ask: SerpQuery): PageRequest {
  const url = new URL(urlWith(ask.keyword.trim(), {}, ask, []));
  const credentials = url.username === '' && url.password === '' ? null : `${decoded(url.username)}:${decoded(url.password)}`;
  url.username = '';
  url.password = '';
  url.hash = '';
  const cookie = cookieWith({}, ask);
  const headers = {
    'user-agent': userAgentFor(ask),
    accept: 'text/html,application/xhtml+xml,text/*;q=0.9,*/*;q=0.5',
    'accept-language': `${ask.language},en;q=0.5`,
    ...(cookie ? { cookie } : {}),
    ...(credentials === null ? {} : { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` }),
  };
  return { url: url.href, headers };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
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
    pacePerMinute: 60,
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
