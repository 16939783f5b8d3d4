// Engine definition of Bing.
import type { EngineDefinition } from '../definition.ts';
import { bing } from './engine.ts';
import { bingSite } from './sandbox.ts';

export const definition: EngineDefinition = {
  engine: bing,
  site: bingSite,
  docs: {
    fills: ['organic', 'advertisers', 'answers', 'videos', 'images', 'maps', 'news', 'paa', 'knowledgegraph'],
    notes: [
      'sometimes returns unrelated results to clients it distrusts. Such pages are `suspect`: another source is tried, and they are never charged. Its RSS feed is used last, because it holds less.',
    ],
  },
};
