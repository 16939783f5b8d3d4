// Google News through its RSS feed of about a hundred articles, or the news tab if it was returned.

import type { NewsItem, OrganicItem } from '../../../contract/items.ts';
import { isUrl } from '../../../contract/text.ts';
import { type Page, unreadable } from '../../adapter.ts';
import { organicItem, serpPage } from '../../items.ts';
import { readHtml } from '../../page/html.ts';
import type { Engine, SerpPage, SerpQuery } from '../../serp.ts';
import { rejectBlockUrl } from '../google/block-page.ts';
import { emptyPageOf } from '../google/empty-page.ts';
import { isFeed, readFeed } from '../google/feed.ts';
import { isGoogle } from '../google/links.ts';
import { scanPage } from '../google/page-scan.ts';
import { rankList } from '../google/ranks.ts';
import { headersFor } from '../google/request.ts';
import { statsOf, totalIn } from '../google/stats.ts';
import { storiesOf } from '../google/stories.ts';
import { urlWith } from '../request-url.ts';

/** Returns an edition's spelling of a language: for `hl`, and inside `ceid`. */
function spellingOf(language: string, country: string): { hl: string; inside: string } {
  if (language === 'en') return { hl: `en-${country}`, inside: 'en' };
  if (language === 'es') return country === 'ES' ? { hl: 'es', inside: 'es' } : { hl: 'es-419', inside: 'es-419' };
  if (language === 'pt') return country === 'PT' ? { hl: 'pt-PT', inside: 'pt-150' } : { hl: 'pt-BR', inside: 'pt-419' };
  if (language === 'zh') {
    if (country === 'HK') return { hl: 'zh-HK', inside: 'zh-Hant' };
    return country === 'TW' || country === 'MO' ? { hl: 'zh-TW', inside: 'zh-Hant' } : { hl: 'zh-CN', inside: 'zh-Hans' };
  }
  return { hl: language, inside: language };
}

function editionParameters({ language, region }: SerpQuery): Record<'hl' | 'gl' | 'ceid', string> {
  const country = region.countryCode.toUpperCase();
  const { hl, inside } = spellingOf(language, country);
  return { hl, gl: country, ceid: `${country}:${inside}` };
}

const FEED = 'https://news.google.com/rss/search';
const LOCKED = ['q'];

/** Returns the articles as results. An opaque link of Google stays, so the domain of such a result is Google's. */
function asResults(news: readonly NewsItem[]): OrganicItem[] {
  const items = new Map<string, OrganicItem>();
  for (const { title, url, domain, source, snippet, date, publishedAt, isAmp, rank } of news) {
    if (items.has(url)) continue;
    items.set(
      url,
      organicItem({ type: 'news', title, url, displayUrl: domain, siteName: source, snippet, date, publishedAt, isAmp, rank }),
    );
  }
  return [...items.values()];
}

/** True for a tab of the search other than the news. Its results are not articles. */
function isOtherTab(address: string): boolean {
  const url = isUrl(address) ? new URL(address) : null;
  if (!url || !isGoogle(url.hostname) || url.pathname !== '/search' || url.hostname.startsWith('news.')) return false;
  return url.searchParams.get('tbm') !== 'nws' && url.searchParams.get('udm') !== '12';
}

function readTab(page: Page): { readonly found: SerpPage } {
  if (isOtherTab(page.url)) throw unreadable('a tab other than news was returned');
  const root = readHtml(page);
  const news = rankList(storiesOf(scanPage(root)));
  if (news.length === 0) return emptyPageOf(page, root);
  const stats = statsOf(root);
  return { found: serpPage({ news, organic: asResults(news) }, stats === null ? null : totalIn(stats)) };
}

export const googlenews: Engine = {
  name: 'googlenews',
  traits: {
    pageSize: 100,
    maxResults: 100,
    region: 'country',
    mobile: true,
    lockedParameters: LOCKED,
    ratePerMinute: 6,
    cooldownSecondsAfterBlock: 900,
  },

  start: (query) => ({
    url: urlWith(FEED, { q: query.keyword, ...editionParameters(query) }, query, LOCKED),
    headers: { ...headersFor(query), accept: 'application/rss+xml, application/xml;q=0.9' },
  }),

  parse(page, query) {
    rejectBlockUrl(page);
    if (!isFeed(page.body)) return readTab(page);
    const feed = readFeed(page.body);
    const news = rankList(feed.articles);
    if (news.length > 0) return { found: serpPage({ news, organic: asResults(news) }) };
    if (feed.isEmptyFor(query.keyword)) return { found: serpPage({}, 0, true) };
    throw unreadable('a feed without articles that is not for this query');
  },
};
