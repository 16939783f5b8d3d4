// Parses the RSS feed of Google News: a channel that repeats the query, and its articles.
import type { Element } from 'domhandler';
import { textContent } from 'domutils';
import { toDateTime } from '../../../contract/dates.ts';
import type { NewsItem } from '../../../contract/items.ts';
import { unreadable } from '../../adapter.ts';
import { newsItem } from '../../items.ts';
import { readHtml, textOf } from '../../page/html.ts';
import { childrenNamed, elementAt, readXml } from '../../providers/xml.ts';
import { fold, orNull } from '../../text.ts';
import { absoluteUrl, hostOf, urlOf } from '../../urls.ts';
import { articleOf } from './article-token.ts';

const ARTICLES_MAX = 200;
const BEGIN = /^[\s\ufeff]*(?:<\?xml[^>]{0,200}>\s*)?<rss[\s>]/;
const END = /<\/rss>\s*$/;

export const isFeed = (body: string): boolean => BEGIN.test(body.slice(0, 1000));

export interface Feed {
  readonly articles: readonly NewsItem[];
  /** True for a feed without articles whose link or title has the keyword. */
  isEmptyFor(keyword: string): boolean;
}

/** Returns the text of the first element with that name below `parent`, escaped or in a CDATA section. */
function textIn(name: string, parent: Element): string {
  const child = parent.children.find((candidate): candidate is Element => 'name' in candidate && candidate.name === name);
  return child ? fold(textContent(child)) : '';
}

/** Headlines end with the publisher's name, which the feed also has in its own element. */
function headlineOf(title: string, source: string | null): string {
  const tail = source === null ? '' : ` - ${source}`;
  return tail !== '' && title.endsWith(tail) && title.length > tail.length ? title.slice(0, -tail.length).trim() : title;
}

/** Elements of the headline and the publisher. */
const KNOWN = new Set(['a', 'font', 'ol', 'ul']);

/** Returns the text of a description beyond the headline's link and the publisher's name. It is usually empty. */
function summaryOf(description: string): string | null {
  return orNull(textOf(readHtml(description), ({ name }) => KNOWN.has(name)));
}

function article(item: Element): NewsItem | null {
  const link = absoluteUrl(textIn('link', item), 'https://news.google.com/');
  const publisher = childrenNamed(item, 'source')[0];
  const source = orNull(textIn('source', item));
  const title = headlineOf(textIn('title', item), source);
  if (!link || title === '') return null;
  const target = articleOf(link);
  const home = absoluteUrl(publisher?.attribs.url, link);
  const date = orNull(textIn('pubDate', item));
  const time = date === null ? Number.NaN : Date.parse(date);
  return newsItem({
    title,
    url: target?.url ?? link,
    domain: hostOf(target?.url ?? home ?? link),
    source,
    snippet: summaryOf(textIn('description', item)),
    date,
    publishedAt: Number.isNaN(time) ? null : toDateTime(new Date(time)),
    isAmp: target?.isAmp ?? false,
  });
}

const plain = (text: string): string => fold(text).toLowerCase();

/** Parses a complete feed. Throws `unreadable` for a truncated one, because articles may be missing. */
export function readFeed(body: string): Feed {
  const channel = elementAt(readXml(body), 'rss', 'channel');
  if (!channel || !END.test(body.slice(-1000))) throw unreadable('the feed is truncated');
  const items = childrenNamed(channel, 'item').slice(0, ARTICLES_MAX);
  const articles = items.map(article).filter((item) => item !== null);
  const asked = absoluteUrl(textIn('link', channel), 'https://news.google.com/');
  const words = asked ? urlOf(asked).searchParams.get('q') : null;
  return {
    articles,
    isEmptyFor: (keyword) =>
      items.length === 0 && (words === null ? plain(textIn('title', channel)).includes(plain(keyword)) : plain(words) === plain(keyword)),
  };
}
