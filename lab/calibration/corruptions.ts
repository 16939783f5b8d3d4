// Corrupts a captured page in nine ways. Every change is made in the bytes of the page, never in what a parser found.
import type { Random } from '../random.ts';
import { transformPage } from '../robustness/transformations.ts';
import { type Block, blocksOf } from './blocks.ts';
import type { CorpusPage, Corrupted } from './corpus-page.ts';
import { withResult } from './in-place.ts';
import { isJson, jsonWithResults } from './json-pages.ts';

/** Null where the page gives no material for the corruption. */
type Corruption = (page: CorpusPage, others: readonly CorpusPage[], random: Random) => Corrupted | null;

const text = (bytes: Buffer): string => bytes.toString('latin1');
const bytesOf = (page: string): Buffer => Buffer.from(page, 'latin1');

/** Words of queries decide what is unrelated: queries without a common word of three letters. */
const wordsOf = (query: string): string[] => query.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? [];
const isUnrelated = (page: CorpusPage, other: CorpusPage): boolean => {
  const words = new Set(wordsOf(page.query));
  return other.query !== '' && page.query !== other.query && !wordsOf(other.query).some((word) => words.has(word));
};
const unrelated = (page: CorpusPage, others: readonly CorpusPage[], random: Random): CorpusPage | null =>
  random.pick(
    others.filter((other) => isUnrelated(page, other) && other.results.length > 4 && isJson(page.bytes) === isJson(other.bytes)),
  ) ?? null;

/** Blocks by result, without those that stand in an earlier one. Null where a result is not found: half of a page would be less than half. */
function blocksByResult(page: CorpusPage): Map<number, Block[]> | null {
  const blocks = new Map<number, Block[]>();
  for (const block of blocksOf(text(page.bytes), page.results)) blocks.set(block.result, [...(blocks.get(block.result) ?? []), block]);
  return blocks.size === page.results.length ? blocks : null;
}
const mainBlock = (blocks: readonly Block[]): Block => blocks.at(-1)!;

function replaced(page: string, edits: readonly { readonly start: number; readonly end: number; readonly text: string }[]): string {
  let [from, result] = [0, ''];
  for (const { start, end, text: put } of edits.toSorted((a, b) => a.start - b.start)) {
    if (start < from) continue;
    result += page.slice(from, start) + put;
    from = end;
  }
  return result + page.slice(from);
}

/** Removes the results that the test selects, wherever the page links to them. */
function withoutResults(page: CorpusPage, isRemoved: (result: number) => boolean): Corrupted | null {
  if (isJson(page.bytes)) return jsonWithResults(page, (list) => list.filter((_, index) => !isRemoved(index)));
  const blocks = [...(blocksByResult(page) ?? [])].filter(([result]) => isRemoved(result)).flatMap(([, own]) => own);
  if (blocks.length === 0) return null;
  return {
    bytes: bytesOf(
      replaced(
        text(page.bytes),
        blocks.map(({ start, end }) => ({ start, end, text: '' })),
      ),
    ),
  };
}

/** The markup of the results of a page, in order. */
function markupOf(page: CorpusPage): string[] {
  const all = text(page.bytes);
  return [...(blocksByResult(page) ?? [])]
    .sort(([one], [two]) => one - two)
    .map(([, blocks]) => mainBlock(blocks))
    .map(({ start, end }) => all.slice(start, end));
}

const poisoned: Corruption = (page, others, random) => {
  const other = unrelated(page, others, random);
  if (!other) return null;
  if (isJson(page.bytes)) return jsonWithResults(page, () => null, other);
  const [markup, blocks] = [markupOf(other), blocksByResult(page)];
  if (markup.length < 2 || !blocks) return null;
  const edits = [...blocks].flatMap(([result, own]) =>
    own.map((block) => ({ start: block.start, end: block.end, text: block === mainBlock(own) ? (markup[result] ?? '') : '' })),
  );
  return { bytes: bytesOf(replaced(text(page.bytes), edits)) };
};

