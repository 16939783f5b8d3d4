// The sources of this installation that canaries may test, and budgets that name none of them.
import type { Config } from '../config.ts';
import type { Canary } from '../contract/canaries.ts';
import { LOOKUP_SOURCES } from './canary-terms.ts';

/** Returns engines, or lookups, with their configured sources. The catalogue is loaded with the first call: few processes ever need it. */
export async function configuredSources(config: Config): Promise<readonly [engine: string, source: string][]> {
  const { readEngineSetups } = await import('./source-catalogue.ts');
  return [
    ...readEngineSetups(config).flatMap(({ engine, names }) => names.map((name): [string, string] => [engine, name])),
    ...Object.entries(LOOKUP_SOURCES),
  ];
}

/** Returns the names in CANARY_BUDGET that no canary ever uses: misspelt ones, and sources without settings or canaries. */
export async function uselessBudgets(config: Config, canaries: readonly Pick<Canary, 'engine'>[]): Promise<string[]> {
  const budgeted = Object.keys(config.CANARY_BUDGET);
  if (budgeted.length === 0) return [];
  const engines = new Set<string>(canaries.map(({ engine }) => engine));
  const tested = new Set((await configuredSources(config)).flatMap(([engine, source]) => (engines.has(engine) ? [source] : [])));
  return budgeted.filter((name) => !tested.has(name));
}
