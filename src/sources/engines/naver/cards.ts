// Finds the results inside a block of a Naver page by how they are built: one address that several links lead to, one of them the title.
import { Element } from 'domhandler';
import { all, attribute, closest, fold, isInside, one, textOf } from '../kit.ts';
import { finalUrl, isOwnPage } from './links.ts';

export interface Card {
  readonly url: string;
  readonly title: string;
  readonly link: Element;
  /** All links to the address, in their order. */
  readonly links: readonly Element[];
  /** Everything that belongs to this result and to no other. */
  readonly box: Element;
}

/** Links of today's pages tell blind people that a window opens. */
export const wordsOf = (node: Parameters<typeof textOf>[0]): string => fold(textOf(node).replace(/(?:\s*새 창 열림)+$/, ''));

/** Who published a result: links to him are no results. */
const isSource = (element: Element): boolean =>
  element.attribs['data-sds-comp'] === 'Profile' ||
  /prof|source/i.test(element.attribs['data-heatmap-target'] ?? '') ||
  /(?:^|[\s_-])(?:profile|source|user_info|user_box|info_group|total_sub|sub_txt|press)(?:$|[\s_-])/i.test(element.attribs.class ?? '');

export const sourceOf = (box: Element): Element | null => all('*', box).find((element) => isSource(element) && textOf(element) !== '') ?? null;

const inSource = (element: Element, block: Element): boolean =>
  closest(element, (ancestor) => ancestor === block || isSource(ancestor)) !== block;

const isReply = (element: Element): boolean => attribute(element, 'data-template-id') === 'reply';

const HEADLINE = '[class*="headline"], h3, h4';
const TITLE = /(?:^|\s)(?:link_tit|total_tit|title_link|news_tit|info_title|sh_(?:web|blog|cafe)_title)(?:$|\s)/;

const isHeading = (link: Element): boolean =>
  one(HEADLINE, link) !== null ||
  TITLE.test(link.attribs.class ?? '') ||
  (link.parent instanceof Element && /^(?:h3|h4|dt)$/.test(link.parent.name));

/** The largest part of the block around the title that holds no other title. */
function boxOf(title: Element, titles: ReadonlySet<Element>, block: Element): Element {
  let box = title;
  for (let node = title.parent; node instanceof Element; node = node.parent) {
    if (all('a', node).some((link) => link !== title && titles.has(link))) break;
    box = node;
    if (node === block) break;
  }
  return box;
}

export function cardsIn(block: Element): Card[] {
  const links = new Map<string, Element[]>();
  for (const link of all('a[href]', block)) {
    const url = finalUrl(attribute(link, 'href'));
    if (url === null || isOwnPage(url) || isReply(link)) continue;
    links.set(url, [...(links.get(url) ?? []), link]);
  }
  const titles = new Map<Element, string>();
  for (const [url, group] of links) {
    const own = group.filter((link) => !inSource(link, block));
    const worded = own.filter((link) => wordsOf(link) !== '');
    const heading = worded.find(isHeading);
    // One link alone is a mention beside a result, unless it is a heading.
    const title = heading ?? (own.length > 1 ? worded[0] : undefined);
    if (title) titles.set(title, url);
  }
  const known = new Set(titles.keys());
  return [...titles].map(([link, url]) => ({
    url,
    title: wordsOf(one('[class*="headline"]', link) ?? link),
    link,
    links: links.get(url) ?? [],
    box: boxOf(link, known, block),
  }));
}

const LONGER = '[class*="text-type-body1"], .total_dsc, .dsc_txt, .api_txt_lines.dsc, .news_dsc, .sh_web_passage, .sh_blog_passage, dd, p';

/** The text of a result: the next link to the same page, else the first paragraph of its box. */
export function passageOf({ link, links, box, title }: Card): Element | null {
  const behind = links.slice(links.indexOf(link) + 1).find((other) => wordsOf(other).length > 0 && wordsOf(other) !== title && isInside(other, box));
  if (behind) return behind;
  return all(LONGER, box).find((part) => !isInside(part, link) && !inSource(part, box) && wordsOf(part) !== '') ?? null;
}
