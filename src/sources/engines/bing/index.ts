// Engine definition of Bing.
import type { EngineDefinition } from '../definition.ts';
import { bing } from './engine.ts';
import { bingSite } from './sandbox.ts';

export const definition: EngineDefinition = {
  engine: bing,
  site: bingSite,
  docs: {
    fills: ['organic', 'advertisers', 'answers', 'videos', 'images', 'maps', 'news', 'paa', 'knowledgegraph', 'related'],
    notes: [
      'sometimes returns unrelated results to suspected bots. Such pages are `suspect`: the next source is used, and they are never charged. Its RSS feed is used last, because it has fewer fields.',
    ],
  },
};
