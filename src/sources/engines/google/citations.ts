// Parses the pages cited by an AI answer: cards, links in the text, and data in HTML comments.

import type { Reference } from '../../../contract/items.ts';
import { all, attribute, closest, textOf } from '../../page/html.ts';
import type { AnyNode, Element } from '../../page/tree/page-tree.ts';
import { Comment } from '../../page/tree/page-tree.ts';
import { fold, orNull } from '../../text.ts';
import { absoluteUrl, hostOf } from '../../urls.ts';
import { isGoogle, sameness, targetOf } from './links.ts';
import { paragraphsOf } from './paragraphs.ts';

const COMMENT = /^(?:TgQPHd\|*|Sv6Kpe)(\[[\s\S]*)$/;
const COMMENT_MAX = 100_000;
const REFERENCES_MAX = 60;
const NEW_TAB = /\.\s+Opens in new tab\.?$/i;
const ENTITIES: Readonly<Record<string, string>> = { '&quot;': '"', '&amp;': '&', '&lt;': '<', '&gt;': '>', '&#39;': "'" };

type Cited = Omit<Reference, 'position'>;

const text = (value: unknown): string | null => (typeof value === 'string' ? orNull(fold(value)) : null);

/** Returns the URL without the text fragment that makes a browser scroll to the sentence. */
function pageOf(address: unknown): string | null {
  const url = typeof address === 'string' ? targetOf(address.split('#:~:text=', 1)[0]) : null;
  return url && !isGoogle(hostOf(url)) && !/\.gstatic\.com$/.test(hostOf(url)) ? url : null;
}

/** `[title, snippet, icon, site, [publisher], page, …]`, the format of a cited page since 2025. */
function cardIn(value: unknown): Cited | null {
  if (!Array.isArray(value) || !Array.isArray(value[4])) return null;
  const url = pageOf(value[5]);
  return url ? { title: text(value[0]), url, domain: hostOf(url), source: text(value[4][0]), snippet: text(value[1]) } : null;
}

/**
 * Returns the page cited by a comment: a card, a card after its number in the text, or only the URL of an earlier one.
 */
export function citedIn(comment: Comment): Cited | null {
  const data = comment.data.length > COMMENT_MAX ? null : COMMENT.exec(comment.data)?.[1];
  if (!data) return null;
  try {
    const [first] = JSON.parse(data.replace(/&(?:quot|amp|lt|gt|#39);/g, (entity) => ENTITIES[entity] ?? entity)) as unknown[];
    if (!Array.isArray(first)) return null;
    const card = cardIn(first) ?? cardIn(first[1]);
    if (card) return card;
    const url = typeof first[0] === 'string' && typeof first[1] === 'string' ? pageOf(first[3]) : null;
    return url ? { title: null, url, domain: hostOf(url), source: null, snippet: null } : null;
  } catch {
    return null;
  }
}

/** Returns the page cited by a link in a sentence. */
export function citedBy(link: Element): Cited | null {
  const url = pageOf(attribute(link, 'href'));
  if (!url) return null;
  const title = orNull(fold(attribute(link, 'aria-label') ?? '').replace(NEW_TAB, '')) ?? orNull(textOf(link));
  return { title, url, domain: hostOf(url), source: null, snippet: null };
}

/** Returns the cards of cited pages: list items with a link that has no text. */
export function cardsIn(root: Element): { readonly card: Element; readonly cited: Cited }[] {
  const cards = new Map<Element, Cited>();
  for (const link of all('li a[href]', root)) {
    const card = closest(link, (element) => element.name === 'li');
    const url = pageOf(absoluteUrl(attribute(link, 'href'), 'https://www.google.com/'));
    if (!card || !url || cards.has(card) || textOf(link) !== '') continue;
    const label = orNull(fold(attribute(link, 'aria-label') ?? '').replace(NEW_TAB, ''));
    const lines = paragraphsOf(card).map((paragraph) => paragraph.text);
    const rest = lines.filter((line, index) => line !== label && (label !== null || index > 0));
    const source = rest.length > 1 ? (rest.at(-1) ?? null) : null;
    cards.set(card, { title: label ?? lines[0] ?? null, url, domain: hostOf(url), source, snippet: rest[0] ?? null });
  }
  return [...cards].map(([card, cited]) => ({ card, cited }));
}

/** References in the order of their first mention. Later mentions fill in missing fields. */
export class ReferenceList {
  readonly #byPage = new Map<string, Cited & { index: number }>();

  /** Returns the index of the page in the list, or null when the list is full. */
  add(cited: Cited): number | null {
    const key = sameness(cited.url);
    const known = this.#byPage.get(key);
    if (!known && this.#byPage.size >= REFERENCES_MAX) return null;
    const index = known?.index ?? this.#byPage.size;
    const { title, source, snippet } = cited;
    this.#byPage.set(key, {
      ...cited,
      url: known?.url ?? cited.url,
      title: known?.title ?? title,
      source: known?.source ?? source,
      snippet: known?.snippet ?? snippet,
      index,
    });
    return index;
  }

  items(): Reference[] {
    return [...this.#byPage.values()].map(({ index, ...cited }) => ({ position: index + 1, ...cited }));
  }
}

export const isComment = (node: AnyNode): node is Comment => node instanceof Comment;
