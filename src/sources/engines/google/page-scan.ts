// Scans a Google page once: every link with a heading, and the zone around it.

import type { Node } from '../../page/html.ts';
import { all, closest, isInside, textOf } from '../../page/html.ts';
import { oncePerElement } from '../../page/once-per-element.ts';
import { isQuestion } from '../../page/question-words.ts';
import { questionRows } from '../../page/questions.ts';
import { bitsOf } from '../../page/tree/name-table.ts';
import { Element, type PageTree } from '../../page/tree/page-tree.ts';
import { numberOf } from '../../page/tree/rules.ts';
import { classTest } from '../../page/tree/selectors.ts';
import { targetOf } from './links.ts';
import { type Rows, type Zone, zoneOpenedBy } from './zones.ts';

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
  /** Links to other searches. */
  readonly searches: Element[];
}

/** A link to another page without a heading, outside boxes of ads, questions and summaries. */
export interface PlainLink {
  readonly link: Element;
  readonly href: string;
}

export interface PageScan {
  readonly links: readonly HeadingLink[];
  readonly plainLinks: readonly PlainLink[];
  readonly zones: readonly { readonly zone: Zone; readonly root: Element }[];
  /** How many heading links and zones stand in each node of the tree; -1 for parts that were not scanned. */
  readonly weights: Int32Array;
  /** Elements that Google marked, in any part of the page. */
  readonly marks: Marks;
  /** The element of each item. Parsers add to it when they find items. */
  readonly elements: Map<object, Element>;
  /** The highest `start` in links to other result pages, or null without such a link. */
  readonly furthestStart: number | null;
  readonly rows: Rows;
}

const isPlaceClass = classTest((value) => value.includes('rllt__details'));
const isNameClass = classTest((value) => value.includes('kno-ecr-pt'));
const A = numberOf('a');
const SKIPPED = new Set(['script', 'style', 'noscript', 'template', 'svg', 'head'].map(numberOf));

const ROLE = bitsOf('role');
const H3 = numberOf('h3');

const isHeading = (tree: PageTree, node: number): boolean =>
  tree.columns.name[node] === H3 ||
  ((tree.columns.bits[node]! & ROLE) !== 0 && (tree.node(node) as Element).attribute('role') === 'heading');

/** The heading inside a link that is nearest to the top of the tree, the first of several. */
function headingIn({ tree, index: link }: Element): Element | null {
  const { end, parent } = tree.columns;
  let heading: number | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (let node = link + 1; node < end[link]!; node++) {
    if (!isHeading(tree, node)) continue;
    let depth = 0;
    for (let around = node; around !== link; around = parent[around]!) depth++;
    if (depth < least) [heading, least] = [node, depth];
  }
  return heading === null ? null : (tree.node(heading) as Element);
}

/** Returns the text of a heading, which links can share. */
export const headingText = oncePerElement((heading) => textOf(heading));

/** Returns the heading of a link: inside it since 2018, around it before. */
function headingOf(link: Element, around: Element | null): Element | null {
  if (link.attribute('role') === 'heading') return link;
  return headingIn(link) ?? around;
}

