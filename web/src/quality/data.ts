// What several cards of the page "Quality" show. The page loads it once.
import type { CanaryList } from '../../../src/contract/canaries.ts';
import type { CaseList } from '../../../src/contract/cases.ts';
import type { CrossCheckList } from '../../../src/contract/cross-checks.ts';
import { type ApiState, useApi } from '../use-api.ts';

export const REFRESH_SECONDS = 30;

export interface QualityData {
  readonly canaries: ApiState<CanaryList>;
  readonly crossChecks: ApiState<CrossCheckList>;
  readonly cases: ApiState<CaseList>;
}

export const useQualityData = (): QualityData => ({
  canaries: useApi<CanaryList>('/admin/canaries', 'token', REFRESH_SECONDS),
  crossChecks: useApi<CrossCheckList>('/admin/cross-checks', 'token', REFRESH_SECONDS),
  cases: useApi<CaseList>('/admin/cases', 'token', REFRESH_SECONDS),
});
