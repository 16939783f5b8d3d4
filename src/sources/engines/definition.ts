// The definition of an engine, from which the rest of the project derives everything else.
import type { SerpItems } from '../../contract/items.ts';
import type { ModelSettings } from '../model-answers.ts';
import type { SandboxSite } from '../sandbox/site.ts';
import type { Engine } from '../serp.ts';

/** Exported as `definition` by the `index.ts` of every engine's folder. */
export interface EngineDefinition {
  /** Traits and adapter. An engine that uses an official API instead of a page is created with its credentials. */
  readonly engine: Engine | ((settings: ModelSettings) => Engine);
  /** The site of the engine in the sandbox. Engines that parse the same page share one. */
  readonly site: SandboxSite;
  /** The engine's row and notes in docs/engines.md. */
  readonly docs: {
    /** Arrays of `data` that the engine's own source can fill, in the order of the table. */
    readonly fills: readonly (keyof SerpItems | 'raw')[];
    /** Each continues a sentence that begins with the engine's name. */
    readonly notes?: readonly string[];
  };
}
