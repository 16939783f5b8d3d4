// Compares a kept page with what the parser found: the headings and the linked hosts that are in no item.
import { ITEM_ARRAYS } from '../../contract/items.ts';

export interface Missed {
  readonly headings: string[];
  readonly hosts: string[];
}

type Found = Readonly<Record<string, unknown>> | null;

const LISTED_MAX = 30;
/** Fields that pages show as a heading, also within an item. */
const TITLES = new Set(['title', 'question', 'keyword', 'name']);
/** Engines shorten long titles and add names of sites. A shorter part is in many titles by chance. */
const PART_LENGTH_MIN = 6;

/** Returns what the page shows and no item has, in the order given, at most 30 of each. */
export function missedOf(headings: readonly string[], hosts: readonly string[], found: Found): Missed {
  const titles = new Set<string>();
  const known = new Set<string>();
  for (const array of ITEM_ARRAYS) collect(found?.[array], titles, known);
  const list = [...titles];
  const isTitle = (text: string): boolean => titles.has(text) || list.some((title) => isPart(title, text) || isPart(text, title));
  const missed = new Map<string, string>();
  for (const heading of headings) {
    const text = folded(heading);
    if (text !== '' && !missed.has(text) && !isTitle(text)) missed.set(text, heading);
    if (missed.size === LISTED_MAX) break;
  }
  return { headings: [...missed.values()], hosts: hosts.filter((host) => !known.has(shortHost(host))).slice(0, LISTED_MAX) };
}

function collect(value: unknown, titles: Set<string>, hosts: Set<string>, name = ''): void {
  if (typeof value === 'string') {
    if (TITLES.has(name)) titles.add(folded(value));
    const host = name === 'domain' ? value : hostOf(value);
    if (host !== null) hosts.add(shortHost(host));
  } else if (Array.isArray(value)) for (const one of value) collect(one, titles, hosts, name);
  else if (typeof value === 'object' && value !== null)
    for (const [field, one] of Object.entries(value)) collect(one, titles, hosts, field);
}

/** Letters and digits only: pages and items differ in spaces, dots and quotes. */
const folded = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]/gu, '');
const isPart = (part: string, whole: string): boolean => part.length >= PART_LENGTH_MIN && whole.includes(part);
const shortHost = (host: string): string => host.toLowerCase().replace(/^www\./, '');

function hostOf(text: string): string | null {
  return /^https?:\/\//i.test(text) && URL.canParse(text) ? new URL(text).hostname : null;
}
