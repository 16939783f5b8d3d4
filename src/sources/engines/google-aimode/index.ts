// Engine definition of Google’s AI Mode.
import type { EngineDefinition } from '../definition.ts';
import { googleAimode } from './engine.ts';
import { googleAimodeSite } from './sandbox.ts';

export const definition: EngineDefinition = {
  engine: googleAimode,
  site: googleAimodeSite,
  docs: {
    fills: ['answers', 'organic'],
    notes: ['pages need scripts. Use `browser`, a provider, or Gemini, which returns its own AI answer and names its model in `model`.'],
  },
};
