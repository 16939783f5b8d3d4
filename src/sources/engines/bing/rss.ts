// Bing's public RSS feed: no key, ten results per page with their dates.
import type { Element } from 'domhandler';
import { blocked, type Page, type PageRequest, unreachable, unreadable } from '../../adapter.ts';
import { acceptLanguageOf, marketOf } from '../../bing-markets.ts';
import { organicItem, serpPage } from '../../items.ts';
import { countryOf } from '../../providers/coordinates.ts';
import { customParametersOf } from '../../providers/custom-parameters.ts';
import { momentIn, plainIn } from '../../providers/markup.ts';
import { addressOf, cooldownSecondsOf, type Provider, parameterOf, webAddressIn } from '../../providers/response.ts';
import type { ProviderSource } from '../../providers/source.ts';
import { childrenNamed, elementAt, hasElement, readPage, readXml, textAt } from '../../providers/xml.ts';
import type { SerpQuery } from '../../serp.ts';

export interface BingRssSettings {
  /** For example `https://www.bing.com`. */
  readonly baseUrl: string;
}

const BING: Provider = { name: 'Bing' };
/** Filter parameters of Bing's result page. The feed has the same URL. */
const FILTERS = ['mkt', 'cc', 'setlang', 'adlt', 'filters', 'qft'];
const PAGE_SIZE = 10;
const FIRST_MAX = 991;
const BLOCK_COOLDOWN_SECONDS = 900;
const AGENT = 'Mozilla/5.0 (compatible; Sextant/1.0)';
const BEGIN = /^[\s\ufeff]*(?:<\?xml[^>]{0,200}>\s*)?<rss[\s>]/;
const END = /<\/rss>\s*$/;

function requestFor(query: SerpQuery, first: number, settings: BingRssSettings): PageRequest {
  const customParameters = customParametersOf({ ...query, userAgent: null }, BING, FILTERS);
  const market = customParameters.mkt ?? marketOf(query);
  return {
    url: addressOf(settings.baseUrl, '/search', {
      format: 'rss',
      q: query.keyword,
      mkt: market,
      setlang: query.language,
      cc: countryOf(query),
      first: first > 1 ? first : null,
      ...customParameters,
    }),
    headers: {
      'user-agent': query.userAgent ?? AGENT,
      accept: 'application/rss+xml, application/xml;q=0.9',
      'accept-language': acceptLanguageOf(market, query),
    },
  };
}

const isCaptcha = ({ name, attribs }: Element): boolean =>
  /(?:^|\s)captcha(?:\s|$)/.test(`${attribs.class ?? ''} ${attribs.id ?? ''}`) ||
  attribs['data-sitekey'] !== undefined ||
  (name === 'iframe' && (attribs.src ?? '').includes('challenge'));

function rejectBlockPages(page: Page): void {
  if (page.status === 429) throw blocked('The rate limit of Bing is exceeded.', cooldownSecondsOf(page, BLOCK_COOLDOWN_SECONDS));
  if (page.status === 403 || page.status === 999) throw blocked('Bing rejected the client.', BLOCK_COOLDOWN_SECONDS);
  if (page.status >= 500) throw unreachable('Bing reported a server error.');
  if (BEGIN.test(page.body.slice(0, 1000)) && page.status === 200) return;
  if (hasElement(readPage(page.body.slice(0, 500_000)), isCaptcha)) {
    throw blocked('Bing shows a captcha.', BLOCK_COOLDOWN_SECONDS);
  }
  throw unreadable('Bing sent a response that is not an RSS feed.');
}

function resultOf(item: Element, rank: number) {
  const [url, title] = [webAddressIn(textAt(item, 'link')), plainIn(textAt(item, 'title'))];
  if (!url || !title) return null;
  const date = textAt(item, 'pubDate');
  return organicItem({ title, url, snippet: plainIn(textAt(item, 'description')), date, publishedAt: momentIn(date), rank });
}

export const createBingRss = (settings: BingRssSettings): ProviderSource => ({
  name: 'bing-rss',
  engines: ['bing'],
  pageSize: PAGE_SIZE,
  fills: ['organic'],
  adapter: {
    start: (query) => requestFor(query, 1, settings),
    parse(page, query) {
      rejectBlockPages(page);
      const channel = elementAt(readXml(page.body), 'rss', 'channel');
      if (!channel || !END.test(page.body.slice(-1000))) throw unreadable('the feed is truncated');
      const items = childrenNamed(channel, 'item');
      const organic = items.flatMap((item, index) => resultOf(item, index + 1) ?? []);
      const first = Math.max(1, parameterOf(page, 'first'));
      // Suspected bots also get an empty feed, and the feed has no marker for "no results".
      if (organic.length === 0 && first === 1) throw unreadable('an empty feed is not proof of no results');
      const found = serpPage({ organic });
      const more = items.length >= PAGE_SIZE && first < FIRST_MAX;
      return more ? { found, next: requestFor(query, first + items.length, settings) } : { found };
    },
  },
});
