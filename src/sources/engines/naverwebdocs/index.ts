// Engine definition of Naver’s web documents.
import type { EngineDefinition } from '../definition.ts';
import { naverWebSite } from '../naver/sandbox.ts';
import { naverwebdocs } from './engine.ts';

export const definition: EngineDefinition = {
  engine: naverwebdocs,
  site: naverWebSite,
  docs: {
    fills: ['organic', 'advertisers', 'news', 'images', 'videos', 'related'],
  },
};
