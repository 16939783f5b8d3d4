// Compares an answer with earlier ones, with those of other variants and with recent ones to other questions.
import { ANSWER_SECONDS_MIN, type PastAnswer } from '../../../business/answers/answers.ts';
import { commonShare } from './common-share.ts';
import type { PastAgreement } from './evidence.ts';
import { isStale } from './stale-answers.ts';

/** Fewer results may be equal by chance. */
const RESULTS_MIN = 4;
/** Older answers may rightly have nothing in common. */
const RECENT_SECONDS_MAX = 7 * 86_400;
const SIBLING_SECONDS_MAX = 86_400;
/** Only a nearly complete change counts. */
const CHANGED_MAX = 0.1;
/** Answers that follow each other have at least this share in common while a question is steady. */
const STEADY_MIN = 0.5;

/** `past` is sorted by age, newest first. */
export function pastAgreementOf(
  urls: readonly number[],
  variant: number,
  past: readonly PastAnswer[],
  isOfOtherQuery: boolean,
): PastAgreement {
  const usable = past.filter((answer) => answer.urls.length >= RESULTS_MIN);
  const isOther = (answer: PastAnswer): boolean => answer.variant !== variant;
  const own = settled(usable.filter((answer) => !isOther(answer)));
  const isComparable = urls.length >= RESULTS_MIN;
  const nearest = (answers: readonly PastAnswer[], secondsMax: number): number | null => {
    const recent = answers.filter(({ ageSeconds }) => ageSeconds <= secondsMax);
    return isComparable && recent.length > 0 ? Math.max(...recent.map((answer) => commonShare(urls, answer.urls))) : null;
  };
  const recent = nearest(own, RECENT_SECONDS_MAX);
  return {
    recent,
    isSteady: hasChanged(recent) && isSteady(own.filter(({ ageSeconds }) => ageSeconds <= RECENT_SECONDS_MAX)),
    siblings: recent === null ? nearest(usable.filter(isOther), SIBLING_SECONDS_MAX) : null,
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

/** `recent` is the share that an answer has in common with the nearest recent one. */
export const hasChanged = (recent: number | null): boolean => recent !== null && recent < CHANGED_MAX;

const isSteady = (answers: readonly PastAnswer[]): boolean =>
  answers.length > 1 && answers.every(({ urls }, index) => index === 0 || commonShare(urls, answers[index - 1]!.urls) >= STEADY_MIN);
