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
      'reads the page without scripts, `html.duckduckgo.com`, which is the same for desktop and mobile. Ads name the domain of the advertiser, not the landing page.',
      'takes a country from its own list of regions. For other countries it searches without a region.',
    ],
  },
};
