// One attempt at a search: fetches the pages of one source until enough results are proven.
import { languagesOf } from '../../business/languages.ts';
import type { SerpData } from '../../contract/items.ts';
import type { CompressedText } from '../../contract/order.ts';
import type { Stop } from '../../contract/serp.ts';
import type { Verdict } from '../../contract/vocabulary.ts';
import { type Page, type PageRequest, SourceError, unreadable } from '../../sources/adapter.ts';
import { type AttemptResult, collectFrom, failureOf } from '../../sources/attempt.ts';
import { type Collected, CollectFailure } from '../../sources/collect.ts';
import { statedLanguage } from '../../sources/page/language.ts';
import type { Source } from '../../sources/route.ts';
import { type Engine, hasCustomOptions, type SerpPage, type SerpQuery } from '../../sources/serp.ts';
import { isOfSite, type StoredFind } from './find.ts';
import { isWrongLanguage } from './language.ts';
import { countOrganic, mergePages } from './merge.ts';
import type { Evidence } from './quality/evidence.ts';
import type { JobJudging } from './quality/judging.ts';
import { statedQueryOf } from './quality/page-evidence.ts';
import { type Quality, qualityOf } from './quality/quality.ts';
import { judge, RESULTS_MIN } from './verdict.ts';

export interface SearchResult {
  readonly data: SerpData;
  readonly verdict: Verdict;
  readonly pages: number;
  readonly quality: Quality;
  /** The raw pages, if requested: compressed where another thread does it, else in `data`. */
  readonly raw: readonly CompressedText[];
}

export interface CustomParameters {
  readonly saveRaw: boolean;
  readonly find: StoredFind | null;
  /** Null in test mode: only the pages themselves are judged. */
  readonly judging: JobJudging | null;
  /** Called with all pages of the source, before they are judged. */
  readonly onCollected?: (collected: Collected<SerpPage>) => void;
}

type Paging = NonNullable<Engine['traits']['paging']>;

/** Requests ask for results in steps of ten. With large pages, half a page would be several steps. */
const HALF_PAGE_MAX = 10;

const REASONS: Readonly<Record<Stop, string>> = {
  repeated: 'repeats earlier results',
  empty: 'has no results',
  suspect: 'does not match the query',
  blocked: 'is a block page',
  unreachable: 'could not be reached',
  unparsed: 'could not be read',
};

export async function searchOnce(
  source: Source<SerpQuery, SerpPage>,
  engine: Engine,
  query: SerpQuery,
  number: number,
  { saveRaw, find, judging, onCollected }: CustomParameters,
): Promise<AttemptResult<SearchResult>> {
  const { pageSize } = engine.traits;
  const pagesMax = Math.ceil(query.maxResults / (source.pageSize ?? pageSize)) + 2;
  const stopsAt = find?.stopWhenFound ? find.domain : null;
  const missing = (soFar: readonly SerpPage[]) => query.maxResults - countOrganic(soFar);
  const half = Math.min(pageSize / 2, HALF_PAGE_MAX);
  const enough = (soFar: readonly SerpPage[]) =>
    missing(soFar) < half || isRepetition(soFar) || (stopsAt !== null && soFar.at(-1)!.organic.some(({ url }) => isOfSite(url, stopsAt)));
  // If paging may stop at any page, do not fetch pages ahead.
  const paging = source.adapter === engine && stopsAt === null ? engine.traits.paging : undefined;
  // Fetch a page ahead only if it is needed even when all pages before it are full.
  const ahead = (next: PageRequest, soFar: readonly SerpPage[]) =>
    pagesAhead(next, paging!, Math.floor((missing(soFar) - half) / pageSize));
  const collected = await collectFrom(source, query, number, {
    pagesMax,
    enough,
    isSufficient: (soFar) => countOrganic(soFar) > 0,
    ...(paging ? { ahead } : {}),
    keepBodies: saveRaw,
  });
  onCollected?.(collected);
  const { found, pages, stopped, rejection } = provenOf(collected, query, engine);
  const verdict = judge(found, query.keyword, query.language) as Verdict;
  const isStopped = isEarlyStop(stopped);
  const isLast = collected.isLast === true && !stopped && source.adapter === engine && !hasCustomOptions(query);
  const quality = await judgedQuality({ source, engine, query, found, pages, isStopped, isLast, judging });
  const { texts, raw } = saveRaw ? await rawPages(pages) : { texts: [], raw: [] };
  const data = mergePages(found, query.maxResults, texts);
  return {
    result: { data, verdict, quality, pages: pages.length, raw },
    outcome: verdict,
    ...(stopped ? { stopped } : {}),
    ...(rejection ? { furtherError: rejection } : {}),
  };
}

/** Engines end their lists by empty or repeated pages. */
const isEarlyStop = (stopped: Proven['stopped']): boolean =>
  stopped !== undefined && stopped.outcome !== 'empty' && stopped.outcome !== 'repeated';

interface Answered extends Pick<Evidence, 'found' | 'isStopped' | 'isLast'> {
  readonly source: Source<SerpQuery, SerpPage>;
  readonly engine: Engine;
  readonly query: SerpQuery;
  readonly pages: readonly Page[];
  readonly judging: JobJudging | null;
}

