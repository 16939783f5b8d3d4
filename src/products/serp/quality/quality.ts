// Computes the quality of a SERP: the product of the penalties that its evidence gives.
import type { QualityReason } from '../../../contract/quality.ts';
import { OF_ANSWERS } from './engine-facts.ts';
import type { Evidence, Penalise } from './evidence.ts';
import { judgeLanguage } from './language-evidence.ts';
import { judgePages } from './page-evidence.ts';
import { judgePastAgreement } from './past-answers-evidence.ts';
import { judgeResults } from './result-evidence.ts';

export interface Quality {
  /** From 0 to 1 with two decimals. Null where nothing can be said: AI answers and single pages. */
  readonly quality: number | null;
  readonly qualityReasons: readonly QualityReason[];
}

/**
 * Pure: the same evidence gives the same quality. Removing a result that nothing speaks against never raises it, unless
 * the page is no longer too full, or no longer full enough to prove that a further one exists.
 */
export function qualityOf(evidence: Evidence): Quality {
  const { name, traits } = evidence.engine;
  if (traits.api !== undefined || traits.keywordIsUrl || OF_ANSWERS.has(name)) return { quality: null, qualityReasons: [] };
  let product = 1;
  const qualityReasons: QualityReason[] = [];
  const penalise: Penalise = (reason, factor) => {
    if (factor >= 1) return;
    product *= factor;
    qualityReasons.push(reason);
  };
  judgePages(evidence, penalise);
  const organic = evidence.found.length === 1 ? evidence.found[0]!.organic : evidence.found.flatMap((page) => page.organic);
  judgeResults(organic, evidence, penalise);
  judgeLanguage(organic, evidence, penalise);
  judgePastAgreement(evidence, penalise);
  return { quality: Math.floor(product * 100 + 1e-9) / 100, qualityReasons };
}
