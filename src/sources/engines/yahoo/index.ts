// Engine definition of Yahoo.
import type { EngineDefinition } from '../definition.ts';
import { yahoo } from './engine.ts';
import { yahooSite } from './sandbox.ts';

export const definition: EngineDefinition = {
  engine: yahoo,
  site: yahooSite,
  docs: {
    fills: ['organic', 'advertisers', 'answers', 'videos', 'images', 'maps', 'news', 'paa', 'knowledgegraph', 'related'],
  },
};
