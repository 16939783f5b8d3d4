// Evidence of other answers: earlier ones to the same question, other variants and other questions.
import type { Evidence, Penalise } from './evidence.ts';
import { hasChanged } from './past-answers.ts';

/** News and places change results quickly, so a change counts little. */
const CHANGED = 0.8;
/** The same after answers that agreed with each other. */
const CHANGED_SUDDENLY = 0.65;
const SIBLINGS = 0.9;
const STALE = 0.6;
const OTHER_QUERY = 0.2;

export function judgePastAgreement({ agreement }: Evidence, penalise: Penalise): void {
  if (!agreement) return;
  const { recent, isSteady, siblings, isStale, isOfOtherQuery } = agreement;
  if (isOfOtherQuery) penalise('otherQuery', OTHER_QUERY);
  if (isStale) penalise('stale', STALE);
  if (hasChanged(recent)) penalise('changed', isSteady ? CHANGED_SUDDENLY : CHANGED);
  if (siblings === 0) penalise('siblings', SIBLINGS);
}
