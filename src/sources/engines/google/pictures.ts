// Parses Google's image tab in three formats: cards, records in scripts, and cells without scripts.

import type { ImageItem } from '../../../contract/items.ts';
import { imageItem } from '../../items.ts';
import type { Node } from '../../page/html.ts';
import { all, attribute, closest, readHtml, textOf } from '../../page/html.ts';
import { Element } from '../../page/tree/page-tree.ts';
import { fold, orNull } from '../../text.ts';
import { absoluteUrl, hostOf } from '../../urls.ts';
import { isGoogle, sameness, targetOf } from './links.ts';
import { imagesOf } from './media.ts';
import type { PageScan } from './page-scan.ts';

const PICTURES_MAX = 400;
/** Maximum distance between the sizes of a picture and its page in a record. */
const BEHIND_MAX = 4000;
/** Every record begins like this. A text cannot contain it, because its quotes are escaped. */
const RECORD_START = '[0,"';
/** A record with its two texts and its page, in UTF-8. */
const RECORD_BYTES = 40_000;

/** A JSON string in a script. The alternatives exclude each other, so the pattern cannot backtrack. */
const TEXT = '"((?:[^"\\\\]|\\\\.){0,3000})"';
const SIZED = `\\[${TEXT},(\\d{1,5}),(\\d{1,5})\\]`;
/**
 * `[0,"id",["thumbnail",height,width],["file",height,width]`: height before width, seen 2026-09. The file is missing on
 * some pages.
 */
const RECORD = new RegExp(`^\\[0,"([\\w:-]{1,64})",${SIZED}(?:,${SIZED})?`);
const PAGE = new RegExp(`"2003":\\[null,"[^"]{0,200}",${TEXT},${TEXT}`);
const SITE = /"2000":\[null,"([^"\\]{1,250})"/;

function unescaped(text: string | undefined): string {
  try {
    return fold(String(JSON.parse(`"${text ?? ''}"`)));
  } catch {
    return '';
  }
}

const sizeOf = (digits: string | undefined): number | null => (digits ? Number(digits) : null);

/** Parses one record and the text behind it, up to the next record. */
function recordOf(text: string): ImageItem | null {
  const record = RECORD.exec(text);
  if (!record) return null;
  const behind = text.slice(record[0].length, record[0].length + BEHIND_MAX);
  const page = PAGE.exec(behind);
  const url = targetOf(unescaped(page?.[1]));
  if (!url) return null;
  return imageItem({
    title: orNull(unescaped(page?.[2])),
    imageUrl: targetOf(unescaped(record[5])),
    thumbnail: absoluteUrl(unescaped(record[2]), url),
    height: sizeOf(record[6]),
    width: sizeOf(record[7]),
    url,
    source: SITE.exec(behind)?.[1] ?? null,
  });
}

/** Returns the records of a page with scripts, in page order. */
export function recordsIn(bytes: Buffer): ImageItem[] {
  const items: ImageItem[] = [];
  for (let at = bytes.indexOf(RECORD_START); at >= 0 && items.length < PICTURES_MAX; ) {
    const next = bytes.indexOf(RECORD_START, at + RECORD_START.length);
    const end = Math.min(next < 0 ? bytes.length : next, at + RECORD_BYTES);
    const item = recordOf(bytes.toString('utf8', at, end));
    if (item) items.push(item);
    at = next;
  }
  return items;
}

const THUMBNAIL = 'img[src*="gstatic.com/images?q=tbn"]';
const CLIMB_MAX = 10;

/** Returns the text link in the same cell that leads to the same page as the picture. */
function wordsBeside(picture: Element, link: Element, url: string): Element | null {
  let around: Element = link;
  for (let climbed = 0; climbed < CLIMB_MAX; climbed++) {
    if (all(THUMBNAIL, around).some((other) => other !== picture)) return null;
    const beside = all('a[href]', around).find(
      (other) => other !== link && targetOf(attribute(other, 'href')) === url && textOf(other) !== '',
    );
    if (beside) return beside;
    if (!(around.parent instanceof Element)) return null;
    around = around.parent;
  }
  return null;
}

