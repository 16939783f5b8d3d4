// Engine definition of Daum’s web documents.

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
