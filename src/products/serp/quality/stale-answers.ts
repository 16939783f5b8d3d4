// Notices an answer of some weeks ago that is returned again. That very day need not be stored: results change little by little,
// so an old answer has more in common with the stored ones of its own time than with those of today.
import { commonShare } from './common-share.ts';

/** An old answer has at least this share in common with the stored answer that is nearest to it. */
const LIKE_OLD_MIN = 0.8;
/** And at most this one with each of the two newest, which is clearly less. */
const LIKE_NEW_MAX = 0.6;
const DIFFERENCE_MIN = 0.3;
const NEW_COUNT = 2;
/** Answers with at most this share in common have not changed little by little. The newest ones may be wrong. */
const BROKEN_MAX = 0.2;
/** A question returned to earlier results when an answer has this much less in common with both neighbours than these with each other. */
const RETURN_MIN = 0.1;

/** `past` holds answers to the same question, newest first. */
export function isStale(urls: readonly number[], past: readonly (readonly number[])[]): boolean {
  const shares = past.map((answer) => commonShare(urls, answer));
  const [newer, older] = [shares.slice(0, NEW_COUNT), shares.slice(NEW_COUNT)];
  const likeNew = Math.max(...newer);
  const likeOld = Math.max(0, ...older);
  return (
    likeOld >= LIKE_OLD_MIN &&
    likeNew <= LIKE_NEW_MAX &&
    likeOld - likeNew >= DIFFERENCE_MIN &&
    Math.min(...newer) > BROKEN_MAX &&
    !returnsToEarlierResults(past)
  );
}

/**
 * Results that return are usual for some questions: other results at weekends, or two versions of the index in turn. After wrong
 * answers the right ones return as well.
 */
function returnsToEarlierResults(past: readonly (readonly number[])[]): boolean {
  const common = past.map((one) => past.map((other) => commonShare(one, other)));
  return past.some((_, newest) =>
    past.some(
      (_, oldest) =>
        oldest > newest &&
        common
          .slice(newest + 1, oldest)
          .some((between) => common[newest]![oldest]! - Math.max(between[newest]!, between[oldest]!) >= RETURN_MIN),
    ),
  );
}
