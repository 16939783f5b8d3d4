// Measures the facts of one web page that matter to search engines.
import { Parser } from 'htmlparser2';
import { type Adapter, blocked, type Page, type PageRequest, unreadable } from '../adapter.ts';
import { isBinary } from '../binary.ts';
import { retryAfterSeconds } from '../retry-after.ts';

export interface PageFacts {
  readonly url: string;
  readonly finalUrl: string;
  readonly status: number;
  readonly bytes: number;
  readonly title: string | null;
  readonly description: string | null;
  readonly canonical: string | null;
  readonly robots: string | null;
  readonly language: string | null;
  readonly headings: Readonly<Record<'h1' | 'h2' | 'h3', readonly string[]>>;
  readonly words: number;
  readonly internalLinks: number;
  readonly externalLinks: number;
  readonly images: number;
  readonly imagesWithoutAlt: number;
  readonly structuredData: number;
  readonly hreflang: readonly string[];
  /** The beginning of the visible text. */
  readonly text: string;
}

const REST_SECONDS = 900;
const REST_SECONDS_MAX = 86_400;
const TEXT_MAX = 6000;
const HEADINGS_MAX = 20;

export const pageFacts: Adapter<{ readonly url: string }, PageFacts> = {
  start: (ask): PageRequest => ({ url: ask.url, headers: { accept: 'text/html,application/xhtml+xml' } }),
  parse(page, ask) {
    if (page.status === 429) throw blocked('The page is asked for too often.', retryAfterSeconds(page, REST_SECONDS, REST_SECONDS_MAX));
    if (page.status === 401 || page.status === 403) throw blocked('The page does not let us in.');
    if (!/html|^$/.test(page.headers['content-type'] ?? '') || isBinary(page.body)) throw unreadable('The address holds no HTML page.');
    return { found: measure(page, ask.url) };
  },
};

function measure(page: Page, asked: string): PageFacts {
  const host = new URL(page.url).host;
  const facts = {
    title: '',
    description: null as string | null,
    canonical: null as string | null,
    robots: null as string | null,
    language: null as string | null,
  };
  const headings: Record<'h1' | 'h2' | 'h3', string[]> = { h1: [], h2: [], h3: [] };
  const counts = { internalLinks: 0, externalLinks: 0, images: 0, imagesWithoutAlt: 0, structuredData: 0 };
  const hreflang: string[] = [];
  const open: string[] = [];
  let text = '';
  let words = 0;
  const parser = new Parser({
    onopentag(name, attributes) {
      open.push(name);
      if (name === 'html') facts.language = attributes.lang ?? null;
      else if (name === 'meta' && /^description$/i.test(attributes.name ?? '')) facts.description = attributes.content ?? null;
      else if (name === 'meta' && /^robots$/i.test(attributes.name ?? '')) facts.robots = attributes.content ?? null;
      else if (name === 'link' && /canonical/i.test(attributes.rel ?? '')) facts.canonical = attributes.href ?? null;
      else if (name === 'link' && attributes.hreflang) hreflang.push(attributes.hreflang);
      else if (name === 'script' && /ld\+json/i.test(attributes.type ?? '')) counts.structuredData++;
      else if (name === 'a' && attributes.href) counts[hostOf(attributes.href, page.url) === host ? 'internalLinks' : 'externalLinks']++;
      else if (name === 'img') {
        counts.images++;
        if (!attributes.alt?.trim()) counts.imagesWithoutAlt++;
      } else if (isHeading(name) && headings[name].length < HEADINGS_MAX) headings[name].push('');
    },
    ontext(part) {
      const inside = open.at(-1) ?? '';
      if (inside === 'title') facts.title += part;
      if (open.some((name) => name === 'script' || name === 'style' || name === 'head' || name === 'noscript')) return;
      const heading = open.findLast(isHeading);
      if (heading && headings[heading].length > 0) headings[heading][headings[heading].length - 1] += part;
      words += part.split(/\s+/).filter(Boolean).length;
      if (text.length < TEXT_MAX) text += `${part} `;
    },
    onclosetag(name) {
      const at = open.lastIndexOf(name);
      if (at >= 0) open.length = at;
    },
  });
  parser.end(page.body);
  return {
    url: asked,
    finalUrl: page.url,
    status: page.status,
    bytes: Buffer.byteLength(page.body),
    ...facts,
    title: fold(facts.title) || null,
    headings: { h1: headings.h1.map(fold), h2: headings.h2.map(fold), h3: headings.h3.map(fold) },
    words,
    ...counts,
    hreflang,
    text: fold(text).slice(0, TEXT_MAX),
  };
}

const fold = (text: string): string => text.replace(/\s+/g, ' ').trim();
const isHeading = (name: string): name is 'h1' | 'h2' | 'h3' => name === 'h1' || name === 'h2' || name === 'h3';

function hostOf(href: string, base: string): string | null {
  try {
    return new URL(href, base).host;
  } catch {
    return null;
  }
}
