// Engine definition of Sogou.
import type { EngineDefinition } from '../definition.ts';
import { sogou } from './engine.ts';
import { sogouSite } from './sandbox.ts';

export const definition: EngineDefinition = {
  engine: sogou,
  site: sogouSite,
  docs: {
    fills: ['organic', 'advertisers', 'news', 'images', 'videos', 'related'],
    notes: ['shows redirects for some results, as Baidu does.'],
  },
};
