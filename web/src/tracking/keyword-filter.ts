// Filters and sorts tracked keywords in the browser. The filter is part of the URL.
import type { Change, TrackedKeyword } from './types.ts';

export const FILTER_NAMES = ['q', 'tag', 'engine', 'device', 'state', 'position', 'moved', 'feature', 'url', 'enabled', 'starred'] as const;
export type KeywordFilter = Readonly<Record<(typeof FILTER_NAMES)[number], string>>;

export const POSITIONS = [
  ['3', 'Top 3'],
  ['10', 'Top 10'],
  ['20', 'Top 20'],
  ['100', 'Found'],
  ['none', 'Not found'],
] as const;
export const MOVEMENTS = [
  ['up', 'Improved'],
  ['down', 'Dropped'],
  ['entered', 'Entered'],
  ['left', 'Left'],
] as const;

export const filterIn = (query: URLSearchParams): KeywordFilter =>
  Object.fromEntries(FILTER_NAMES.map((name) => [name, query.get(name) ?? ''])) as KeywordFilter;
export const isFiltered = (filter: KeywordFilter): boolean => FILTER_NAMES.some((name) => filter[name] !== '');

/** Returns whether the last check that says something about the position found the domain or not. */
const isJudged = ({ depth }: TrackedKeyword): boolean => depth !== null;

function hasPosition(keyword: TrackedKeyword, wanted: string): boolean {
  if (wanted === 'none') return isJudged(keyword) && keyword.position === null;
  return keyword.position !== null && keyword.position <= Number(wanted);
}

export function filterKeywords(keywords: readonly TrackedKeyword[], filter: KeywordFilter): TrackedKeyword[] {
  const [text, url] = [filter.q.trim().toLowerCase(), filter.url.trim().toLowerCase()];
  const tests: readonly [isSet: boolean, test: (keyword: TrackedKeyword) => boolean][] = [
    [text !== '', ({ keyword }) => keyword.toLowerCase().includes(text)],
    [filter.tag !== '', ({ tags }) => tags.includes(filter.tag)],
    [filter.engine !== '', ({ searchEngine }) => searchEngine === filter.engine],
    [filter.device !== '', ({ device }) => device === filter.device],
    [filter.state !== '', ({ state }) => (state ?? 'none') === filter.state],
    [filter.position !== '', (keyword) => hasPosition(keyword, filter.position)],
    [filter.moved !== '', ({ change7 }) => change7?.movement === filter.moved],
    [filter.feature !== '', ({ features }) => (features as readonly string[]).includes(filter.feature)],
    [url !== '', (keyword) => keyword.url?.toLowerCase().includes(url) ?? false],
    [filter.enabled !== '', ({ enabled }) => String(enabled) === filter.enabled],
    [filter.starred !== '', ({ starred }) => String(starred) === filter.starred],
  ];
  const used = tests.filter(([isSet]) => isSet).map(([, test]) => test);
  return keywords.filter((keyword) => used.every((test) => test(keyword)));
}

/** Entering and leaving count for more than any number of positions. */
const OUTSIDE = 1000;

function changeValue(change: Change | null): number | null {
  if (change === null || change.movement === 'absent') return null;
  if (change.movement === 'entered') return OUTSIDE;
  return change.movement === 'left' ? -OUTSIDE : change.value;
}

const VALUES = {
  keyword: ({ keyword }) => keyword.toLowerCase(),
  position: ({ position }) => position,
  change1: ({ change1 }) => changeValue(change1),
  change7: ({ change7 }) => changeValue(change7),
  change30: ({ change30 }) => changeValue(change30),
  best: ({ best }) => best,
  volume: ({ volume }) => volume,
  visits: ({ visits }) => visits,
  checked: ({ checkedAt }) => checkedAt,
} satisfies Record<string, (keyword: TrackedKeyword) => string | number | null>;
export type SortName = keyof typeof VALUES;
export const isSortName = (name: string): name is SortName => Object.hasOwn(VALUES, name);

/** Large changes, volumes and visits come first, small positions and names too. */
const DESCENDING_FIRST: ReadonlySet<SortName> = new Set(['change1', 'change7', 'change30', 'volume', 'visits', 'checked']);
export const isDescendingFirst = (name: SortName): boolean => DESCENDING_FIRST.has(name);

/** Keywords without a value come last in both directions. Equal ones are in the order of their names and ids. */
export function sortKeywords(keywords: readonly TrackedKeyword[], name: SortName, descending: boolean): TrackedKeyword[] {
  const read: (keyword: TrackedKeyword) => string | number | null = VALUES[name];
  const sign = descending ? -1 : 1;
  const byName = (a: TrackedKeyword, b: TrackedKeyword) => compare(VALUES.keyword(a), VALUES.keyword(b)) || Number(a.id) - Number(b.id);
  const rows = keywords.map((keyword) => ({ keyword, value: read(keyword) }));
  rows.sort((a, b) => {
    if (a.value === null || b.value === null) return Number(a.value === null) - Number(b.value === null) || byName(a.keyword, b.keyword);
    return sign * compare(a.value, b.value) || byName(a.keyword, b.keyword);
  });
  return rows.map(({ keyword }) => keyword);
}

const compare = (a: string | number, b: string | number): number => (a < b ? -1 : a > b ? 1 : 0);

/** All tags with the number of their keywords, the most frequent first. */
export function tagsOf(keywords: readonly TrackedKeyword[]): [tag: string, count: number][] {
  const counts = new Map<string, number>();
  for (const { tags } of keywords) for (const tag of tags) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  return [...counts].sort(([a, one], [b, other]) => other - one || compare(a, b));
}
