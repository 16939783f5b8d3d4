// Engine definition of Yandex.
import type { EngineDefinition } from '../definition.ts';
import { yandex } from './engine.ts';
import { yandexSite } from './sandbox.ts';

export const definition: EngineDefinition = {
  engine: yandex,
  site: yandexSite,
  docs: {
    fills: ['organic', 'advertisers', 'news', 'images', 'videos', 'related'],
    notes: [
      'uses region numbers. Countries are supported, cities are not. `YANDEX_DEFERRED` uses the slow, cheap mode of the official API for LOW and NORMAL.',
    ],
  },
};
