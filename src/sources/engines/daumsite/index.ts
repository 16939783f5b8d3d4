// Everything about Daum’s registered sites that other modules derive.

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
