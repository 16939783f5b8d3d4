// Measures the markup of a page: head, headings, words, links, images and structured data.
import { isUrl } from '../../contract/text.ts';
import { feedMarkup } from './chunked-parser.ts';
import { schemaTypesIn } from './schema-types.ts';

export interface MarkupFacts {
  readonly title: string | null;
  readonly description: string | null;
  /** Absolute. */
  readonly canonical: string | null;
  readonly robots: string | null;
  readonly language: string | null;
  readonly headings: Readonly<Record<Heading, readonly string[]>>;
  readonly words: number;
  readonly internalLinks: number;
  readonly externalLinks: number;
  readonly images: number;
  /** Images without the attribute. An empty attribute means decoration. */
  readonly imagesWithoutAlt: number;
  readonly structuredData: { readonly jsonLd: number; readonly microdata: number; readonly types: readonly string[] };
  readonly hreflang: readonly { readonly language: string; readonly url: string }[];
  /** The beginning of the visible text. */
  readonly text: string;
}

type Heading = 'h1' | 'h2' | 'h3';

const TEXT_MAX = 6000;
const VALUE_MAX = 1000;
const HEADINGS_MAX = 20;
const HREFLANG_MAX = 100;
const TYPES_MAX = 50;
const DATA_MAX = 200_000;
const HIDDEN = new Set(['script', 'style', 'head', 'noscript', 'template', 'svg', 'title']);
/** Inline elements. All others separate words. */
const WITHIN = new Set(
  'a abbr b bdi bdo cite code data del dfn em font i ins kbd mark q s samp small span strong sub sup time u var wbr'.split(' '),
);
/** Words are runs of letters. In scripts without spaces each character counts, as in word processors. */
const WORDS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}])[\p{L}\p{N}\p{M}'’])+/gu;

export function measureMarkup(markup: string, address: string): MarkupFacts {
  const parser = new MarkupParser(address);
  feedMarkup(markup, parser);
  return parser.facts();
}

class MarkupParser {
  private base: string;
  private readonly host: string;
  private readonly single = new Map<string, string>();
  private readonly headings: Record<Heading, string[]> = { h1: [], h2: [], h3: [] };
  private readonly counts = { internalLinks: 0, externalLinks: 0, images: 0, imagesWithoutAlt: 0 };
  private readonly data = { jsonLd: 0, microdata: 0, types: new Set<string>() };
  private readonly hreflang: { language: string; url: string }[] = [];
  private readonly text: string[] = [];
  private open: string[] = [];
  private hidden = 0;
  private heading: Heading | null = null;
  private script: string[] | null = null;
  private scriptLength = 0;

  constructor(address: string) {
    this.base = address;
    this.host = new URL(address).host;
  }

  onreset(): void {
    [this.open, this.hidden, this.heading, this.script] = [[], 0, null, null];
  }

  onopentag(name: string, attributes: Readonly<Record<string, string>>): void {
    this.open.push(name);
    if (HIDDEN.has(name)) this.hidden++;
    if (!WITHIN.has(name)) this.add(' ');
    if (name === 'html') this.keep('language', attributes.lang);
    else if (name === 'base' && attributes.href) this.base = this.absolute(attributes.href)?.href ?? this.base;
    else if (name === 'meta') this.noteMeta(attributes);
    else if (name === 'link') this.noteLink(attributes);
    else if (name === 'a') this.noteAnchor(attributes.href);
    else if (name === 'img') {
      this.counts.images++;
      if (attributes.alt === undefined) this.counts.imagesWithoutAlt++;
    } else if (name === 'script' && /ld\+json/i.test(attributes.type ?? '')) {
      this.data.jsonLd++;
      [this.script, this.scriptLength] = [[], 0];
    } else if (isHeading(name) && this.headings[name].length < HEADINGS_MAX) {
      this.headings[name].push('');
      this.heading = name;
    }
    if (attributes.itemscope !== undefined && attributes.itemtype) {
      this.data.microdata++;
      this.noteType(attributes.itemtype.split(/[/#]/).at(-1) ?? '');
    }
  }

  ontext(part: string): void {
    if (this.open.at(-1) === 'title' && !this.open.includes('svg')) this.single.set('title', (this.single.get('title') ?? '') + part);
    if (this.script && this.scriptLength < DATA_MAX) {
      this.script.push(part);
      this.scriptLength += part.length;
    }
    if (this.hidden === 0) this.add(part);
  }

  onclosetag(name: string): void {
    this.open.pop();
    if (HIDDEN.has(name)) this.hidden--;
    if (!WITHIN.has(name)) this.add(' ');
    if (name === this.heading) this.heading = null;
    if (name === 'script' && this.script) {
      for (const type of schemaTypesIn(this.script.join(''))) this.noteType(type);
      this.script = null;
    }
  }

  facts(): MarkupFacts {
    const text = fold(this.text.join(''));
    const one = (name: string): string | null => fold(this.single.get(name) ?? '').slice(0, VALUE_MAX) || null;
    const list = (name: Heading): string[] => this.headings[name].map((value) => fold(value).slice(0, VALUE_MAX));
    return {
      title: one('title'),
      description: one('description'),
      canonical: one('canonical'),
      robots: one('robots'),
      language: one('language'),
      headings: { h1: list('h1'), h2: list('h2'), h3: list('h3') },
      words: countWords(text),
      ...this.counts,
      structuredData: { ...this.data, types: [...this.data.types] },
      hreflang: this.hreflang,
      text: text.slice(0, TEXT_MAX),
    };
  }

  private add(part: string): void {
    this.text.push(part);
    if (this.heading) this.headings[this.heading].push((this.headings[this.heading].pop() ?? '') + part.slice(0, VALUE_MAX));
  }

  /** Stores only the first value of each name. */
  private keep(name: string, value: string | undefined): void {
    if (value !== undefined && !this.single.has(name)) this.single.set(name, value);
  }

  private noteMeta({ name = '', content }: Readonly<Record<string, string>>): void {
    const kind = name.trim().toLowerCase();
    if (kind === 'description' || kind === 'robots') this.keep(kind, content ?? '');
  }

  private noteLink({ rel = '', href, hreflang }: Readonly<Record<string, string>>): void {
    const url = href === undefined ? null : this.absolute(href);
    if (url === null) return;
    if (/(?:^|\s)canonical(?:\s|$)/i.test(rel)) this.keep('canonical', url.href);
    if (hreflang && this.hreflang.length < HREFLANG_MAX) this.hreflang.push({ language: hreflang.slice(0, 40), url: url.href });
  }

  /** Fragments, email addresses and scripts are not links to pages. */
  private noteAnchor(href: string | undefined): void {
    if (href === undefined || href.trim().startsWith('#')) return;
    const url = this.absolute(href);
    if (url === null || !/^https?:$/.test(url.protocol)) return;
    this.counts[url.host === this.host ? 'internalLinks' : 'externalLinks']++;
  }

  private noteType(type: string): void {
    if (type !== '' && this.data.types.size < TYPES_MAX) this.data.types.add(type.slice(0, 80));
  }

  private absolute(href: string): URL | null {
    return isUrl(href.trim(), this.base) ? new URL(href.trim(), this.base) : null;
  }
}

const fold = (text: string): string => text.replace(/\s+/g, ' ').trim();
const isHeading = (name: string): name is Heading => name === 'h1' || name === 'h2' || name === 'h3';

function countWords(text: string): number {
  let words = 0;
  for (const _ of text.matchAll(WORDS)) words++;
  return words;
}
