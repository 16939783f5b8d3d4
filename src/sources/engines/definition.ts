// The shape of an engine's folder: everything that the rest of the project derives about an engine.
import type { SerpItems } from '../../contract/items.ts';
import type { ModelSettings } from '../model-answers.ts';
import type { SandboxSite } from '../sandbox/site.ts';
import type { Engine } from '../serp.ts';

/** Exported as `definition` by the `index.ts` of every engine's folder. */
export interface EngineDefinition {
  /** Traits and adapter. An engine with an official API in place of a page is created with the credentials of that API. */
  readonly engine: Engine | ((settings: ModelSettings) => Engine);
  /** The site that answers for the engine in the sandbox. Engines that read the same page share one. */
  readonly site: SandboxSite;
  /** The engine's row and notes in docs/engines.md. */
  readonly docs: {
    /** Arrays of `data` that the engine's own source can fill, in the order of the table. */
    readonly fills: readonly (keyof SerpItems | 'raw')[];
    /** Each continues a sentence that begins with the engine's name. */
    readonly notes?: readonly string[];
  };
}
