// Scans a Google page once: every link with a heading, and the part of the page around it.

import type { Node } from '../../page/html.ts';
import { attribute, closest, isInside } from '../../page/html.ts';
import type { AnyNode } from '../../page/tree/page-tree.ts';
import { Element } from '../../page/tree/page-tree.ts';
import { targetOf } from './links.ts';

/** Parts of a page that are not the list of results. */
export type Zone = 'ads' | 'question' | 'side' | 'cards' | 'overview';

/** A link that carries a heading, or is carried by one; the only form that results have had in all years. */
export interface HeadingLink {
  readonly link: Element;
  readonly heading: Element;
  readonly url: string | null;
  readonly zone: Zone | null;
  /** The element that opened the zone. */
  readonly zoneRoot: Element | null;
}

export interface Marks {
  /** Businesses: Google's own number of a place. */
  readonly places: Element[];
  /** Names of the thing that a knowledge panel is about. */
  readonly names: Element[];
  /** Pictures that say which page they are from. */
  readonly pictures: Element[];
  /** Links to single posts on X, formerly Twitter. */
  readonly posts: Element[];
}

export interface PageScan {
  readonly links: readonly HeadingLink[];
  readonly zones: readonly { readonly zone: Zone; readonly root: Element }[];
  /** How many heading links and zones stand in an element; elements without any are absent. */
  readonly weights: ReadonlyMap<Element, number>;
  /** Elements that Google marked as something, whichever part of the page they stand in. */
  readonly marks: Marks;
  /** Where each element stands, counted from the top of the page. */
  readonly order: ReadonlyMap<Element, number>;
  /** The element that each item was read from; readers add to it as they find items. */
  readonly stands: Map<object, Element>;
  /** The highest `start` that a link to another result page names; null where the page has no such link. */
  readonly furthestStart: number | null;
}

const DEPTH_MAX = 512;
const CARDS = new Set(['g-scrolling-carousel', 'g-snapping-carousel', 'g-inner-card', 'g-section-with-header']);
const AD_IDS = new Set(['tads', 'tadsb', 'bottomads', 'mbEnd', 'tvcap']);
const AD_CLASS = /(?:^|\s)(?:ads-ad|pla-unit|commercial-unit-\S+|cu-container)(?:\s|$)/;
const SKIPPED = new Set(['script', 'style', 'noscript', 'template', 'svg', 'head']);

function zoneOpenedBy(element: Element): Zone | null {
  const id = element.attribute('id');
  const className = element.attribute('class');
  const role = element.attribute('role');
  if (element.has('data-text-ad') || (id && AD_IDS.has(id)) || (className && AD_CLASS.test(className))) return 'ads';
  if (className?.includes('related-question-pair') || (element.attribute('data-q') && element.has('data-lk'))) return 'question';
  if (id === 'rhs' || role === 'complementary') return 'side';
  if (element.attribute('data-subtree') === 'mfc' || element.has('data-mcpr')) return 'overview';
  if (CARDS.has(element.name) || role === 'listitem') return 'cards';
  return null;
}

const isHeading = (element: Element): boolean => element.name === 'h3' || element.attribute('role') === 'heading';

function headingIn(link: Element): Element | null {
  const queue: AnyNode[] = [...link.children];
  for (let index = 0; index < queue.length; index++) {
    const node = queue[index];
    if (!(node instanceof Element)) continue;
    if (isHeading(node)) return node;
    for (const child of node.children) queue.push(child);
  }
  return null;
}

/** The heading of a link: inside it since 2018, around it before. */
function headingOf(link: Element, around: Element | null): Element | null {
  if (link.attribute('role') === 'heading') return link;
  return headingIn(link) ?? around;
}

