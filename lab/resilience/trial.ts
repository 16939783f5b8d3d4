// What every trial gets and returns.
import type { Say } from '../report.ts';

export interface TrialSettings {
  readonly say: Say;
  /** A shorter run with the same guarantees. */
  readonly quick: boolean;
  /** The commit of the older build; the one before the last migration when absent. */
  readonly from?: string;
  /** Breaks what the trial checks, to show that the trial can fail. Only `upgrade` supports it. */
  readonly sabotage?: boolean;
}

export interface TrialResult {
  readonly figures: Readonly<Record<string, unknown>>;
  /** The guarantees that did not hold, in words. */
  readonly broken: readonly string[];
}
