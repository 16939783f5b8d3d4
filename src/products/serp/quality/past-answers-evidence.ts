// Evidence of other answers: earlier ones to the same question, other variants and other questions.
import type { Evidence, Penalty } from './evidence.ts';

/** News and places change results quickly, so only a nearly complete change counts, and little. */
const CHANGED_MAX = 0.1;
const CHANGED = 0.8;
/** The same after answers that agreed with each other. */
const CHANGED_SUDDENLY = 0.65;
const SIBLINGS = 0.9;
const STALE = 0.6;
const OTHER_QUERY = 0.2;

export function judgePastAgreement({ agreement }: Evidence): Penalty[] {
  if (!agreement) return [];
  const { recent, isSteady, siblings, isStale, isOfOtherQuery } = agreement;
  const hasChanged = recent !== null && recent < CHANGED_MAX;
  return [
    ['otherQuery', isOfOtherQuery ? OTHER_QUERY : 1],
    ['stale', isStale ? STALE : 1],
    ['changed', hasChanged ? (isSteady ? CHANGED_SUDDENLY : CHANGED) : 1],
    ['siblings', siblings === 0 ? SIBLINGS : 1],
  ];
}
