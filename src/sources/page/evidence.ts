// What a page shows to people, so that they can compare it with what a parser found.
import { all, attribute, closest, one, readHtml, textOf } from './html.ts';
import { statedQueryIn } from './signs.ts';

export interface PageEvidence {
  readonly title: string | null;
  readonly statedQuery: string | null;
  readonly linkedHeadings: number;
  readonly outsideHosts: number;
  readonly outsideLinks: number;
  readonly headings: readonly string[];
}

const HEADINGS = 'h1, h2, h3, h4, [role="heading"]';
const HEADINGS_MAX = 30;
const LENGTH_MAX = 200;

const shortened = (text: string): string => text.replace(/\s+/g, ' ').trim().slice(0, LENGTH_MAX);

/** `host` is the host of the engine. Links to it and to its parent domain are not outside. */
export function evidenceOf(html: string, host: string): PageEvidence {
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
    outsideHosts: new Set(outside).size,
    outsideLinks: outside.length,
    headings: headings.slice(0, HEADINGS_MAX).map((heading) => shortened(textOf(heading))),
  };
}

function hostOfLink(href: string): string | null {
  if (!/^(?:https?:)?\/\//i.test(href)) return null;
  try {
    return new URL(href, 'https://page.example/').hostname;
  } catch {
    return null;
  }
}