const mixedUp: Corruption = (page, others, random) => {
  const other = unrelated(page, others, random);
  if (!other) return null;
  if (isJson(page.bytes))
    return jsonWithResults(page, (list, foreign) => [...list, ...foreign.slice(0, Math.ceil(foreign.length / 2))], other);
  const [markup, blocks] = [markupOf(other), blocksByResult(page)];
  const half = markup.slice(0, Math.ceil(markup.length / 2));
  if (half.length < 2 || !blocks) return null;
  const places = [...blocks.values()].map((own) => mainBlock(own).end);
  const edits = half.map((put, index) => ({ start: places[index % places.length]!, end: places[index % places.length]!, text: put }));
  return { bytes: bytesOf(inserted(text(page.bytes), edits)) };
};

function inserted(page: string, edits: readonly { readonly start: number; readonly text: string }[]): string {
  return edits
    .toSorted((a, b) => b.start - a.start)
    .reduce((all, { start, text: put }) => all.slice(0, start) + put + all.slice(start), page);
}

/** Every second result gets the texts and links of an unrelated one. The marks of the engine stay, so they cannot show it. */
const retexted: Corruption = (page, others, random) => {
  const foreign = random.shuffle(others.filter((other) => isUnrelated(page, other))).flatMap(({ results }) => results);
  const blocks = isJson(page.bytes) ? null : blocksByResult(page);
  if (!blocks || foreign.length < page.results.length) return null;
  const all = text(page.bytes);
  const edits = [...blocks].flatMap(([result, own]) => {
    if (result % 2 === 0) return [];
    const { start, end } = mainBlock(own);
    const put = withResult(all.slice(start, end), page.results[result]!, foreign[result]!);
    return put === null ? [] : [{ start, end, text: put }];
  });
  return edits.length === 0 ? null : { bytes: bytesOf(replaced(all, edits)) };
};

/** A page of another language gets the query of this page; without one, the page comes for a request in another language. */
const wrongLanguage: Corruption = (page, others, random) => {
  if (page.language === null) return null;
  const other = random.pick(others.filter(({ language, query }) => language !== null && language !== page.language && query !== ''));
  if (!other) return { bytes: page.bytes, language: page.language === 'de' ? 'fr' : 'de' };
  return { bytes: withQuery(other, page.query), language: page.language };
};

/** Replaces the query of a page wherever it stands, as text or as part of a URL. */
function withQuery(page: CorpusPage, query: string): Buffer {
  const latin = (value: string): string => Buffer.from(value, 'utf8').toString('latin1');
  const spellings = [
    latin,
    (value: string) => encodeURIComponent(value),
    (value: string) => encodeURIComponent(value).replaceAll('%20', '+'),
  ];
  return bytesOf(spellings.reduce((all, spell) => all.replaceAll(spell(page.query), spell(query)), text(page.bytes)));
}

const CUT = [0.2, 0.85] as const;
const truncated: Corruption = ({ bytes }, _, random) => ({ bytes: bytes.subarray(0, Math.floor(bytes.length * random.between(...CUT))) });

const otherQuery: Corruption = (page, others, random) => {
  const other = unrelated(page, others, random);
  return other && { bytes: other.bytes };
};

const onlyAds: Corruption = (page) => withoutResults(page, () => true);
const halfRemoved: Corruption = (page, _, random) => {
  if (page.results.length < 2) return null;
  const chosen = new Set(random.shuffle([...page.results.keys()]).slice(0, Math.ceil(page.results.length / 2)));
  return withoutResults(page, (result) => chosen.has(result));
};

const scrambled: Corruption = ({ bytes }, _, random) => {
  const changed = transformPage(bytes, 'classes', random);
  return changed.equals(bytes) ? null : { bytes: changed };
};

export const CORRUPTIONS = {
  poisoned,
  mixedUp,
  retexted,
  wrongLanguage,
  truncated,
  otherQuery,
  onlyAds,
  scrambled,
  halfRemoved,
} as const satisfies Readonly<Record<string, Corruption>>;

export type CorruptionName = keyof typeof CORRUPTIONS;
export const CORRUPTION_NAMES = Object.keys(CORRUPTIONS) as CorruptionName[];

export const corrupt = (name: CorruptionName, page: CorpusPage, others: readonly CorpusPage[], random: Random): Corrupted | null =>
  (CORRUPTIONS[name] as Corruption)(page, others, random);
