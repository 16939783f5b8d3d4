// What a page shows to people, so that they can compare it with what a parser found.
import type { ShownPage } from '../../contract/cases.ts';
import { all, attribute, closest, one, readHtml, textOf } from './html.ts';
import { statedQueryIn } from './signs.ts';
import type { AnyNode, Element } from './tree/page-tree.ts';

const HEADINGS = 'h1, h2, h3, h4, [role="heading"]';
/** A page decides how many headings and links it has. */
const LISTED_MAX = 500;
const LENGTH_MAX = 200;
const HEADING_NODES_MAX = 200_000;

const shortened = (text: string): string => text.replace(/\s+/g, ' ').trim().slice(0, LENGTH_MAX);

/** `host` is the host of the engine. Links to it and to its parent domain are not outside. */
export function evidenceOf(html: string, host: string): ShownPage {
  const document = readHtml(html);
  const title = one('title', document);
  // Headings may contain each other. Reading the text of each, and searching it for links, would take quadratic time.
  const found = all(HEADINGS, document);
  const filled = new Set<AnyNode>();
  for (const heading of found.toReversed()) if (!filled.has(heading) && textOf(heading).trim() !== '') addWithAncestors(filled, heading);
  const headings = found.filter((heading) => filled.has(heading));
  const links = all('a[href]', document);
  const around = new Set<AnyNode>();
  for (const link of links) addWithAncestors(around, link);
  const isLinked = (heading: (typeof headings)[number]): boolean =>
    around.has(heading) || closest(heading, (element) => element.name === 'a') !== null;
  const own = host.split('.').slice(-2).join('.');
  const outside = links.flatMap((link) => {
    const target = hostOfLink(attribute(link, 'href') ?? '');
    return target === null || target === own || target.endsWith(`.${own}`) ? [] : [target];
  });
  return {
    title: title && textOf(title).trim() !== '' ? shortened(textOf(title)) : null,
    statedQuery: statedQueryIn(document.tree)?.slice(0, LENGTH_MAX) ?? null,
    linkedHeadings: headings.filter(isLinked).length,
    outsideLinks: outside.length,
    outsideHosts: byFrequency(outside).slice(0, LISTED_MAX),
    headings: textsOf(headings.slice(0, LISTED_MAX)),
  };
}

function byFrequency(hosts: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const host of hosts) counts.set(host, (counts.get(host) ?? 0) + 1);
  return [...counts].sort((one, other) => other[1] - one[1]).map(([host]) => host);
}

/** Headings may contain each other, so the list ends when their texts were read so often that no usual page has that many. */
function textsOf(headings: readonly Element[]): string[] {
  const texts: string[] = [];
  let nodes = 0;
  for (const heading of headings) {
    nodes += heading.tree.columns.end[heading.index]! - heading.index;
    if (nodes > HEADING_NODES_MAX) break;
    texts.push(shortened(textOf(heading)));
  }
  return texts;
}

/** Stops at a node that is known, because its ancestors are known too. */
function addWithAncestors(known: Set<AnyNode>, start: AnyNode): void {
  for (let node: AnyNode | null = start; node && !known.has(node); node = node.parent) known.add(node);
}

function hostOfLink(href: string): string | null {
  if (!/^(?:https?:)?\/\//i.test(href)) return null;
  try {
    return new URL(href, 'https://page.example/').hostname;
  } catch {
    return null;
  }
}
