// Engine definition of Perplexity.
import type { EngineDefinition } from '../definition.ts';
import { createPerplexityEngine } from './engine.ts';
import { perplexity } from './sandbox.ts';

export const definition: EngineDefinition = {
  engine: createPerplexityEngine,
  site: perplexity,
  docs: {
    fills: ['answers', 'organic'],
    notes: ['uses its official API. As with ChatGPT, cited pages are in `organic` as well, and an AI answer without text is `unparsed`.'],
  },
};
