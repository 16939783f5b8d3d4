// Reads the address that a page shows beside a result. Engines shorten long ones with dots, and add a date behind them.

import { absoluteUrl, hostOf } from '../urls.ts';
import { all, closest, textOf } from './html.ts';
import type { Element } from './tree/page-tree.ts';

const LENGTH_MAX = 300;
/** Inline parts of an address, such as words of the query in bold. */
const INLINE = new Set(['b', 'em', 'strong', 'i', 'wbr', 'font']);
const ADDRESS = /^(?:https?:\/\/)?[\w-]{1,80}(?:\.[\w-]{1,80}){0,5}\.[a-z][a-z0-9-]{1,30}(?::\d{2,5})?(?:[/.…?].*)?$/i;
const DATE_BEHIND = /[\s\u00a0-]+\d{4}[-/.年]\d{1,2}[-/.月]\d{1,2}日?[\s\u00a0-]*$/;
const SHORTENED = /…|\.{3}/;

/** Returns the text without a date behind it. */
const withoutDate = (text: string): string => text.slice(0, LENGTH_MAX).replace(DATE_BEHIND, '').trim();

const isAddress = (text: string): boolean => ADDRESS.test(text) && !/\s/.test(text.replace(/\s›\s/g, '/'));

/** Returns the first address that is the whole text of an element of the block, outside headings. */
export function shownAddressIn(block: Element): string | null {
  for (const element of all('span, a, cite, div, p', block)) {
    if (element.children.some((child) => 'name' in child && !INLINE.has(child.name as string))) continue;
    const text = withoutDate(textOf(element));
    if (isAddress(text) && !closest(element, ({ name }) => /^h\d$/.test(name))) return text;
  }
  return null;
}

/**
 * Returns the URL of an address that is shown in full: with a path and without dots. Shown addresses without a scheme
 * are reachable by `http`.
 */
export function completeAddress(shown: string | null): string | null {
  const text = withoutDate(shown ?? '');
  if (SHORTENED.test(text) || !isAddress(text) || /\s/.test(text)) return null;
  if (!/^(?:https?:\/\/)?[^/?]+\//i.test(text)) return null;
  return absoluteUrl(/^https?:\/\//i.test(text) ? text : `http://${text}`, 'http://localhost/');
}

/** Returns the host of an address, shortened or not. Null when the host itself is shortened. */
export function shownHost(shown: string | null): string | null {
  const host = /^(?:https?:\/\/)?([^/\s?…]{4,253}?)(?:\/|\s|$)/i.exec(withoutDate(shown ?? ''))?.[1];
  return host && isAddress(host) && !SHORTENED.test(host) ? hostOf(`http://${host}/`) || null : null;
}