function startIn(href: string): number | null {
  const found = /^(?:https?:\/\/[^/]+)?\/search\?(?:[^#]*&)?start=(\d{1,4})(?:&|$)/.exec(href);
  return found ? Number(found[1]) : null;
}

const PICTURE = /^(?:https?:\/\/[^/]+)?\/imgres\?/;
const OTHER_SEARCH = /^(?:https?:\/\/[^/]+)?\/search\?/;
const POST = /^https?:\/\/(?:mobile\.|www\.)?(?:twitter|x)\.com\/\w+\/status\/\d+/;

const MARK_ATTRIBUTES = bitsOf('data-cid', 'data-ludocid', 'data-attrid', 'data-lpage');

function mark(element: Element, href: string | null, marks: Marks): void {
  const { tree, index } = element;
  const hasAttributes = (tree.columns.bits[index]! & MARK_ATTRIBUTES) !== 0;
  if (isPlaceClass(tree, index) || (hasAttributes && (element.attribute('data-cid') || element.attribute('data-ludocid'))))
    marks.places.push(element);
  if (isNameClass(tree, index) || (hasAttributes && element.attribute('data-attrid') === 'title')) marks.names.push(element);
  if ((href && PICTURE.test(href)) || (hasAttributes && element.attribute('data-lpage'))) marks.pictures.push(element);
  if (href && element.name === 'a') {
    if (POST.test(href)) marks.posts.push(element);
    else if (OTHER_SEARCH.test(href)) marks.searches.push(element);
  }
}

/** What holds inside an element until it ends. */
interface Scope {
  readonly end: number;
  readonly zone: Zone | null;
  readonly zoneRoot: Element | null;
  readonly around: Element | null;
}

/** An answer names one source, sometimes a few. A row with more is a carousel with a question as its heading. */
const ANSWER_LINKS_MAX = 4;

/** The questions of a page are recognised by Google's names and, when it has none of them, by structure. */
export function scanPage(root: Node): PageScan {
  const scan = scanOnce(root, new Map());
  if (scan.zones.some(({ zone }) => zone === 'question')) return scan;
  const found = questionRows(root);
  const rows = (found.length > 0 ? found : attributeRows(root)).filter(
    ({ row }) => !belongsToResult(row, scan) && scan.weights[row.index]! <= ANSWER_LINKS_MAX,
  );
  return rows.length === 0 ? scan : scanOnce(root, new Map(rows.map(({ question, row }) => [row.index, question])));
}

/** Returns the questions that are only written in attributes, because their text is loaded later. */
const attributeRows = (root: Node): { question: string; row: Element }[] =>
  all('[data-q]', root).flatMap((row) => {
    const question = row.attribute('data-q') ?? '';
    return isQuestion(question) && row.name !== 'input' && row.name !== 'textarea' ? [{ question, row }] : [];
  });

/** True for a list of questions inside one result: the element around the list has the link of that result and no other. */
function belongsToResult({ parent: list }: Element, { weights }: PageScan): boolean {
  if (!list) return false;
  const own = weights[list.index]!;
  for (let around: Node | null = list.parent; around instanceof Element; around = around.parent) {
    const weight = weights[around.index]! - own;
    if (weight > 0) return weight === 1 && !isList(around);
  }
  return false;
}

/** Addresses of other sites, and redirects to them. */
const LEADS_OUT = /^(?:https?:)?\/\/|^\/(?:url|interstitial)\?/i;

function scanOnce(root: Node, rows: Rows): PageScan {
  const { tree } = root;
  const { count, name, end, parent } = tree.columns;
  const links: HeadingLink[] = [];
  const plainLinks: PlainLink[] = [];
  const zones: { zone: Zone; root: Element }[] = [];
  const weights = new Int32Array(count).fill(-1);
  const marks: Marks = { places: [], names: [], pictures: [], posts: [], searches: [] };
  let furthestStart: number | null = null;

  const readLink = (link: Element, href: string, { zone, zoneRoot, around }: Scope): number => {
    const start = startIn(href);
    if (start !== null) furthestStart = Math.max(furthestStart ?? 0, start);
    const heading = headingOf(link, around);
    if (!heading) {
      if ((zone === null || zone === 'cards' || zone === 'side') && LEADS_OUT.test(href)) plainLinks.push({ link, href });
      return 0;
    }
    links.push({ link, heading, url: targetOf(href), zone, zoneRoot });
    return 1;
  };

  const open: Scope[] = [];
  let scope: Scope = { end: count, zone: null, zoneRoot: null, around: null };
  for (let node = 1; node < count; node++) {
    for (; node >= scope.end; scope = open.pop()!);
    const kind = name[node]!;
    if (kind <= 0) continue;
    if (SKIPPED.has(kind)) {
      node = end[node]! - 1;
      continue;
    }
    const element = tree.node(node) as Element;
    const href = element.attribute('href');
    mark(element, href, marks);
    weights[node] = 0;
    const opened = zoneOpenedBy(element, rows);
    const { zone } = scope;
    let inner = scope;
    if (opened !== null && (zone === null || zone === 'cards' || (opened !== 'cards' && opened !== zone))) {
      inner = { ...scope, end: end[node]!, zone: opened, zoneRoot: element };
      zones.push({ zone: opened, root: element });
      weights[node]!++;
    }
    if (href && kind === A) weights[node]! += readLink(element, href, inner);
    if (isHeading(tree, node)) inner = { ...inner, end: end[node]!, around: element };
    if (inner === scope) continue;
    open.push(scope);
    scope = inner;
  }
  // Children stand behind their parents, so one pass from the back adds everything up.
  for (let node = count - 1; node > 0; node--) if (weights[node]! > 0) weights[parent[node]!]! += weights[node]!;
  return { links, plainLinks, zones, weights, marks, elements: new Map(), furthestStart, rows };
}

const LIST_IDS = new Set(['rso', 'ires', 'search', 'res', 'main', 'center_col', 'rcnt', 'cnt', 'botstuff', 'topstuff']);

/** True for an element that contains the whole list of results, or a section of it. */
export const isList = (element: Element): boolean =>
  LIST_IDS.has(element.attribute('id') ?? '') ||
  element.name === 'body' ||
  element.name === 'ol' ||
  element.attribute('role') === 'main' ||
  element.attribute('class') === 'srg';

/** Returns the widest element around a link that contains no other result and no other zone. */
export function blockAround(found: HeadingLink, scan: PageScan, ignored = 0): Element {
  let block = found.link;
  const own = 1 + ignored;
  for (let parent = block.parent; parent instanceof Element; parent = parent.parent) {
    if (isList(parent) || scan.weights[parent.index]! > own) break;
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
