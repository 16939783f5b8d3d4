// Finds the results in a collection of a Daum page: list items or cards with a title link.

import { containersAround } from '../../page/containers.ts';
import { all, attribute, closest, isInside, one, textOf } from '../../page/html.ts';
import { oncePerElement } from '../../page/once-per-element.ts';
import type { AnyNode, Element } from '../../page/tree/page-tree.ts';
import { absoluteUrl } from '../../urls.ts';
import { addressOf, isOwnPage, LINKS, ORIGIN } from './links.ts';

export interface Card {
  readonly url: string;
  readonly title: string;
  readonly link: Element;
  readonly box: Element;
}

const BOXES = 'li, c-card, c-doc-web, .c-item-doc, .cont_inner';
const TITLE =
  'c-title[data-href], c-link[slot="title"][data-href], .wrap_tit a[href], .item-title a[href], .tit-g a[href], a.f_link_b[href], h3 a[href], strong a[href]';

/** Returns the heading of a box, otherwise its first link with text. */
function titleIn(box: Element, fits: (link: Element) => boolean): Element | null {
  return all(TITLE, box).find(fits) ?? all(LINKS, box).find((link) => fits(link) && one('img', link) === null) ?? null;
}

/**
 * Cards and lists can contain each other. The innermost box with a title of its own is the result. The outermost box
 * without another title is its extent.
 */
export function cardsIn(block: Element, accept = (url: string): boolean => !isOwnPage(url)): Card[] {
  const found = all(BOXES, block);
  const fits = oncePerElement((link) => {
    const url = addressOf(link);
    return url !== null && accept(url) && textOf(link) !== '';
  });
  const titled = new Map<Element, Element>();
  const containers = new Set<AnyNode>();
  for (const box of found.length > 0 ? found : [block]) {
    const title = titleIn(box, fits);
    if (!title) continue;
    titled.set(box, title);
    for (let node: AnyNode | null = box.parent; node && !containers.has(node); node = node.parent) containers.add(node);
  }
  const titles = [...titled].filter(([box]) => !containers.has(box)).map(([, title]) => title);
  const boxes = containersAround([...new Set(titles)], block);
  return [...boxes].map(([link, box]) => ({ url: addressOf(link) ?? '', title: textOf(link), link, box }));
}

/** Returns the text of a result: Daum's own element for it, otherwise the first paragraph outside the title. */
export function passageOf({ box, link }: Card): Element | null {
  const outside = (part: Element): boolean => !isInside(part, link) && !isInside(link, part) && textOf(part) !== '';
  return all('c-contents-desc', box).find(outside) ?? all('.desc', box).find(outside) ?? all('p', box).find(outside) ?? null;
}

const isHidden = oncePerElement((element) => /display:\s*none/.test(element.attribute('style') ?? ''));

/** Returns the texts beside the title, one element each: date, publisher and URL. */
export const notesOf = ({ box, link }: Card, passage: Element | null): string[] =>
  all('c-frag, c-contents-desc-sub, .f_nb, .date, .gem-subinfo, .txt_info, span', box)
    .filter((part) => !isInside(part, link) && !(passage && isInside(part, passage)) && closest(part, isHidden) === null)
    .map((part) => textOf(part))
    .filter((text) => text !== '' && !/개설일/.test(text));

export function pictureOf({ box }: Card): string | null {
  const own = one('c-thumb[data-src], c-image[data-src], img.thumb_img, .wrap_thumb img, img', box);
  const address = attribute(own, 'data-original-src') ?? attribute(own, 'data-src') ?? attribute(own, 'src');
  return address && !address.startsWith('data:') ? absoluteUrl(address, ORIGIN) : null;
}
