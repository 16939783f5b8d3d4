// Compares a kept page with what the parser found: the headings and the linked hosts that are in no item.
import { ITEM_ARRAYS } from '../../contract/items.ts';

export interface Missed {
  readonly headings: string[];
  readonly hosts: string[];
}

type Found = Readonly<Record<string, unknown>> | null;

interface Title {
  readonly words: string;
  readonly isShortened: boolean;
}

const LISTED_MAX = 30;
/** Fields that pages show as a heading, also within an item. */
const TITLES = new Set(['title', 'question', 'keyword', 'name']);
/** Engines shorten long titles and add names of sites. A shorter part is in many titles by chance. */
const PART_LENGTH_MIN = 6;
const SHORTENED = /(?:…|\.{3})\s*$/;

/** Returns what the page shows and no item has, in the order given, at most 30 of each. */
export function missedOf(headings: readonly string[], hosts: readonly string[], found: Found): Missed {
  const texts = new Set<string>();
  const known = new Set<string>();
  for (const array of ITEM_ARRAYS) collect(found?.[array], texts, known);
  const titles = [...texts].map(titleOf);
  const missed = new Map<string, string>();
  for (const heading of headings) {
    const shown = titleOf(heading);
    if (shown.words !== '' && !missed.has(shown.words) && !titles.some((title) => isSame(shown, title))) missed.set(shown.words, heading);
    if (missed.size === LISTED_MAX) break;
  }
  return { headings: [...missed.values()], hosts: hosts.filter((host) => !known.has(shortHost(host))).slice(0, LISTED_MAX) };
}

function collect(value: unknown, titles: Set<string>, hosts: Set<string>, name = ''): void {
  if (typeof value === 'string') {
    if (TITLES.has(name)) titles.add(value);
    const host = name === 'domain' ? value : hostOf(value);
    if (host !== null) hosts.add(shortHost(host));
  } else if (Array.isArray(value)) for (const one of value) collect(one, titles, hosts, name);
  else if (typeof value === 'object' && value !== null)
    for (const [field, one] of Object.entries(value)) collect(one, titles, hosts, field);
}

/** Words of letters and digits only: pages and items differ in dots, dashes and quotes. */
const titleOf = (text: string): Title => ({
  words: text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim(),
  isShortened: SHORTENED.test(text),
});

const isSame = (one: Title, other: Title): boolean =>
  one.words === other.words || joined(one) === joined(other) || isPart(one, other) || isPart(other, one);

/** A part has whole words, so `part 1` is none of `part 10`. Only a shortened text may end within a word. */
function isPart({ words, isShortened }: Title, whole: Title): boolean {
  if (words.length < PART_LENGTH_MIN) return false;
  return ` ${whole.words} `.includes(` ${words} `) || (isShortened && whole.words.startsWith(words));
}

const joined = ({ words }: Title): string => words.replaceAll(' ', '');
const shortHost = (host: string): string => host.toLowerCase().replace(/^www\./, '');

function hostOf(text: string): string | null {
  return /^https?:\/\//i.test(text) && URL.canParse(text) ? new URL(text).hostname : null;
}
