// Remembers the recent answers of each source, to notice an answer that belongs to another question.
import type { OrganicItem } from '../../../contract/items.ts';
import { queryTermsOf, relatedShares } from '../verdict.ts';
import { commonShare } from './common-share.ts';
import { compareQueries } from './stated-query.ts';

const ANSWERS_MAX = 2000;
/** Queries are kept in memory only, and long ones not at all. */
const KEYWORD_LENGTH_MAX = 200;
const EQUAL_MIN = 0.8;
const RESULTS_MIN = 4;
/** Two wordings of one question have equal answers. Then the results contain the words of both. */
const RELATED_MAX = 0.3;

interface RecentAnswer {
  readonly keyword: string;
  readonly urls: readonly number[];
}

export interface RecentAnswers {
  /** Returns whether the results nearly equal those of a clearly different query, and remembers them. */
  isOfOtherQuery(source: string, keyword: string, urls: readonly number[], organic: readonly OrganicItem[]): boolean;
}

/** An answer is found by each of its first three results. */
const INDEXED = 3;

export function createRecentAnswers(answersMax: number = ANSWERS_MAX): RecentAnswers {
  const byUrl = new Map<string, RecentAnswer>();
  const remember = (source: string, answer: RecentAnswer): void => {
    for (const hash of answer.urls.slice(0, INDEXED)) {
      const key = `${source} ${hash}`;
      byUrl.delete(key);
      byUrl.set(key, answer);
    }
    for (const oldest of byUrl.keys()) {
      if (byUrl.size <= answersMax * INDEXED) break;
      byUrl.delete(oldest);
    }
  };
  return {
    isOfOtherQuery: (source, keyword, urls, organic) => {
      if (urls.length < RESULTS_MIN || keyword.length > KEYWORD_LENGTH_MAX) return false;
      // Mostly one answer is found by all its results.
      const similar = new Set(urls.slice(0, INDEXED).flatMap((hash) => byUrl.get(`${source} ${hash}`) ?? []));
      const isOther = [...similar].some(
        (answer) =>
          commonShare(urls, answer.urls) >= EQUAL_MIN &&
          compareQueries(keyword, answer.keyword) === 'other' &&
          meanShare(organic, keyword) < RELATED_MAX,
      );
      if (!isOther) remember(source, { keyword, urls });
      return isOther;
    },
  };
}

function meanShare(organic: readonly OrganicItem[], keyword: string): number {
  const terms = queryTermsOf(keyword);
  if (terms.distinctive.length === 0 || organic.length === 0) return 1;
  const shares = relatedShares(organic, terms, 'distinctive');
  return shares.reduce((sum, share) => sum + share, 0) / shares.length;
}
