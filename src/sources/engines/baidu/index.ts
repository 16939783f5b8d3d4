// Engine definition of Baidu.
import type { EngineDefinition } from '../definition.ts';
import { baidu } from './engine.ts';
import { baiduSite } from './sandbox.ts';

export const definition: EngineDefinition = {
  engine: baidu,
  site: baiduSite,
  docs: {
    fills: ['organic', 'advertisers', 'news', 'images', 'videos', 'related'],
    notes: ['shows redirects for some results. The parser uses the target if the page contains it.'],
  },
};
