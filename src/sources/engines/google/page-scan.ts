// Scans a Google page once: every link with a heading, and the zone around it.
import type { AnyNode } from 'domhandler';
import { Element } from 'domhandler';
import type { Node } from '../../page/html.ts';
import { attribute, closest, isInside } from '../../page/html.ts';
import { targetOf } from './links.ts';

/** Parts of a page that are not the list of results. */
export type Zone = 'ads' | 'question' | 'side' | 'cards' | 'overview';

/** A link inside or around a heading. Results have had this form in every version of the page. */
export interface HeadingLink {
  readonly link: Element;
  readonly heading: Element;
  readonly url: string | null;
  readonly zone: Zone | null;
  /** The outermost element of the zone. */
  readonly zoneRoot: Element | null;
}

export interface Marks {
  /** Businesses, marked with Google's id of a place. */
  readonly places: Element[];
  /** Names of the subject of a knowledge panel. */
  readonly names: Element[];
  /** Pictures that name their page. */
  readonly pictures: Element[];
  /** Links to single posts on X, formerly Twitter. */
  readonly posts: Element[];
}

export interface PageScan {
  readonly links: readonly HeadingLink[];
  readonly zones: readonly { readonly zone: Zone; readonly root: Element }[];
  /** Number of heading links and zones inside an element. Elements without any are absent. */
  readonly weights: ReadonlyMap<Element, number>;
  /** Elements that Google marked, in any part of the page. */
  readonly marks: Marks;
  /** Position of each element, from the top of the page. */
  readonly order: ReadonlyMap<Element, number>;
  /** The element of each item. Parsers add to it when they find items. */
  readonly elements: Map<object, Element>;
  /** The highest `start` in links to other result pages, or null without such a link. */
  readonly furthestStart: number | null;
}

const DEPTH_MAX = 512;
const CARDS = new Set(['g-scrolling-carousel', 'g-snapping-carousel', 'g-inner-card', 'g-section-with-header']);
const AD_IDS = new Set(['tads', 'tadsb', 'bottomads', 'mbEnd', 'tvcap']);
const AD_CLASS = /(?:^|\s)(?:ads-ad|pla-unit|commercial-unit-\S+|cu-container)(?:\s|$)/;
const SKIPPED = new Set(['script', 'style', 'noscript', 'template', 'svg', 'head']);

function zoneOpenedBy(element: Element): Zone | null {
  const { id, class: className, role } = element.attribs;
  if (element.attribs['data-text-ad'] !== undefined || (id && AD_IDS.has(id)) || (className && AD_CLASS.test(className))) return 'ads';
  if (className?.includes('related-question-pair') || (element.attribs['data-q'] && element.attribs['data-lk'] !== undefined))
    return 'question';
  if (id === 'rhs' || role === 'complementary') return 'side';
  if (element.attribs['data-subtree'] === 'mfc' || element.attribs['data-mcpr'] !== undefined) return 'overview';
  if (CARDS.has(element.name) || role === 'listitem') return 'cards';
  return null;
}

const isHeading = (element: Element): boolean => element.name === 'h3' || element.attribs.role === 'heading';

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

/** Returns the heading of a link: inside it since 2018, around it before. */
function headingOf(link: Element, around: Element | null): Element | null {
  if (link.attribs.role === 'heading') return link;
  return headingIn(link) ?? around;
}

function startIn(href: string): number | null {
  const found = /^(?:https?:\/\/[^/]+)?\/search\?(?:[^#]*&)?start=(\d{1,4})(?:&|$)/.exec(href);
  return found ? Number(found[1]) : null;
}

const PICTURE = /^(?:https?:\/\/[^/]+)?\/imgres\?/;
const POST = /^https?:\/\/(?:mobile\.|www\.)?(?:twitter|x)\.com\/\w+\/status\/\d+/;

function mark(element: Element, marks: Marks): void {
  const { attribs } = element;
  if (attribs['data-cid'] || attribs['data-ludocid'] || attribs.class?.includes('rllt__details')) marks.places.push(element);
  if (attribs['data-attrid'] === 'title' || attribs.class?.includes('kno-ecr-pt')) marks.names.push(element);
  if (attribs['data-lpage'] || (attribs.href && PICTURE.test(attribs.href))) marks.pictures.push(element);
  if (element.name === 'a' && attribs.href && POST.test(attribs.href)) marks.posts.push(element);
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
    if (node.name === 'a' && node.attribs.href) weight += readLink(node, inner, innerRoot, around);
    const heading = isHeading(node) ? node : around;
    for (const child of node.children) weight += walk(child, depth + 1, inner, innerRoot, heading);
    if (weight > 0) weights.set(node, weight);
    return weight;
  };
  for (const child of root.children) walk(child, 0, null, null, null);
  return { links, zones, weights, marks, order, elements: new Map(), furthestStart };
}

const LIST_IDS = new Set(['rso', 'ires', 'search', 'res', 'main', 'center_col', 'rcnt', 'cnt', 'botstuff', 'topstuff']);

/** True for an element that contains the whole list of results, or a section of it. */
export const isList = (element: Element): boolean =>
  LIST_IDS.has(element.attribs.id ?? '') ||
  element.name === 'body' ||
  element.name === 'ol' ||
  element.attribs.role === 'main' ||
  element.attribs.class === 'srg';

/** Returns the widest element around a link that contains no other result and no other zone. */
export function blockAround(found: HeadingLink, scan: PageScan, ignored = 0): Element {
  let block = found.link;
  const own = 1 + ignored;
  for (let parent = block.parent; parent instanceof Element; parent = parent.parent) {
    if (isList(parent) || (scan.weights.get(parent) ?? 0) > own) break;
    block = parent;
  }
  return block;
}

/** True for a sitelink: the link is in a table beside an earlier result's link, inside one result. */
export function isBelow(found: HeadingLink, earlier: HeadingLink): boolean {
  const table = closest(found.link, (element) => element.name === 'table');
  if (!table) return false;
  const shared = closest(table, (element) => element !== table && isInside(earlier.link, element));
  return shared !== null && !isList(shared) && shared.name !== 'html' && !isInside(earlier.link, table);
}
