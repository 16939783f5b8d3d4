// Parses the results, ads and instant answers of a DuckDuckGo page.

import { toDateTime } from '../../../contract/dates.ts';
import { type AdvertiserItem, type AnswerItem, noItems, type OrganicItem, type SerpItems } from '../../../contract/items.ts';
import { advertiserItem, answerItem, organicItem } from '../../items.ts';
import { containersAround } from '../../page/containers.ts';
import { all, attribute, type Node, one, textOf } from '../../page/html.ts';
import type { Element } from '../../page/tree/page-tree.ts';
import { fold, orNull } from '../../text.ts';
import { absoluteUrl } from '../../urls.ts';
import { advertisedDomain, ORIGIN, targetOf } from './links.ts';

const textIn = (selector: string, scope: Element): string | null => orNull(textOf(one(selector, scope)));

/** Follows the URL of some results, with seven decimals of a second: `2026-02-03T00:00:00.0000000`. */
const DATE = /\b(\d{4}-\d\d-\d\d)T\d\d:\d\d:\d\d/;

function organicOf(block: Element): OrganicItem | null {
  const link = one('a.result__a[href], h2 a[href]', block);
  const url = targetOf(attribute(link, 'href'));
  const title = textOf(link);
  if (url === null || title === '') return null;
  const snippet = one('.result__snippet', block);
  const date = DATE.exec(textOf(one('.result__extras', block)))?.[1] ?? null;
  return organicItem({
    title,
    url,
    displayUrl: textIn('a.result__url', block),
    snippet: orNull(textOf(snippet)),
    highlighted: [...new Set(snippet ? all('b', snippet).map((part) => textOf(part)) : [])].filter((text) => text !== ''),
    date,
    publishedAt: date === null ? null : toDateTime(new Date(`${date}T00:00:00Z`)),
  });
}

function adOf(block: Element, position: AdvertiserItem['block']): AdvertiserItem | null {
  const link = one('a.result__a[href]', block);
  const href = attribute(link, 'href');
  const domain = advertisedDomain(href);
  const title = textOf(link);
  const url = domain === null ? targetOf(href) : `https://${domain}/`;
  if (url === null || title === '') return null;
  return advertiserItem({
    block: position,
    title,
    url,
    trackingUrl: domain === null ? null : absoluteUrl(href, ORIGIN),
    displayUrl: textIn('a.result__url', block),
    description: textIn('.result__snippet', block),
  });
}

/** The instant answer above the results, with its source. */
function answerOf(box: Element): AnswerItem | null {
  const heading = one('.zci__heading', box);
  const body = one('.zci__result', box);
  if (body === null) return null;
  const source = all('a[href]', box).at(-1) ?? null;
  // The link to the source is at the end of the text.
  const more = source ? textOf(one('q', source) ?? source) : '';
  const text = textOf(body);
  return answerItem({
    type: 'answer_box',
    title: orNull(textOf(heading)),
    text: orNull(fold(more !== '' && text.endsWith(more) ? text.slice(0, -more.length) : text)),
    url: targetOf(attribute(source, 'href')),
  });
}

/** Returns the blocks by their class. If it changes, a block is the widest element around one heading with a redirect. */
function blocksIn(document: Node): Element[] {
  const named = all('.results .result, #links .result', document);
  if (named.length > 0) return named.filter((block) => !block.hasClass('result--no-result'));
  const body = one('body', document);
  return body ? [...containersAround(all('h2 a[href*="uddg="]', body), body).values()] : [];
}

/** Returns the items of the page. Ranks count its blocks from the top. */
export function itemsOf(document: Node): SerpItems {
  const items = noItems();
  const seen = new Set<string>();
  let rank = 0;
  for (const box of all('.zci', document)) {
    const answer = answerOf(box);
    if (answer) items.answers.push({ ...answer, rank: ++rank });
  }
  const blocks = blocksIn(document);
  const last = blocks.findLastIndex((block) => !block.hasClass('result--ad'));
  for (const [index, block] of blocks.entries()) {
    if (block.hasClass('result--ad')) {
      const ad = adOf(block, index > last ? 'bottom' : items.organic.length === 0 ? 'top' : 'middle');
      if (ad) items.advertisers.push({ ...ad, rank: ++rank });
      continue;
    }
    const organic = organicOf(block);
    if (!organic || seen.has(organic.url)) continue;
    seen.add(organic.url);
    items.organic.push({ ...organic, rank: ++rank });
  }
  return items;
}
