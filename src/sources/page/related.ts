// Related searches: links to other result pages of the same engine that show the query they lead to.
import type { RelatedItem } from '../../contract/items.ts';
import { relatedItem } from '../items.ts';
import { fold } from '../text.ts';
import { absoluteUrl, urlOf } from '../urls.ts';
import { all, attribute, type Node, textOf } from './html.ts';
import type { Element } from './tree/page-tree.ts';

/** How an engine writes the URL of an ordinary result page. */
export interface SearchUrl {
  /** The base of relative links. */
  readonly base: string;
  /** Matches host and path. Other tabs and other sites do not match. */
  readonly pattern: RegExp;
  /** The URL parameter that holds the query. */
  readonly parameter: string;
}

/** Pages show about ten. */
const RELATED_MAX = 50;
/** Bounds the work on a hostile page. */
const LINKS_MAX = 500;
const KEYWORD_LENGTH_MAX = 500;
/** Fewer links than this below the results may be a correction or a repetition of the query. */
const BELOW_MIN = 3;

/** Letters and digits only. The text of a link may differ from its query in case, accents, spaces and punctuation. */
const bare = (text: string): string => {
  const letters = text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]/gu, '');
  return letters === '' ? fold(text) : letters;
};

/** True when the text is the query, or the query with an ellipsis. */
function shows(text: string, query: string): boolean {
  const [shown, asked] = [bare(text), bare(query)];
  if (shown === asked) return true;
  const parts = text.split(/…|\.{3}/).map(bare);
  if (parts.length !== 2 || shown.length >= asked.length) return false;
  return asked.startsWith(parts[0]!) && asked.endsWith(parts[1]!);
}

const spacesIn = (text: string): number => text.split(' ').length;

/** Returns the related search of a link, or null for any other link: navigation, a correction, "more". */
export function relatedOf(link: Element, { base, pattern, parameter }: SearchUrl): RelatedItem | null {
  const url = absoluteUrl(attribute(link, 'href'), base);
  if (url === null) return null;
  const { hostname, pathname, searchParams } = urlOf(url);
  if (!pattern.test(hostname + pathname)) return null;
  const query = fold(searchParams.get(parameter) ?? '');
  const text = textOf(link);
  if (query === '' || text === '' || query.length > KEYWORD_LENGTH_MAX || !shows(text, query)) return null;
  // Links whose words are separate elements lose the spaces in between.
  return relatedItem({ keyword: bare(text) === bare(query) && spacesIn(text) >= spacesIn(query) ? text : query, url });
}

/** Returns every keyword once. */
export function distinctRelated(items: readonly RelatedItem[]): RelatedItem[] {
  const byKeyword = new Map<string, RelatedItem>();
  for (const item of items) {
    const keyword = item.keyword.toLowerCase();
    if (!byKeyword.has(keyword)) byKeyword.set(keyword, item);
  }
  return [...byKeyword.values()].slice(0, RELATED_MAX);
}

/** Returns the related searches of an engine that marks their boxes. */
export function relatedIn(boxes: string, document: Node, search: SearchUrl): RelatedItem[] {
  const links: Element[] = [];
  let end = 0;
  for (const box of all(boxes, document)) {
    // A box inside another one was read with it. Reading it again would take quadratic time on a hostile page.
    if (box.index < end) continue;
    end = box.tree.columns.end[box.index]!;
    links.push(...all('a[href]', box).slice(0, LINKS_MAX - links.length));
    if (links.length >= LINKS_MAX) break;
  }
  return distinctRelated(links.flatMap((link) => relatedOf(link, search) ?? []));
}

/** Returns the related searches of an engine without stable names: links to searches behind the last result. */
export function relatedBelow(last: Element, document: Node, search: SearchUrl): RelatedItem[] {
  const end = last.tree.columns.end[last.index]!;
  const links = all('a[href]', document).filter(({ index }) => index >= end);
  const found = distinctRelated(links.slice(0, LINKS_MAX).flatMap((link) => relatedOf(link, search) ?? []));
  return found.length >= BELOW_MIN ? found : [];
}
