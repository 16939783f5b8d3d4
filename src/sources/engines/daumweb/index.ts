// Everything about Daum’s web documents that other modules derive.

import { daumWebSite } from '../daum/sandbox.ts';
import type { EngineDefinition } from '../definition.ts';
import { daumweb } from './engine.ts';

export const definition: EngineDefinition = {
  engine: daumweb,
  site: daumWebSite,
  docs: {
    fills: ['organic', 'advertisers', 'news', 'images', 'videos'],
  },
};
