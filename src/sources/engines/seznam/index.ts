// Engine definition of Seznam.
import type { EngineDefinition } from '../definition.ts';
import { seznam } from './engine.ts';
import { seznamSite } from './sandbox.ts';

export const definition: EngineDefinition = {
  engine: seznam,
  site: seznamSite,
  docs: {
    fills: ['organic', 'advertisers', 'news', 'images', 'videos', 'related'],
  },
};
