// Parses the details of one result: displayed URL, site, text, date, sitelinks, images and rating.

import type { Image, Link, OrganicItem } from '../../../contract/items.ts';
import { all, attribute, closest, isInside, one, textOf } from '../../page/html.ts';
import type { AnyNode, Element } from '../../page/tree/page-tree.ts';
import { orNull } from '../../text.ts';
import { absoluteUrl, hostOf } from '../../urls.ts';
import { isoDate, leadDate } from './dates.ts';
import { sameness, targetOf } from './links.ts';
import { type HeadingLink, headingText } from './page-scan.ts';
import type { Paragraph } from './paragraphs.ts';
import { paragraphsOf } from './paragraphs.ts';
import { ratingIn } from './rating.ts';

const SITELINKS_MAX = 12;
/** Links below a result are read with the cell around them. Real results have fewer than 20. */
const BELOW_MAX = 50;
const IMAGES_MAX = 6;
const SNIPPET_MIN = 15;
const ADDRESS = /›|^https?:\/\/|^[\w-]+(?:\.[\w-]+)+(?:\/\S*)?$/;

/** Google marks the passage that it reads out as the answer. */
const FEATURED = '[data-tts="answers"], [data-attrid="wa:/description"], .xpdopen, .hgKElc, .LGOjhe';

export const isFeatured = (block: Element): boolean => one(FEATURED, block) !== null;

/** Returns the last two labels of a host, to compare the sites of two URLs. */
const siteOf = (url: string): string => hostOf(url).split('.').slice(-2).join('.');

function addressShown(block: Element, inLink: readonly Paragraph[]): string | null {
  const cites = all('cite', block).map((cite) => textOf(cite));
  const cited = cites.find((text) => ADDRESS.test(text)) ?? cites[0];
  if (cited) return cited;
  return inLink.find(({ text }) => ADDRESS.test(text))?.text ?? null;
}

/** Returns the longest paragraph that is not a URL. Every other text in a result is short. */
function longest(paragraphs: readonly Paragraph[]): Paragraph | null {
  let best: Paragraph | null = null;
  for (const paragraph of paragraphs) {
    if (/^[{[]"/.test(paragraph.text)) continue;
    if (paragraph.text.length >= SNIPPET_MIN && !ADDRESS.test(paragraph.text) && paragraph.text.length > (best?.text.length ?? 0))
      best = paragraph;
  }
  return best;
}

function linkOf(found: HeadingLink): Link | null {
  if (found.url === null) return null;
  const cell = closest(found.link, (element) => element.name === 'td' || element.name === 'li');
  const around = cell ? longest(paragraphsOf(cell, new Set<AnyNode>([found.heading, found.link]))) : null;
  return { title: headingText(found.heading), url: found.url, description: around?.text ?? null };
}

function sitelinksIn(main: HeadingLink, block: Element, below: readonly HeadingLink[]): Link[] {
  const links = below
    .slice(0, BELOW_MAX)
    .map(linkOf)
    .filter((link) => link !== null);
  const seen = new Set([sameness(main.url ?? ''), ...links.map(({ url }) => sameness(url))]);
  const site = siteOf(main.url ?? '');
  for (const anchor of all('a[href]', block)) {
    if (links.length >= SITELINKS_MAX) break;
    const url = targetOf(attribute(anchor, 'href'));
    if (url === null || url.includes('#:~:text=') || siteOf(url) !== site || seen.has(sameness(url))) continue;
    const title = textOf(anchor);
    if (title === '') continue;
    seen.add(sameness(url));
    links.push({ title, url, description: null });
  }
  return links;
}

/** Returns the pictures beside the text. Those inside the title are the site's icon. */
function imagesIn(main: HeadingLink, block: Element): Image[] {
  const images: Image[] = [];
  for (const picture of all('img', block)) {
    const source = attribute(picture, 'data-src') ?? attribute(picture, 'src');
    if (!source || !/^(?:https?:)?\/\//.test(source) || isInside(picture, main.link)) continue;
    const url = absoluteUrl(source, 'https://www.google.com/');
    if (url && !/\/(?:favicon|s2\/favicons)/.test(url)) images.push({ url, alt: orNull(attribute(picture, 'alt') ?? ''), sourceUrl: null });
    if (images.length >= IMAGES_MAX) break;
  }
  return images;
}

export function detailsOf(main: HeadingLink, block: Element, below: readonly HeadingLink[]): Partial<OrganicItem> {
  const tables = below.map((found) => closest(found.link, (element) => element.name === 'table')).filter((table) => table !== null);
  const inLink = paragraphsOf(main.link, new Set<AnyNode>([main.heading]));
  const around = paragraphsOf(block, new Set<AnyNode>([main.link, main.heading, ...tables]));
  const text = longest(around);
  const dated = text === null ? null : leadDate(text);
  const snippet = dated?.rest ?? text?.text ?? null;
  const name = inLink.find(({ text: shown }) => !ADDRESS.test(shown) && shown.length <= 60)?.text ?? null;
  const featured = isFeatured(block);
  return {
    type: featured ? 'featured' : 'organic',
    displayUrl: addressShown(block, inLink),
    siteName: isInside(main.link, main.heading) ? null : name,
    snippet,
    highlighted: text?.bold.filter((words) => /[\p{L}\p{N}]/u.test(words)) ?? [],
    date: dated?.date ?? null,
    publishedAt: dated ? isoDate(dated.date) : null,
    sitelinks: sitelinksIn(main, block, below),
    images: imagesIn(main, block),
    rating: ratingIn(block),
    isFeatured: featured,
    isAmp: /(?:^|\s)amp_r(?:\s|$)/.test(main.link.attribute('class') ?? '') || main.link.has('data-amp'),
  };
}
