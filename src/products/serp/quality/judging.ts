// What a process needs to judge the quality of SERPs: known layouts, earlier answers and recent answers of each source.
import { ANSWER_SECONDS_MIN, type Answers } from '../../../business/answers/answers.ts';
import { answerKey, hashedUrls, URLS_MAX } from '../../../business/answers/question.ts';
import type { OrganicItem } from '../../../contract/items.ts';
import type { Job } from '../../../contract/order.ts';
import { hasCustomOptions, type SerpQuery } from '../../../sources/serp.ts';
import type { FamiliarityOf, PastAgreement } from './evidence.ts';
import { createRecentAnswers, type RecentAnswers } from './other-query.ts';
import { pastAgreementOf } from './past-answers.ts';

export interface Judging {
  /** Null when no layouts are known. */
  readonly familiarityOf: FamiliarityOf | null;
  /** Null in a process without a database. */
  readonly answers: Answers | null;
  readonly recent: RecentAnswers;
  /** Accounts share results, so they share earlier answers. */
  readonly isShared: boolean;
}

/** Judges the answers of one job. */
export interface JobJudging {
  readonly familiarityOf: FamiliarityOf | null;
  pastAgreementOf(source: string, organic: readonly OrganicItem[]): Promise<PastAgreement | null>;
  /** Called with the answer that is delivered. */
  record(organic: readonly OrganicItem[]): void;
}

export const createJudging = (parts: Partial<Omit<Judging, 'recent'>> = {}): Judging => ({
  familiarityOf: null,
  answers: null,
  isShared: false,
  ...parts,
  recent: createRecentAnswers(),
});

/** Test pages are the same every time, so nothing outside of them may change their quality. */
export function judgeJob(
  { familiarityOf, answers, recent, isShared }: Judging,
  job: Pick<Job, 'accountId' | 'mode'>,
  query: SerpQuery,
): JobJudging | null {
  if (job.mode !== 'live') return null;
  const isCustom = hasCustomOptions(query);
  const key = answerKey({
    accountId: isShared ? null : job.accountId,
    engine: query.engine,
    keyword: query.keyword,
    place: query.region.canonicalName,
    language: query.language,
    isMobile: query.isMobile,
    maxResults: query.maxResults,
  });
  let isStored = false;
  let hashed: { readonly urls: readonly string[]; readonly hashes: readonly number[] } = { urls: [], hashes: [] };
  /** The answer that is delivered mostly has the results that were compared. */
  const hashesOf = (organic: readonly OrganicItem[]): readonly number[] => {
    const urls = organic.slice(0, URLS_MAX).map(({ url }) => url);
    const isKnown = urls.length === hashed.urls.length && urls.every((url, index) => url === hashed.urls[index]);
    if (!isKnown) hashed = { urls, hashes: hashedUrls(urls) };
    return hashed.hashes;
  };
  return {
    // Pages with custom options are not counted, so a layout that only they have would never become familiar.
    familiarityOf: isCustom ? null : familiarityOf,
    pastAgreementOf: async (source, organic) => {
      if (isCustom) return null;
      const urls = hashesOf(organic);
      const past = answers ? await answers.read(key) : [];
      isStored = past.some(({ variant, ageSeconds }) => variant === key.variant && ageSeconds < ANSWER_SECONDS_MIN);
      return pastAgreementOf(urls, key.variant, past, recent.isOfOtherQuery(`${query.engine} ${source}`, query.keyword, urls, organic));
    },
    record: (organic) => {
      if (!isCustom && !isStored && organic.length > 0) answers?.write(key, hashesOf(organic));
    },
  };
}
