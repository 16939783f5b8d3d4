// Everything about Naver’s web documents that other modules derive.
import type { EngineDefinition } from '../definition.ts';
import { naverWebSite } from '../naver/sandbox.ts';
import { naverwebdocs } from './engine.ts';

export const definition: EngineDefinition = {
  engine: naverwebdocs,
  site: naverWebSite,
  docs: {
    fills: ['organic', 'advertisers', 'news', 'images', 'videos'],
  },
};
