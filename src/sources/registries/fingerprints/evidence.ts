// The data of a page and of its domain's DNS records, by the fields of fingerprints.
import type { Page } from '../../adapter.ts';
import { type MarkupElement, readMarkup } from '../markup.ts';
import { type ElementIndex, indexElements } from './elements.ts';
import { type Grams, gramsOf } from './grams.ts';
import type { Selector } from './selector.ts';
import type { DnsEvidence, Field } from './technology.ts';

export interface Evidence {
  /** Returns the values of one name: of a header, a meta tag or a cookie. */
  named(field: 'header' | 'meta' | 'cookie', name: string): readonly string[];
  /** Returns all values of a field. For cookies, returns the names. */
  values(field: Field): readonly string[];
  /** Returns the n-gram index of all values of a field. */
  grams(field: Field): Grams;
  elements(selector: Selector): readonly MarkupElement[];
}

const VALUE_MAX = 4000;
const RECORDS_MAX = 100;

export function evidenceOf(page: Page, dns?: DnsEvidence): Evidence {
  const markup = readMarkup(page.body);
  const cookies = cookiesOf(page.headers['set-cookie'] ?? '');
  const headers = Object.entries(page.headers).map(([name, value]) => [name, value.slice(0, VALUE_MAX)] as const);
  const pairs = { header: groupOf(headers), meta: groupOf(markup.meta), cookie: groupOf(cookies) };
  const records = (list: readonly string[] = []): string[] => list.slice(0, RECORDS_MAX).map((value) => value.slice(0, VALUE_MAX));
  const lists: Readonly<Record<Field, readonly string[]>> = {
    header: headers.map(([, value]) => value),
    meta: markup.meta.map(([, value]) => value),
    cookie: cookies.map(([name]) => name),
    url: [page.url.slice(0, VALUE_MAX)],
    mx: records(dns?.mx),
    txt: records(dns?.txt),
    ns: records(dns?.ns),
    cname: records(dns?.cname),
    soa: records(dns?.soa),
    script: [...new Set(markup.scripts)],
    link: [...new Set(markup.links)],
    frame: [...new Set(markup.frames)],
    dom: [],
    inline: [markup.inline],
    text: [markup.text],
    html: [markup.html],
  };
  const marks = new Map<Field, Grams>();
  let index: ElementIndex | null = null;
  return {
    named: (field, name) => pairs[field].get(name) ?? [],
    values: (field) => lists[field],
    grams(field) {
      const known = marks.get(field) ?? gramsOf(lists[field].join('\n'));
      marks.set(field, known);
      return known;
    },
    elements(selector) {
      index ??= indexElements(markup.elements);
      return index.find(selector);
    },
  };
}

function groupOf(pairs: readonly (readonly [string, string])[]): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const [name, value] of pairs) {
    const key = name.toLowerCase();
    groups.set(key, [...(groups.get(key) ?? []), value]);
  }
  return groups;
}

/** One header can have several cookies, separated by commas or line ends. A comma in a date has no `=` after it. */
const cookiesOf = (header: string): (readonly [name: string, value: string])[] =>
  [...header.slice(0, 20_000).matchAll(/(?:^|[,\n]) ?([\w.$-]{1,80})=([^;,\n]{0,1000})/g)].map((match) => [match[1]!, match[2]!] as const);
