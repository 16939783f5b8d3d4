// Compares an answer with earlier ones, with those of other variants and with recent ones to other questions.
import { ANSWER_SECONDS_MIN, type PastAnswer } from '../../../business/answers/answers.ts';
import type { PastAgreement } from './evidence.ts';

/** Two answers are nearly equal from this share of common results, and differ up to this one. */
const EQUAL_MIN = 0.9;
const MOVED_MAX = 0.6;
/** Answers with at most this share in common have not moved on from each other. One of them may be wrong. */
const BROKEN_MAX = 0.2;
/** Fewer results may be equal by chance. */
const RESULTS_MIN = 4;
/** An answer that returns must be older than this, with at least so many others in between. */
const STALE_SECONDS_MIN = 3600;
const BETWEEN_MIN = 2;
/** Older answers may rightly have nothing in common. */
const RECENT_SECONDS_MAX = 7 * 86_400;
const SIBLING_SECONDS_MAX = 86_400;
/** Answers that follow each other have at least this share in common while a question is steady. */
const STEADY_MIN = 0.5;

/** Returns the number of common results as a share of the shorter list. */
export function commonShare(one: readonly number[], other: readonly number[]): number {
  const shorter = Math.min(one.length, other.length);
  if (shorter === 0) return 0;
  const known = new Set(other);
  return new Set(one.filter((hash) => known.has(hash))).size / shorter;
}

/** `past` is sorted by age, newest first. */
export function pastAgreementOf(
  urls: readonly number[],
  variant: number,
  past: readonly PastAnswer[],
  isOfOtherQuery: boolean,
): PastAgreement {
  const usable = past.filter((answer) => answer.urls.length >= RESULTS_MIN);
  const own = settled(usable.filter((answer) => answer.variant === variant));
  const others = usable.filter((answer) => answer.variant !== variant);
  const isComparable = urls.length >= RESULTS_MIN;
  const nearest = (answers: readonly PastAnswer[], secondsMax: number): number | null => {
    const recent = answers.filter(({ ageSeconds }) => ageSeconds <= secondsMax);
    return isComparable && recent.length > 0 ? Math.max(...recent.map((answer) => commonShare(urls, answer.urls))) : null;
  };
  return {
    recent: nearest(own, RECENT_SECONDS_MAX),
    isSteady: isSteady(own.filter(({ ageSeconds }) => ageSeconds <= RECENT_SECONDS_MAX)),
    siblings: nearest(others, SIBLING_SECONDS_MAX),
    isStale: isComparable && isStale(urls, own),
    isOfOtherQuery: isComparable && isOfOtherQuery,
  };
}

/**
 * Returns the answers that a further one is compared with. The newest one may be the first wrong one, so it is used only
 * when there is no older one.
 */
function settled(answers: readonly PastAnswer[]): readonly PastAnswer[] {
  const old = answers.filter(({ ageSeconds }) => ageSeconds >= ANSWER_SECONDS_MIN);
  return old.some(({ ageSeconds }) => ageSeconds <= RECENT_SECONDS_MAX) ? old : answers;
}

const isSteady = (answers: readonly PastAnswer[]): boolean =>
  answers.length > 1 && answers.every(({ urls }, index) => index === 0 || commonShare(urls, answers[index - 1]!.urls) >= STEADY_MIN);

/**
 * An old answer returned although all answers since then had moved on. After a source lied, the wrong answers are in between:
 * they have next to nothing in common with the old one, and the right answer that follows them is not stale.
 */
function isStale(urls: readonly number[], own: readonly PastAnswer[]): boolean {
  return own.some((old, index) => {
    const between = own.slice(0, index);
    return (
      old.ageSeconds >= STALE_SECONDS_MIN &&
      between.length >= BETWEEN_MIN &&
      commonShare(urls, old.urls) >= EQUAL_MIN &&
      between.every((answer) => commonShare(urls, answer.urls) <= MOVED_MAX && commonShare(answer.urls, old.urls) > BROKEN_MAX)
    );
  });
}
