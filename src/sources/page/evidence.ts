// What a page shows to people, so that they can compare it with what a parser found.
import { all, attribute, closest, one, readHtml, textOf } from './html.ts';
import { statedQueryIn } from './signs.ts';

export interface ShownPage {
  readonly title: string | null;
  readonly statedQuery: string | null;
  readonly linkedHeadings: number;
  readonly outsideLinks: number;
  /** Those with most links first. */
  readonly outsideHosts: readonly string[];
  readonly headings: readonly string[];
}

const HEADINGS = 'h1, h2, h3, h4, [role="heading"]';
/** A page decides how many headings and links it has. */
const LISTED_MAX = 500;
const LENGTH_MAX = 200;

const shortened = (text: string): string => text.replace(/\s+/g, ' ').trim().slice(0, LENGTH_MAX);

/** `host` is the host of the engine. Links to it and to its parent domain are not outside. */
export function evidenceOf(html: string, host: string): ShownPage {
  const document = readHtml(html);
  const title = one('title', document);
  const headings = all(HEADINGS, document).filter((heading) => textOf(heading).trim() !== '');
  const isLinked = (heading: (typeof headings)[number]): boolean =>
    all('a[href]', heading).length > 0 || closest(heading, (element) => element.name === 'a') !== null;
  const own = host.split('.').slice(-2).join('.');
  const outside = all('a[href]', document).flatMap((link) => {
    const target = hostOfLink(attribute(link, 'href') ?? '');
    return target === null || target === own || target.endsWith(`.${own}`) ? [] : [target];
  });
  return {
    title: title && textOf(title).trim() !== '' ? shortened(textOf(title)) : null,
    statedQuery: statedQueryIn(document.tree)?.slice(0, LENGTH_MAX) ?? null,
    linkedHeadings: headings.filter(isLinked).length,
    outsideLinks: outside.length,
    outsideHosts: byFrequency(outside).slice(0, LISTED_MAX),
    headings: headings.slice(0, LISTED_MAX).map((heading) => shortened(textOf(heading))),
  };
}

function byFrequency(hosts: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const host of hosts) counts.set(host, (counts.get(host) ?? 0) + 1);
  return [...counts].sort((one, other) => other[1] - one[1]).map(([host]) => host);
}

function hostOfLink(href: string): string | null {
  if (!/^(?:https?:)?\/\//i.test(href)) return null;
  try {
    return new URL(href, 'https://page.example/').hostname;
  } catch {
    return null;
  }
}
