// Remembers the recent answers of each source, to notice an answer that belongs to another question.
import type { OrganicItem } from '../../../contract/items.ts';
import { judgedOf, queryTermsOf, relatedShares } from '../verdict.ts';
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
  const numbers = new Map<string, number>();
  const byUrl = new Map<number, RecentAnswer>();
  /** Returns one number for the source and each of the first results. Texts as keys would have to be built for every page. */
  const keysOf = (source: string, urls: readonly number[]): number[] => {
    const number = numbers.get(source) ?? numbers.size;
    numbers.set(source, number);
    return urls.slice(0, INDEXED).map((hash) => number * 2 ** 32 + (hash >>> 0));
  };
  const remember = (keys: readonly number[], answer: RecentAnswer): void => {
    for (const key of keys) {
      byUrl.delete(key);
      byUrl.set(key, answer);
    }
    while (byUrl.size > answersMax * INDEXED) byUrl.delete(byUrl.keys().next().value!);
  };
  return {
    isOfOtherQuery: (source, keyword, urls, organic) => {
      if (urls.length < RESULTS_MIN || keyword.length > KEYWORD_LENGTH_MAX) return false;
      const keys = keysOf(source, urls);
      const isOther = keys.some((key) => {
        const answer = byUrl.get(key);
        return (
          answer !== undefined &&
          answer.keyword !== keyword &&
          commonShare(urls, answer.urls) >= EQUAL_MIN &&
          compareQueries(keyword, answer.keyword) === 'other' &&
          meanShare(organic, keyword) < RELATED_MAX
        );
      });
      if (!isOther) remember(keys, { keyword, urls });
      return isOther;
    },
  };
}

function meanShare(organic: readonly OrganicItem[], keyword: string): number {
  const terms = queryTermsOf(keyword);
  if (terms.distinctive.length === 0 || organic.length === 0) return 1;
  const shares = relatedShares(judgedOf(organic), terms, 'distinctive');
  return shares.reduce((sum, share) => sum + share, 0) / shares.length;
}
