// Finds the address of a Baidu result in data that the page contains beside its links: JSON in comments and scripts.

import type { OrganicItem } from '../../../contract/items.ts';
import { all, type Node } from '../../page/html.ts';
import { COMMENT } from '../../page/tree/columns.ts';
import type { Element } from '../../page/tree/page-tree.ts';
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

/** Returns the address in `<!--s-data:{…}-->` or in a script with JSON inside the block of a result. */
export function addressInData(block: Element, title: string, accept: Accept): string | null {
  const { tree, index } = block;
  const { name, end } = tree.columns;
  for (let node = index + 1; node < end[index]!; node++) {
    if (name[node] !== COMMENT) continue;
    const text = tree.data(node);
    const url = /^\s*[\w-]{1,20}\s*:?\s*\{/.test(text) ? addressInText(text, title, accept) : null;
    if (url) return url;
  }
  for (const script of all('script[type*="json"]', block)) {
    const url = addressInText(script.children.map((child) => ('data' in child ? String(child.data) : '')).join(''), title, accept);
    if (url) return url;
  }
  return null;
}

const WRITTEN = /["'](https?:(?:\\?\/){2}[^"'\s<>]{4,2000})["']/g;
const WRITTEN_MAX = 5000;
const FILE = /\.(?:png|jpe?g|gif|webp|svg|ico|js|css|mp4)(?:[?#]|$)/i;

/** Returns the addresses that scripts of the page contain, such as those that Baidu loads in advance. */
function addressesInScripts(document: Node, accept: Accept): Set<string> {
  const found = new Set<string>();
  for (const script of all('script:not([src])', document))
    for (const child of script.children)
      for (const [, written] of ('data' in child ? String(child.data) : '').matchAll(WRITTEN)) {
        const url = accept(written!.replaceAll('\\/', '/'));
        if (url && found.size < WRITTEN_MAX && !FILE.test(url)) found.add(url);
      }
  return found;
}

const SHORTENED = /^(?:https?:\/\/)?([\w.-]{4,253}\/[^\s…]{0,300}?)(?:…|\.{3,})$/i;
const withoutScheme = (url: string): string => url.replace(/^https?:\/\//i, '').toLowerCase();

/**
 * Returns the full addresses of results with a redirect whose shown address is shortened. An address of a script is
 * used when as many of them begin with the shown text as results show it.
 */
export function fullAddresses(items: readonly OrganicItem[], document: Node, accept: Accept): Map<OrganicItem, string> {
  const groups = new Map<string, OrganicItem[]>();
  for (const item of items) {
    const start = SHORTENED.exec(item.displayUrl ?? '')?.[1]?.toLowerCase();
    if (start !== undefined) groups.set(start, [...(groups.get(start) ?? []), item]);
  }
  const full = new Map<OrganicItem, string>();
  if (groups.size === 0) return full;
  const addresses = [...addressesInScripts(document, accept)];
  for (const [start, group] of groups) {
    const fitting = addresses.filter((url) => withoutScheme(url).startsWith(start));
    if (fitting.length === group.length) for (const [at, item] of group.entries()) full.set(item, fitting[at]!);
  }
  return full;
}
