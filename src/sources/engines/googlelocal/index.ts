// Engine definition of Google’s list of places.
import type { EngineDefinition } from '../definition.ts';
import { googlelocal } from './engine.ts';
import { googlelocalSite } from './sandbox.ts';

export const definition: EngineDefinition = {
  engine: googlelocal,
  site: googlelocalSite,
  docs: {
    fills: ['maps', 'organic'],
  },
};