function startIn(href: string): number | null {
  const found = /^(?:https?:\/\/[^/]+)?\/search\?(?:[^#]*&)?start=(\d{1,4})(?:&|$)/.exec(href);
  return found ? Number(found[1]) : null;
}

const PICTURE = /^(?:https?:\/\/[^/]+)?\/imgres\?/;
const POST = /^https?:\/\/(?:mobile\.|www\.)?(?:twitter|x)\.com\/\w+\/status\/\d+/;

function mark(element: Element, marks: Marks): void {
  const className = element.attribute('class');
  const href = element.attribute('href');
  if (element.attribute('data-cid') || element.attribute('data-ludocid') || className?.includes('rllt__details'))
    marks.places.push(element);
  if (element.attribute('data-attrid') === 'title' || className?.includes('kno-ecr-pt')) marks.names.push(element);
  if (element.attribute('data-lpage') || (href && PICTURE.test(href))) marks.pictures.push(element);
  if (element.name === 'a' && href && POST.test(href)) marks.posts.push(element);
}

export function scanPage(root: Node): PageScan {
  const links: HeadingLink[] = [];
  const zones: { zone: Zone; root: Element }[] = [];
  const weights = new Map<Element, number>();
  const order = new Map<Element, number>();
  const marks: Marks = { places: [], names: [], pictures: [], posts: [] };
  let furthestStart: number | null = null;

  const readLink = (link: Element, zone: Zone | null, zoneRoot: Element | null, around: Element | null): number => {
    const href = attribute(link, 'href') ?? '';
    const start = startIn(href);
    if (start !== null) furthestStart = Math.max(furthestStart ?? 0, start);
    const heading = headingOf(link, around);
    if (!heading) return 0;
    links.push({ link, heading, url: targetOf(href), zone, zoneRoot });
    return 1;
  };

  const walk = (node: AnyNode, depth: number, zone: Zone | null, zoneRoot: Element | null, around: Element | null): number => {
    if (!(node instanceof Element) || depth > DEPTH_MAX || SKIPPED.has(node.name)) return 0;
    order.set(node, order.size);
    mark(node, marks);
    let weight = 0;
    let [inner, innerRoot] = [zone, zoneRoot];
    const opened = zoneOpenedBy(node);
    if (opened !== null && (zone === null || zone === 'cards' || (opened !== 'cards' && opened !== zone))) {
      [inner, innerRoot] = [opened, node];
      zones.push({ zone: opened, root: node });
      weight++;
    }
    if (node.name === 'a' && node.attribute('href')) weight += readLink(node, inner, innerRoot, around);
    const heading = isHeading(node) ? node : around;
    for (const child of node.children) weight += walk(child, depth + 1, inner, innerRoot, heading);
    if (weight > 0) weights.set(node, weight);
    return weight;
  };
  for (const child of root.children) walk(child, 0, null, null, null);
  return { links, zones, weights, marks, order, stands: new Map(), furthestStart };
}

const LIST_IDS = new Set(['rso', 'ires', 'search', 'res', 'main', 'center_col', 'rcnt', 'cnt', 'botstuff', 'topstuff']);

/** Is this an element that holds the whole list of results, or a section of it? */
export const isList = (element: Element): boolean =>
  LIST_IDS.has(element.attribute('id') ?? '') ||
  element.name === 'body' ||
  element.name === 'ol' ||
  element.attribute('role') === 'main' ||
  element.attribute('class') === 'srg';

/** The widest element around a link that holds no other result and no other part of the page. */
export function blockAround(found: HeadingLink, scan: PageScan, ignored = 0): Element {
  let block = found.link;
  const own = 1 + ignored;
  for (let parent = block.parent; parent instanceof Element; parent = parent.parent) {
    if (isList(parent) || (scan.weights.get(parent) ?? 0) > own) break;
    block = parent;
  }
  return block;
}

/** Is the link in a table that stands beside an earlier result's link, inside one result? Such are links to further pages of the site. */
export function isBelow(found: HeadingLink, earlier: HeadingLink): boolean {
  const table = closest(found.link, (element) => element.name === 'table');
  if (!table) return false;
  const shared = closest(table, (element) => element !== table && isInside(earlier.link, element));
  return shared !== null && !isList(shared) && shared.name !== 'html' && !isInside(earlier.link, table);
}
