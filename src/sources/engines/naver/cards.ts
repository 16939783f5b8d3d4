// Finds the results in a block of a Naver page by structure: links to one URL, one of them the title.

import type { Link } from '../../../contract/items.ts';
import { containersAround } from '../../page/containers.ts';
import { all, attribute, closest, isInside, one, textOf } from '../../page/html.ts';
import { oncePerElement } from '../../page/once-per-element.ts';
import { Element } from '../../page/tree/page-tree.ts';
import { fold } from '../../text.ts';
import { hostOf } from '../../urls.ts';
import { isDate } from './dates.ts';
import { finalUrl, isOwnPage } from './links.ts';

export interface Card {
  readonly url: string;
  readonly title: string;
  readonly link: Element;
  /** All links to the URL, in page order. */
  readonly links: readonly Element[];
  /** The element with everything that belongs to this result only. */
  readonly box: Element;
  /** Other pages of the same site, listed below the result. */
  readonly sitelinks: readonly Link[];
}

const OPENS_WINDOW = '새 창 열림';

/** Returns the text without the note "opens in a new window", which current pages have for screen readers. */
export function wordsOf(node: Parameters<typeof textOf>[0]): string {
  const words = textOf(node);
  return words.endsWith(OPENS_WINDOW) ? fold(words.slice(0, -OPENS_WINDOW.length)) : words;
}

/** True for the publisher of a result. Links to publishers are not results. */
const isSource = oncePerElement(
  (element) =>
    element.attribute('data-sds-comp') === 'Profile' ||
    /prof|source/i.test(element.attribute('data-heatmap-target') ?? '') ||
    /(?:^|[\s_-])(?:profile|source|user_info|user_box|info_group|total_sub|sub_txt|press)(?:$|[\s_-])/i.test(
      element.attribute('class') ?? '',
    ),
);

export const sourceOf = (box: Element): Element | null =>
  all('div, span, a, dd, p', box).find((element) => isSource(element) && textOf(element) !== '') ?? null;

const inSource = (element: Element, block: Element): boolean =>
  closest(element, (ancestor) => ancestor === block || isSource(ancestor)) !== block;

const isReply = (element: Element): boolean => attribute(element, 'data-template-id') === 'reply';

const HEADLINE = '[class*="headline"], h3, h4';
const TITLE = /(?:^|\s)(?:link_tit|total_tit|title_link|news_tit|info_title|sh_(?:web|blog|cafe)_title)(?:$|\s)/;

const isHeading = (link: Element): boolean =>
  one(HEADLINE, link) !== null ||
  TITLE.test(link.attribute('class') ?? '') ||
  (link.parent instanceof Element && /^(?:h3|h4|dt)$/.test(link.parent.name));

/** True for the line with the site and its address above a title. */
const showsAddress = (link: Element, url: string): boolean => {
  const words = wordsOf(link);
  return words.includes('›') || words.includes(hostOf(url).replace(/^(?:www|m)\./, ''));
};

export function cardsIn(block: Element): Card[] {
  const links = new Map<string, Element[]>();
  for (const link of all('a[href]', block)) {
    const url = finalUrl(attribute(link, 'href'));
    if (url === null || isOwnPage(url) || isReply(link)) continue;
    const group = links.get(url);
    if (group) group.push(link);
    else links.set(url, [link]);
  }
  const titles = new Map<Element, string>();
  for (const [url, group] of links) {
    const own = group.filter((link) => !inSource(link, block));
    const withText = own.filter((link) => wordsOf(link) !== '');
    const heading = withText.find(isHeading);
    // A single link is a mention beside a result, unless it is a heading.
    const title = heading ?? (own.length > 1 ? (withText.find((link) => !showsAddress(link, url)) ?? withText[0]) : undefined);
    if (title) titles.set(title, url);
  }
  const below = furtherPages(titles);
  const results = [...below.keys()];
  const boxes = containersAround(results, block);
  return results.map((link) => {
    const url = titles.get(link) ?? '';

    return {
      url,
      title: titleOf(link),
      link,
      links: links.get(url) ?? [],
      box: boxes.get(link) ?? link,
      sitelinks: (below.get(link) ?? []).map((other) => ({ title: titleOf(other), url: titles.get(other) ?? '', description: null })),
    };
  });
}

const titleOf = (link: Element): string => wordsOf(one('[class*="headline"]', link) ?? link);

/** Where results have headings, a link without a heading to the same site below a result is one of its sitelinks. */
function furtherPages(titles: ReadonlyMap<Element, string>): Map<Element, Element[]> {
  const results = new Map<Element, Element[]>();
  let above: { readonly host: string; readonly below: Element[] } | null = null;
  for (const [link, url] of titles) {
    const heading = isHeading(link);
    if (!heading && above?.host === hostOf(url)) {
      above.below.push(link);
      continue;
    }
    const below: Element[] = [];
    results.set(link, below);
    if (heading) above = { host: hostOf(url), below };
  }
  return results;
}

const LONGER = '[class*="text-type-body1"], .total_dsc, .dsc_txt, .api_txt_lines.dsc, .news_dsc, .sh_web_passage, .sh_blog_passage, dd, p';

/** Returns the text of a result: the next link to the same page, otherwise the first paragraph of its box. */
export function passageOf({ link, links, box, title }: Card): Element | null {
  const behind = links
    .slice(links.indexOf(link) + 1)
    .find((other) => wordsOf(other).length > 0 && wordsOf(other) !== title && isInside(other, box));
  if (behind) return behind;
  return (
    all(LONGER, box).find((part) => !isInside(part, link) && !inSource(part, box) && wordsOf(part) !== '' && !isDate(wordsOf(part))) ?? null
  );
}
