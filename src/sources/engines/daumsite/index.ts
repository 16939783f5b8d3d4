// Engine definition of Daum’s registered sites.

import { daumSiteSite } from '../daum/sandbox.ts';
import type { EngineDefinition } from '../definition.ts';
import { daumsite } from './engine.ts';

export const definition: EngineDefinition = {
  engine: daumsite,
  site: daumSiteSite,
  docs: {
    fills: ['organic', 'advertisers', 'news', 'images', 'videos'],
  },
};
