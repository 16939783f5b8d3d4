// Engine definition of Google’s AI Mode.
import type { EngineDefinition } from '../definition.ts';
import { googleAimode } from './engine.ts';
import { googleAimodeSite } from './sandbox.ts';

export const definition: EngineDefinition = {
  engine: googleAimode,
  site: googleAimodeSite,
  docs: {
    fills: ['answers', 'organic'],
    notes: ['pages need scripts. Use `browser`, a provider, or Gemini, which returns an AI answer of its own (`model` names it).'],
  },
};
