// Engine definition of Naver’s list of places.
import type { EngineDefinition } from '../definition.ts';
import { naverlocal } from './engine.ts';
import { naverLocalSite } from './sandbox.ts';

export const definition: EngineDefinition = {
  engine: naverlocal,
  site: naverLocalSite,
  docs: {
    fills: ['maps', 'organic'],
    notes: ['uses the list of places beside the map.'],
  },
};
