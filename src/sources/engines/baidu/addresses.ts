// Finds the address of a Baidu result in data that the page contains beside its links: JSON in comments and scripts.

import type { OrganicItem } from '../../../contract/items.ts';
import { all, type Node, textOf } from '../../page/html.ts';
import { COMMENT } from '../../page/tree/columns.ts';
import type { Element } from '../../page/tree/page-tree.ts';
import { numberOf } from '../../page/tree/rules.ts';
import { fold } from '../../text.ts';

type Accept = (written: string) => string | null;
type Json = Readonly<Record<string, unknown>>;

/** Names of the address of a result, in order of reliability. Redirects among them are not accepted. */
const NAMES = ['mu', 'landurl', 'realurl', 'originurl', 'originalurl', 'normalurl', 'normalizedurl', 'titleurl', 'linkurl', 'jumpurl'];
/** Names that any link can have. They count at the top of the data, and beside the title of the result. */
const COMMON_NAMES = ['url', 'link', 'href'];
const TITLES = ['title', 'name'];
/** Parts of the data about something else than the page of the result. */
const OTHER = /im(?:g|age)|pic|icon|logo|thumb|avatar|video|sub/i;
const DEPTH_MAX = 6;
const DATA_MAX = 200_000;
/** No text of this length has fewer characters than the maximum. */
const DATA_BYTES_MAX = DATA_MAX * 4;
/** Data in text that is not valid JSON, such as JSON with single quotes. */
const NOTED = new RegExp(`["'](?:${[...NAMES, 'url'].join('|')})["']\\s?:\\s?["'](https?:(?:[^"'\\\\]|\\\\/){1,2000})["']`, 'gi');

export function addressInNotes(text: string, accept: Accept): string | null {
  for (const [, written] of text.matchAll(NOTED)) {
    const url = written === undefined ? null : accept(written.replaceAll('\\/', '/'));
    if (url) return url;
  }
  return null;
}

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);
const plain = (value: unknown): string => (typeof value === 'string' ? fold(value.replace(/<[^<>]{0,40}>/g, '')) : '');

function addressInObject(data: Json, title: string, accept: Accept, depth: number): string | null {
  const values = new Map(Object.entries(data).map(([name, value]) => [name.toLowerCase().replace(/[_-]/g, ''), value] as const));
  const isAbout = depth === 0 || TITLES.some((name) => title !== '' && plain(values.get(name)) === title);
  for (const name of isAbout ? [...NAMES, ...COMMON_NAMES] : NAMES) {
    const value = values.get(name);
    const url = typeof value === 'string' && /^https?:\/\//i.test(value) ? accept(value) : null;
    if (url) return url;
  }
  if (depth >= DEPTH_MAX) return null;
  // Lists have links of their own, such as pictures and related pages.
  for (const [name, value] of values) {
    if (OTHER.test(name)) continue;
    const url = isObject(value)
      ? addressInObject(value, title, accept, depth + 1)
      : typeof value === 'string' && value.startsWith('{')
        ? addressInNotes(value, accept)
        : null;
    if (url) return url;
  }
  return null;
}

function addressInText(text: string, title: string, accept: Accept): string | null {
  const [from, to] = [text.indexOf('{'), text.lastIndexOf('}')];
  if (from < 0 || to < from || text.length > DATA_MAX) return null;
  try {
    const data: unknown = JSON.parse(text.slice(from, to + 1));
    return isObject(data) ? addressInObject(data, title, accept, 0) : null;
  } catch {
    return null;
  }
}

