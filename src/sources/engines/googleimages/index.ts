// Everything about Google’s image search that other modules derive.
import type { EngineDefinition } from '../definition.ts';
import { googleimages } from './engine.ts';
import { googleimagesSite } from './sandbox.ts';

export const definition: EngineDefinition = {
  engine: googleimages,
  site: googleimagesSite,
  docs: {
    fills: ['images', 'organic'],
    notes: ['names the original file only where the page names it.'],
  },
};
