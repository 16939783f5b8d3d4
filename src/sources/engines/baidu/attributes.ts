// Finds the address of a Baidu result under names that no list has: in any attribute or data of its block.

import { RAW_TEXT, TEXT } from '../../page/tree/columns.ts';
import type { Element } from '../../page/tree/page-tree.ts';
import { hostOf, percentDecoded } from '../../urls.ts';

const VALUE_BYTES_MAX = 20_000;
const ADDRESSES_MAX = 20;
const HTTP = Buffer.from('http');
/** Attributes with addresses of files, and of links that have their own tests. */
const OTHER_NAMES = /^(?:href|src|srcset|style|poster|action|cite|background)$|src|img|image|pic|icon|logo|avatar|thumb|video|css|script/;
const ADDRESS = /https?(?::|%3a)(?:\\?\/|%2f){2}[^"'\s<>\\,;(){}[\]|]{4,2000}(?:\\\/[^"'\s<>\\,;(){}[\]|]{0,500}){0,20}/gi;
const FILE = /\.(?:png|jpe?g|gif|webp|svg|ico|js|css|mp4|m3u8)(?:[?#!@]|$)|[?&]fmt=/i;
const FILE_HOST = /^(?:[a-z]{0,8}(?:img|image|pic|photo|static|cdn)\w*|[a-z]{1,5}\d{1,2})\./i;

/** Returns the address written as JSON or in percent encoding. */
function plain(written: string): string {
  const address = written.replaceAll('\\/', '/');
  return /^https?%3a/i.test(address) ? percentDecoded(address.replace(/&.*$/s, '')) : address;
}

/** Returns the one address in the attributes, scripts and hidden texts of a block, or null without one or with several. */
export function onlyAddressIn(block: Element, host: string | null, accept: (written: string) => string | null): string | null {
  const { tree, index } = block;
  const { firstAttribute, attributeName, attributeFrom, attributeTo, name, end, from, to } = tree.columns;
  const found = new Set<string>();
  const take = (text: string): void => {
    for (const [written] of text.matchAll(ADDRESS)) {
      const url = accept(plain(written));
      const isPage = url !== null && !FILE.test(url) && !FILE_HOST.test(hostOf(url));
      if (isPage && (host === null || hostOf(url) === host) && found.size < ADDRESSES_MAX) found.add(url);
    }
  };
  const hasAddress = (start: number, stop: number): boolean =>
    stop - start > HTTP.length && stop - start <= VALUE_BYTES_MAX && tree.bytes.subarray(start, stop).includes(HTTP);
  for (let at = firstAttribute[index]!; at < firstAttribute[end[index]!]!; at++) {
    if (!hasAddress(attributeFrom[at]!, attributeTo[at]!)) continue;
    if (!OTHER_NAMES.test(tree.names.name(attributeName[at]!))) take(tree.attributeValue(at));
  }
  for (let node = index + 1; node < end[index]!; node++) {
    const isHidden = name[node] === RAW_TEXT || (name[node] === TEXT && (tree.node(node).parent as Element).name === 'textarea');
    if (isHidden && hasAddress(from[node]!, to[node]!)) take(tree.data(node));
  }
  const [url] = found;
  return found.size === 1 ? url! : null;
}
