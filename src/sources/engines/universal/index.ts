// Engine definition of `universal`, which fetches any public page.

import { homepages } from '../../sandbox/homepages.ts';
import type { EngineDefinition } from '../definition.ts';
import { universal } from './engine.ts';

export const definition: EngineDefinition = {
  engine: universal,
  site: homepages,
  docs: {
    fills: ['raw', 'answers'],
    notes: ['fetches one public page. The keyword is its URL. It never goes through a proxy.'],
  },
};
