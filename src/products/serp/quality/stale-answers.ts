// Notices an answer of some weeks ago that is returned again. That very day need not be stored: results change little by little,
// so an old answer has more in common with the stored ones of its own time than with those of today.
import type { PastAnswer } from '../../../business/answers/answers.ts';
import { commonShare } from './common-share.ts';

type Dated = Pick<PastAnswer, 'urls' | 'ageSeconds'>;

/** An old answer has at least this share in common with the stored answer that is nearest to it. */
const LIKE_OLD_MIN = 0.7;
/** And at most this one with each of the two newest, which is clearly less. */
const LIKE_NEW_MAX = 0.6;
const DIFFERENCE_MIN = 0.3;
const NEW_COUNT = 2;
/** A right answer after a few wrong ones is nearest to one that is younger than this. */
const OLD_SECONDS_MIN = 5 * 86_400;
/** Answers that follow each other with at most this share in common did not change little by little. One of them may be wrong. */
const BROKEN_MAX = 0.2;
/** A question returned to earlier results when an answer has this much less in common with both neighbours than these with each other. */
const RETURN_MIN = 0.1;

/** `past` holds answers to the same question, newest first. */
export function isStale(urls: readonly number[], past: readonly Dated[]): boolean {
  if (past.length <= NEW_COUNT) return false;
  let likeNew = 0;
  for (let at = 0; at < NEW_COUNT; at++) {
    likeNew = Math.max(likeNew, commonShare(urls, past[at]!.urls));
    // Most answers end here.
    if (likeNew > LIKE_NEW_MAX) return false;
  }
  const older = past.slice(NEW_COUNT).map((answer) => commonShare(urls, answer.urls));
  const likeOld = Math.max(...older);
  if (likeOld < LIKE_OLD_MIN || likeOld - likeNew < DIFFERENCE_MIN) return false;
  const nearest = NEW_COUNT + older.indexOf(likeOld);
  if (past[nearest]!.ageSeconds < OLD_SECONDS_MIN) return false;
  const common = past.map((one) => past.map((other) => commonShare(one.urls, other.urls)));
  const isBroken = common.slice(0, nearest).some((row, index) => row[index + 1]! <= BROKEN_MAX);
  return !isBroken && !returnsToEarlierResults(common);
}

/**
 * Results that return are usual for some questions: other results at weekends, or two versions of the index in turn. After wrong
 * answers the right ones return as well. `common` has the share that each two answers have in common.
 */
const returnsToEarlierResults = (common: readonly (readonly number[])[]): boolean =>
  common.some((row, newest) =>
    row.some(
      (share, oldest) =>
        oldest > newest &&
        common.slice(newest + 1, oldest).some((between) => share - Math.max(between[newest]!, between[oldest]!) >= RETURN_MIN),
    ),
  );
