// Compares what a parser found with the labels of a captured page, and with what it found before the page was changed.

export interface Reading {
  readonly verdict: string | null;
  readonly data: unknown;
}

interface LabelledResult {
  readonly title?: string;
  readonly url?: string;
  readonly alt?: readonly string[];
}

export interface Label {
  readonly id: string;
  readonly quality: string;
  readonly verdict?: readonly string[];
  readonly match?: string;
  readonly organic?: readonly LabelledResult[];
  readonly optional?: readonly string[];
  readonly optionalTitles?: readonly string[];
}

type Item = Readonly<Record<string, unknown>>;

const TRACKING = /^(?:utm_.*|[a-z]*clid|ved|sa|usg|ei|ref_src)$/i;

/** Two spellings of one address have the same key. */
function addressKey(address: unknown): string {
  if (typeof address !== 'string' || !URL.canParse(address)) return '';
  const { hostname, pathname, searchParams } = new URL(address);
  const parameters = [...searchParams].filter(([name]) => !TRACKING.test(name)).map((pair) => pair.join('='));
  return `${hostname.replace(/^www\./, '')}${pathname.replace(/\/+$/, '')}?${parameters.sort().join('&')}`;
}

const letters = (text: unknown): string =>
  typeof text === 'string'
    ? text
        .normalize('NFKC')
        .toLowerCase()
        .replace(/[^\p{L}\p{N}]+/gu, '')
    : '';

function isSameTitle(first: unknown, second: unknown): boolean {
  const [shorter, longer] = [letters(first), letters(second)].sort((a, b) => a.length - b.length) as [string, string];
  return shorter !== '' && (shorter === longer || (shorter.length >= 8 && (longer.startsWith(shorter) || longer.endsWith(shorter))));
}

const listIn = (data: unknown, name: string): Item[] => {
  const list = (data as Readonly<Record<string, unknown>> | null)?.[name];
  return Array.isArray(list) ? (list as Item[]) : [];
};

const harmonic = (hits: number, wanted: number, found: number): number => (wanted + found === 0 ? 1 : (2 * hits) / (wanted + found));

function organicScore(label: Label, data: unknown): number {
  const wanted = (label.organic ?? []).map((result) => ({
    ...result,
    keys: [result.url, ...(result.alt ?? [])].map(addressKey).filter(Boolean),
  }));
  const optional = new Set((label.optional ?? []).map(addressKey));
  const isByTitle = label.match === 'title';
  const open = new Set(wanted);
  let wrong = 0;
  for (const item of listIn(data, 'organic')) {
    const key = addressKey(item.url);
    const hit = [...open].find(({ keys, title }) => keys.includes(key) || (isByTitle && isSameTitle(title, item.title)));
    if (hit) open.delete(hit);
    else if (!optional.has(key) && !(isByTitle && label.optionalTitles?.some((title) => isSameTitle(title, item.title)))) wrong++;
  }
  const hits = wanted.length - open.size;
  return harmonic(hits, wanted.length, hits + wrong);
}

/** From 0 to 1: the verdict is right, and the organic results are those of the label. Null for a label without either. */
export function labelScore(label: Label, { verdict, data }: Reading): number | null {
  const isRight = label.verdict?.includes(verdict ?? '');
  const hasContent = label.quality !== 'none' && (label.organic?.length ?? 0) > 0;
  if (isRight === undefined && !hasContent) return null;
  return (isRight === false ? 0 : 1) * (hasContent ? organicScore(label, data) : 1);
}

export const ARRAYS = [
  'organic',
  'advertisers',
  'answers',
  'videos',
  'images',
  'maps',
  'news',
  'paa',
  'knowledgegraph',
  'related',
] as const;
export type ArrayName = (typeof ARRAYS)[number];

const KEYS: Partial<Record<ArrayName, readonly string[]>> = {
  answers: ['type', 'url'],
  images: ['imageUrl', 'url', 'thumbnail'],
  paa: ['question'],
  related: ['keyword'],
  maps: ['title'],
  knowledgegraph: ['title'],
};
const keyOf = (name: ArrayName, item: Item): string => (KEYS[name] ?? ['url', 'title']).map((field) => letters(item[field])).join(' ');

/** From 0 to 1: how far an array has the items that it had before. Null when it was empty before and is empty now. */
export function keptShare(name: ArrayName, before: Reading, after: Reading): number | null {
  const wanted = listIn(before.data, name).map((item) => keyOf(name, item));
  const found = listIn(after.data, name).map((item) => keyOf(name, item));
  if (wanted.length + found.length === 0) return null;
  const open = [...wanted];
  let hits = 0;
  for (const key of found) {
    const at = open.indexOf(key);
    if (at < 0) continue;
    open.splice(at, 1);
    hits++;
  }
  return harmonic(hits, wanted.length, found.length);
}

/** From 0 to 1: how many organic results that were found again have the text they had before. */
export function keptSnippets(before: Reading, after: Reading): number | null {
  const texts = new Map(listIn(after.data, 'organic').map((item) => [addressKey(item.url), letters(item.snippet)]));
  const again = listIn(before.data, 'organic').filter((item) => texts.has(addressKey(item.url)) && letters(item.snippet) !== '');
  if (again.length === 0) return null;
  return again.filter((item) => texts.get(addressKey(item.url)) === letters(item.snippet)).length / again.length;
}