/** Parses the cells of the page without scripts: a thumbnail and a text, both linked to the page of the picture. */
export function cellsIn(root: Node): ImageItem[] {
  const items = new Map<string, ImageItem>();
  for (const picture of all(THUMBNAIL, root)) {
    const link = closest(picture, (element) => element.name === 'a');
    const url = targetOf(attribute(link, 'href'));
    const thumbnail = attribute(picture, 'src') ?? '';
    if (!link || !url || isGoogle(hostOf(url)) || items.has(thumbnail) || items.size >= PICTURES_MAX) continue;
    const beside = wordsBeside(picture, link, url) ?? (textOf(link) === '' ? null : link);
    const [title, source] = beside ? innermostTexts(beside) : [];
    const alt = orNull(attribute(picture, 'alt') ?? '');
    items.set(thumbnail, imageItem({ title: title ?? alt, alt, thumbnail: absoluteUrl(thumbnail, url), url, source: source ?? null }));
  }
  return [...items.values()];
}

/** Returns the texts of the innermost spans, in page order. */
function innermostTexts(link: Element): string[] {
  const spans = all('span', link).filter((span) => all('span', span).length === 0);
  return (spans.length > 0 ? spans : [link]).map((span) => textOf(span)).filter((text) => text !== '');
}

/** Cards from 2012 to 2019 have their data in a hidden text. */
function detailsBeside(link: Element): { title: string | null; source: string | null } | null {
  const card = closest(link, (element) => element.has('data-ri'));
  const meta = card ? all('.rg_meta', card)[0] : undefined;
  if (!meta) return null;
  try {
    const details = JSON.parse(textOf(meta)) as Record<string, unknown>;
    const text = (name: string) => (typeof details[name] === 'string' ? orNull(textOf(readHtml(details[name]))) : null);
    return { title: text('pt'), source: text('isu') };
  } catch {
    return null;
  }
}

/** Completes a card with the data of its record and its hidden text. */
function completed(card: ImageItem, record: ImageItem | undefined, details: ReturnType<typeof detailsBeside>): ImageItem {
  return {
    ...card,
    title: record?.title ?? details?.title ?? card.title,
    imageUrl: card.imageUrl ?? record?.imageUrl ?? null,
    thumbnail: card.thumbnail ?? record?.thumbnail ?? null,
    width: card.width ?? record?.width ?? null,
    height: card.height ?? record?.height ?? null,
    source: card.source ?? record?.source ?? details?.source ?? null,
  };
}

/** Returns the entries whose key is unique. For a page with two pictures it is unclear which entry belongs to which. */
function unique<Value>(entries: readonly (readonly [string, Value])[]): Map<string, Value> {
  const counts = new Map<string, number>();
  for (const [key] of entries) counts.set(key, (counts.get(key) ?? 0) + 1);
  return new Map(entries.filter(([key]) => counts.get(key) === 1));
}

const keyOf = (url: string | null): string => (url === null ? '' : sameness(url));

/** Returns every picture of the tab: cards in page order, then records without a card. */
export function picturesOf(root: Node, scan: PageScan, bytes: Buffer): ImageItem[] {
  const cards = imagesOf(scan, PICTURES_MAX);
  const records = recordsIn(bytes);
  if (cards.length === 0 && records.length === 0) return cellsIn(root);
  const pageOf = (card: Element) => keyOf(targetOf(attribute(card, 'data-lpage') ?? attribute(card, 'href')));
  const details = unique(scan.marks.pictures.map((card) => [pageOf(card), detailsBeside(card)] as const));
  const byPage = unique(records.map((record) => [keyOf(record.url), record] as const));
  const shown = new Set(cards.map(({ url }) => keyOf(url)));
  const whole = cards.map((card) => completed(card, byPage.get(keyOf(card.url)), details.get(keyOf(card.url)) ?? null));
  return [...whole, ...records.filter(({ url }) => !shown.has(keyOf(url)))].slice(0, PICTURES_MAX);
}
