// The catalogue of engines, derived from the list of engine folders.
import { ENGINES, type EngineName } from '../contract/vocabulary.ts';
import { DEFINITIONS } from './engines/list.ts';
import type { ModelSettings } from './model-answers.ts';
import type { Engine } from './serp.ts';

export type EngineTable = Readonly<Record<EngineName, Engine | null>>;

/** Credentials of the engines that use an official API instead of a page. */
export type EngineCredentials = Readonly<Partial<Record<EngineName, ModelSettings | null>>>;

/** Returns the engines in the order of the vocabulary. An engine without the credentials that it needs is null. */
export function createEngineTable(credentials: EngineCredentials): EngineTable {
  return Object.fromEntries(
    ENGINES.map((name) => {
      const { engine } = DEFINITIONS[name];
      if (typeof engine !== 'function') return [name, engine];
      const settings = credentials[name];
      return [name, settings ? engine(settings) : null];
    }),
  ) as unknown as EngineTable;
}