/** The beginning of data in a comment: `s-data:{`. */
const LABELLED = /^\s{0,20}[\w-]{1,20}\s{0,20}:?\s{0,20}\{/;
const SCRIPT = numberOf('script');

/** Returns the address in `<!--s-data:{…}-->` or in a script with JSON inside the block of a result. */
export function addressInData(block: Element, link: Element, accept: Accept): string | null {
  const { tree, index } = block;
  const { name, end, from, to } = tree.columns;
  const scripts: Element[] = [];
  let title: string | null = null;
  const addressIn = (text: string): string | null => {
    title ??= textOf(link);
    return addressInText(text, title, accept);
  };
  for (let node = index + 1; node < end[index]!; node++) {
    if (name[node] === SCRIPT) scripts.push(tree.node(node) as Element);
    if (name[node] !== COMMENT || to[node]! - from[node]! > DATA_BYTES_MAX) continue;
    const text = tree.data(node);
    const url = LABELLED.test(text) ? addressIn(text) : null;
    if (url) return url;
  }
  for (const script of scripts) {
    if (!script.attribute('type')?.includes('json')) continue;
    const url = addressIn(textIn(script));
    if (url) return url;
  }
  return null;
}

/** Returns the code of a script, which is one text. */
const textIn = (script: Element): string => script.children.map((child) => ('data' in child ? String(child.data) : '')).join('');

const WRITTEN = /["'](https?:(?:\\?\/){2}[^"'\s<>]{4,2000})["']/g;
const WRITTEN_MAX = 5000;
const FILE = /\.(?:png|jpe?g|gif|webp|svg|ico|js|css|mp4)(?:[?#]|$)/i;
const withoutScheme = (url: string): string => url.replace(/^https?:\/\//i, '').toLowerCase();
const hostIn = (start: string): string => start.slice(0, start.indexOf('/'));

/** Returns the addresses on these hosts that scripts of the page contain, such as those that Baidu loads in advance. */
function addressesInScripts(document: Node, hosts: ReadonlySet<string>, accept: Accept): Set<string> {
  const { tree } = document;
  const { name, end, from, to } = tree.columns;
  const found = new Set<string>();
  const isNamed = (node: number): boolean => {
    const code = tree.bytes.subarray(from[node]!, to[node]!);
    return [...hosts].some((host) => code.includes(host));
  };
  for (const script of all('script:not([src])', document)) {
    const code = script.index + 1;
    if (code >= end[script.index]! || name[code]! >= 0 || !isNamed(code)) continue;
    for (const [, written] of tree.data(code).matchAll(WRITTEN)) {
      const address = written!.replaceAll('\\/', '/');
      // Most addresses are of other sites. Parsing them all would take longer than finding them.
      const url = hosts.has(hostIn(withoutScheme(address))) ? accept(address) : null;
      if (url && found.size < WRITTEN_MAX && !FILE.test(url)) found.add(url);
    }
  }
  return found;
}

const SHORTENED = /^(?:https?:\/\/)?([\w.-]{4,253}\/[^\s…]{0,300}?)(?:…|\.{3,})$/i;
/** Bounds the work on a hostile page. Real pages have fewer than 50 results. */
const GROUPS_MAX = 100;

/**
 * Returns the full addresses of results with a redirect whose shown address is shortened. An address of a script is
 * used when as many of them begin with the shown text as results show it.
 */
export function fullAddresses(items: readonly OrganicItem[], document: Node, accept: Accept): Map<OrganicItem, string> {
  const groups = new Map<string, OrganicItem[]>();
  for (const item of items) {
    const start = SHORTENED.exec(item.displayUrl ?? '')?.[1]?.toLowerCase();
    const group = start === undefined ? undefined : groups.get(start);
    if (group) group.push(item);
    else if (start !== undefined && groups.size < GROUPS_MAX) groups.set(start, [item]);
  }
  const full = new Map<OrganicItem, string>();
  if (groups.size === 0) return full;
  const addresses = [...addressesInScripts(document, new Set([...groups.keys()].map(hostIn)), accept)];
  const starts = addresses.map(withoutScheme);
  for (const [start, group] of groups) {
    const fitting = addresses.filter((_, at) => starts[at]!.startsWith(start));
    if (fitting.length === group.length) for (const [at, item] of group.entries()) full.set(item, fitting[at]!);
  }
  return full;
}
