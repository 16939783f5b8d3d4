// Engine definition of Naver’s integrated page.
import type { EngineDefinition } from '../definition.ts';
import { naver } from './engine.ts';
import { naverSite } from './sandbox.ts';

export const definition: EngineDefinition = {
  engine: naver,
  site: naverSite,
  docs: {
    fills: ['organic', 'advertisers', 'news', 'images', 'videos', 'related'],
    notes: ['begins with the integrated page and continues with web documents.'],
  },
};
