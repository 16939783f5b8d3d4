// Parses the local pack of a Google page: businesses with a map.

import type { MapItem } from '../../../contract/items.ts';
import { mapItem } from '../../items.ts';
import { all, attribute, closest, one, textOf } from '../../page/html.ts';
import { Element } from '../../page/tree/page-tree.ts';
import { hostOf } from '../../urls.ts';
import { isGoogle, targetOf } from './links.ts';
import type { PageScan } from './page-scan.ts';
import { paragraphsOf } from './paragraphs.ts';
import { ratingIn } from './rating.ts';

const PLACES_MAX = 40;
/** Each place has two or three marked elements. */
const MARKS_MAX = 400;
const CLIMB_MAX = 3;
const PHONE = /(?:\+|\(|\b)\d[\d ().\u00a0/-]{6,18}\d\b/;
const DOT = /\s*[·•]\s*/;
const HEADING = '[role="heading"]';

/** True for two names or more. Stops at the second. */
function hasSeveralNames(element: Element): boolean {
  const pending = [...element.children];
  let names = 0;
  for (let node = pending.pop(); node; node = pending.pop()) {
    if (!(node instanceof Element)) continue;
    if (node.attribute('role') === 'heading' && ++names > 1) return true;
    for (const child of node.children) pending.push(child);
  }
  return false;
}

/** Returns the whole card of a place: the widest element without a second name. */
function cardOf(element: Element): Element {
  let card = element;
  for (let climbed = 0; climbed < CLIMB_MAX; climbed++) {
    const parent = card.parent;
    if (!(parent instanceof Element) || hasSeveralNames(parent)) break;
    card = parent;
  }
  return card;
}

function websiteIn(card: Element): string | null {
  for (const link of all('a[href]', card)) {
    const url = targetOf(attribute(link, 'href'));
    if (url && !isGoogle(hostOf(url))) return url;
  }
  return null;
}

const DEGREES = '(-?\\d{1,3}\\.\\d{1,15})';
/** A directions link has longitude before latitude, a link to the place itself has latitude first. */
const GOAL = new RegExp(`!1d${DEGREES}!2d${DEGREES}`);
const SPOT = new RegExp(`!3d${DEGREES}!4d${DEGREES}`);
/** The second half of a place's map id is the id of its card, in hexadecimal. */
const FEATURE = /!1s0x[0-9a-f]{1,16}:(0x[0-9a-f]{1,16})/;

const mapLinksIn = (card: Element): string[] =>
  all('a[href*="/maps/"], a[data-url*="/maps/"]', card).map((link) => attribute(link, 'data-url') ?? attribute(link, 'href') ?? '');

function numberIn(links: readonly string[]): string | null {
  const feature = links.map((link) => FEATURE.exec(link)?.[1]).find((found) => found);
  return feature ? BigInt(feature).toString() : null;
}

/** Returns the coordinates of the place, if its links contain them. */
function coordinatesIn(links: readonly string[]): MapItem['coordinates'] {
  const goal = links.map((link) => GOAL.exec(link)).find((found) => found);
  const spot = links.map((link) => SPOT.exec(link)).find((found) => found);
  const [latitude, longitude] = (goal ? [goal[2], goal[1]] : [spot?.[1], spot?.[2]]).map(Number) as [number, number];
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : null;
}

type Lines = Pick<MapItem, 'category' | 'address' | 'phone' | 'openState' | 'priceLevel' | 'description'>;

/** Parses the lines below the name. Their order is the same in every language. */
function linesOf(details: Element, title: string): Lines {
  const lines = paragraphsOf(details)
    .map(({ text }) => text)
    .filter((text) => text !== title);
  const first = lines[0]?.split(DOT).filter((part) => part !== '') ?? [];
  const kind = first.filter((part) => !/^\d[.,]\d|^\(?\d/.test(part));
  const priceLevel = kind.find((part) => /^[\p{Sc}]{1,4}$|^\p{Sc}\d/u.test(part)) ?? null;
  const rest = lines.slice(1);
  const openState = rest.find((line) => line.includes('⋅')) ?? null;
  const description = rest.find((line) => /^["“„«「]/.test(line)) ?? null;
  const placed = rest.find((line) => line !== openState && line !== description && /\p{L}/u.test(line))?.split(DOT) ?? [];
  const phone = PHONE.exec(rest.join('\n'))?.[0] ?? null;
  const address = placed.filter((part) => !PHONE.test(part) && !/^\d+\+\s/.test(part)).at(-1) ?? null;
  return { category: kind.find((part) => part !== priceLevel) ?? null, address, phone, openState, priceLevel, description };
}

export function placesOf(scan: PageScan): MapItem[] {
  const items: MapItem[] = [];
  const cards = new Set<Element>();
  for (const element of scan.marks.places.slice(0, MARKS_MAX)) {
    const heading = one(HEADING, element);
    const title = textOf(heading);
    if (!heading || title === '' || items.length >= PLACES_MAX || hasSeveralNames(element)) continue;
    if (closest(element, (outer) => outer.attribute('id') === 'rhs' || outer.has('data-mcpr'))) continue;
    const card = cardOf(element);
    if (cards.has(card) || [...cards].some((known) => closest(card, (outer) => outer === known))) continue;
    cards.add(card);
    const url = websiteIn(card);
    const mapLinks = mapLinksIn(card);
    const numbered = closest(element, (outer) => Boolean(outer.attribute('data-cid') || outer.attribute('data-ludocid')));
    const item = mapItem({
      title,
      cid: attribute(numbered, 'data-cid') ?? attribute(numbered, 'data-ludocid') ?? numberIn(mapLinks),
      url,
      domain: url ? hostOf(url) : null,
      ...linesOf(one('.rllt__details', element) ?? element, title),
      rating: ratingIn(card),
      coordinates: coordinatesIn(mapLinks),
      isPaid: closest(element, (outer) => outer.has('data-text-ad')) !== null,
    });
    scan.elements.set(item, element);
    items.push(item);
  }
  return items;
}
