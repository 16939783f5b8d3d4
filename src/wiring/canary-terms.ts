// Whether canaries run here, and which sources they may query.
import type { Config } from '../config.ts';
import { createProviders } from './providers.ts';

/** Canaries run when the interval is not 0. With REPLAY_DIR no source is on the network. */
export const hasCanaries = (config: Pick<Config, 'CANARY_INTERVAL_MINUTES' | 'REPLAY_DIR'>): boolean =>
  config.CANARY_INTERVAL_MINUTES > 0 && config.REPLAY_DIR === null;

/** Names of the sources of lookups, which have no route. */
export const LOOKUP_SOURCES = { whois: 'registry', technologies: 'page' } as const;

/** Budgets of canaries are counted beside those of providers, under names of their own. */
export const budgetName = (source: string): string => `canary.${source}`;

/** Sources that need credentials or have a budget. They are tested only with a number in CANARY_BUDGET. */
export function paidSources(config: Config): ReadonlySet<string> {
  return new Set([...createProviders(config).map(({ name }) => name), 'openai', 'perplexity', ...Object.keys(config.PROVIDER_BUDGETS)]);
}

/** Returns whether canaries may query the source at all. A number for a free source limits it as well. */
export function isBudgeted(source: string, paid: ReadonlySet<string>, { CANARY_BUDGET }: Pick<Config, 'CANARY_BUDGET'>): boolean {
  return Object.hasOwn(CANARY_BUDGET, source) ? CANARY_BUDGET[source]! > 0 : !paid.has(source);
}
