// Engine definition of the ads on Google’s result page.
import type { EngineDefinition } from '../definition.ts';
import { googleSite } from '../google/sandbox.ts';
import { googleadvertiser } from './engine.ts';

export const definition: EngineDefinition = {
  engine: googleadvertiser,
  site: googleSite,
  docs: {
    fills: ['advertisers', 'organic', 'answers', 'videos', 'images', 'maps', 'news', 'paa', 'twitter', 'knowledgegraph', 'related'],
    notes: ['returns the ads of the ordinary result page. A page with results and without ads is a valid result.'],
  },
};
