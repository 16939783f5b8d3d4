// Engine definition of DuckDuckGo.
import type { EngineDefinition } from '../definition.ts';
import { duckduckgo } from './engine.ts';
import { duckduckgoSite } from './sandbox.ts';

export const definition: EngineDefinition = {
  engine: duckduckgo,
  site: duckduckgoSite,
  docs: {
    fills: ['organic', 'advertisers', 'answers'],
    notes: [
      'uses the page without scripts, `html.duckduckgo.com`, which is the same for desktop and mobile. Ads name the domain of the advertiser, not the landing page.',
      'supports the countries of its own list of regions. Other countries are searched without a region.',
    ],
  },
};