/** Throws when the results are those of another question. */
async function judgedQuality({ source, engine, query, found, pages, isStopped, isLast, judging }: Answered): Promise<Quality> {
  const agreement =
    (await judging?.pastAgreementOf(
      source.name,
      found.flatMap(({ organic }) => organic),
    )) ?? null;
  if (agreement?.isOfOtherQuery) {
    const reason = 'the results are those of another query';
    throw new CollectFailure(new SourceError('suspect', 'nextSource', reason, engine.traits.cooldownSecondsAfterBlock), pages[0] ?? null);
  }
  const pageSize = source.pageSize ?? engine.traits.pageSize;
  const judged = pages.map((page) => ({ signs: page.signs ?? null, language: statedLanguage(page), isMixed: page.isMixed ?? false }));
  return qualityOf({
    engine: { name: engine.name, traits: { ...engine.traits, pageSize } },
    query,
    found,
    pages: judged,
    isStopped,
    isLast,
    familiarityOf: judging?.familiarityOf ?? null,
    agreement,
  });
}

/** The pages of one source are all compressed elsewhere, or none of them is. */
async function rawPages(pages: readonly Page[]): Promise<{ texts: string[]; raw: CompressedText[] }> {
  const compressed = pages.flatMap(({ compressText }) => (compressText ? [compressText('json')] : []));
  return compressed.length > 0 ? { texts: [], raw: await Promise.all(compressed) } : { texts: pages.map(({ body }) => body), raw: [] };
}

/** Returns whether the last page repeats only earlier results. */
const isRepetition = (pages: readonly SerpPage[]): boolean => countOrganic(pages) === countOrganic(pages.slice(0, -1));

interface Proven {
  readonly found: readonly SerpPage[];
  readonly pages: readonly Page[];
  readonly stopped?: { readonly page: number; readonly outcome: Stop; readonly reason: string };
  readonly rejection?: SourceError;
}

/** Drops further pages that are not proven. Throws when the first page itself is suspect. */
function provenOf({ found, pages, failure }: Collected<SerpPage>, query: SerpQuery, engine: Engine): Proven {
  // An AI answer has no marker for "no results". Without text, it could not be parsed.
  if (engine.traits.api !== undefined && !hasText(found))
    throw new CollectFailure(unreadable('The AI model gave no answer.'), pages[0] ?? null);
  const rejection = failure ? failureOf(failure).error : undefined;
  let stop = rejection ? (rejection.outcome as Stop) : null;
  let count = found.length;
  if (!stop && count > 1 && isRepetition(found)) {
    stop = found.at(-1)!.organic.length === 0 ? 'empty' : 'repeated';
    count -= 1;
  }
  const suspicion = (size: number) => suspicionOf(pages.slice(0, size), found.slice(0, size), query, engine);
  const whole = suspicion(count);
  if (whole !== null) {
    do count -= 1;
    while (count > 0 && suspicion(count) !== null);
    // Too few results cannot be judged, so they are no proof.
    if (countOrganic(found.slice(0, count)) < RESULTS_MIN)
      throw new CollectFailure(new SourceError('suspect', 'nextSource', whole, engine.traits.cooldownSecondsAfterBlock), pages[0] ?? null);
    stop = 'suspect';
  }
  const proven = { found: found.slice(0, count), pages: pages.slice(0, count) };
  if (!stop) return proven;
  const page = count + 1;
  return { ...proven, stopped: { page, outcome: stop, reason: `Page ${page} ${REASONS[stop]}.` }, ...(rejection ? { rejection } : {}) };
}

const hasText = (found: readonly SerpPage[]): boolean =>
  found.some(({ answers }) => answers.some(({ text }) => (text ?? '').trim() !== ''));

/**
 * Returns why the results are suspect, or null. The language cannot be judged for engines of one country, or with
 * custom URL parameters, which may select any language.
 */
export function suspicionOf(
  pages: readonly Pick<Page, 'body' | 'bytes' | 'language' | 'signs'>[],
  found: readonly SerpPage[],
  query: SerpQuery,
  { traits }: Pick<Engine, 'traits'>,
): string | null {
  if (judge(found, query.keyword, query.language) === 'suspect') return 'the results are unrelated to the query';
  // The page of a URL is not a result page: its search box is for something else.
  const isResultPage = !traits.keywordIsUrl && traits.api === undefined;
  if (isResultPage && statedQueryOf(pages, query.keyword) === 'other') return 'the search box of the page states another query';
  if (traits.region === 'none' || query.urlParameters.length > 0) return null;
  const wrong = isWrongLanguage(pages, found, query.language, languagesOf(query.region.countryCode));
  return wrong ? 'the page is not in the requested language' : null;
}

/** Returns the pages after `next`, assuming the engine's usual page distance. */
function pagesAhead(next: PageRequest, { parameter, step, atOnce }: Paging, count: number): PageRequest[] {
  const from = Number(new URL(next.url).searchParams.get(parameter) ?? Number.NaN);
  if (!Number.isInteger(from)) return [];
  return Array.from({ length: Math.max(0, Math.min(count, atOnce - 1)) }, (_, index) => {
    const url = new URL(next.url);
    url.searchParams.set(parameter, String(from + step * (index + 1)));
    return { ...next, url: url.href };
  });
}
