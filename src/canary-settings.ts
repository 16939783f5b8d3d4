// Settings of the canaries: their list, their rate, what they may cost and what follows from a failure.
import { SWITCHING, type Switching } from './business/canaries/rules.ts';
import { fail, number, oneOf, optional, type Setting } from './setting.ts';

export type CanaryBudget = Readonly<Record<string, number>>;

const RUNS_MAX = 1_000_000;

const budget: Setting<CanaryBudget> = {
  read: (given) => {
    const problem = 'must be JSON such as {"serper":20}: a whole number of runs per day for each source';
    let value: unknown;
    try {
      value = JSON.parse(given);
    } catch {
      return fail(problem);
    }
    const isValid =
      typeof value === 'object' &&
      value !== null &&
      !Array.isArray(value) &&
      Object.values(value).every((runs) => Number.isInteger(runs) && runs >= 0 && runs <= RUNS_MAX);
    return isValid ? (value as CanaryBudget) : fail(problem);
  },
  fallback: {},
  reason:
    'Canary runs per day (UTC) at paid sources, over all their engines, as JSON such as {"serper":20}. Paid sources without a number are not tested. Their calls also count against PROVIDER_BUDGETS.',
};

export const canarySettings = {
  CANARY_INTERVAL_MINUTES: number(
    60,
    0,
    10_080,
    'Ask each canary at each source this often. Sources behind proxies take turns. 0 disables canaries.',
  ),
  CANARIES_FILE: optional('JSON file with canaries that are added to the shipped ones, replace or disable them. See Canaries.'),
  CANARY_BUDGET: budget,
  CANARY_SWITCHES_OFF: oneOf<Switching>(
    SWITCHING,
    'false',
    'true takes a source that fails its canaries off the route until it passes, but never the last working source of an engine. all takes that one, too. Lookups are never switched off.',
  ),
} as const;
