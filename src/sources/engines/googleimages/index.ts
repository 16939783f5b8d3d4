// Engine definition of Google’s image search.
import type { EngineDefinition } from '../definition.ts';
import { googleimages } from './engine.ts';
import { googleimagesSite } from './sandbox.ts';

export const definition: EngineDefinition = {
  engine: googleimages,
  site: googleimagesSite,
  docs: {
    fills: ['images', 'organic'],
    notes: ['has the original file only if the page names it.'],
  },
};
