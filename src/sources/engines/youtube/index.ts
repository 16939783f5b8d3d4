// Engine definition of YouTube.
import type { EngineDefinition } from '../definition.ts';
import { youtube } from './engine.ts';
import { youtubeSite } from './sandbox.ts';

export const definition: EngineDefinition = {
  engine: youtube,
  site: youtubeSite,
  docs: {
    fills: ['videos', 'playlist', 'channel', 'organic', 'advertisers'],
  },
};
