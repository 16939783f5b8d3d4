// Engine definition of Google.
import type { EngineDefinition } from '../definition.ts';
import { google } from './engine.ts';
import { googleSite } from './sandbox.ts';

export const definition: EngineDefinition = {
  engine: google,
  site: googleSite,
  docs: {
    fills: ['organic', 'advertisers', 'answers', 'videos', 'images', 'maps', 'news', 'paa', 'twitter', 'knowledgegraph', 'related'],
    notes: [
      'items have a `rank`: their position among all blocks of the page. A block of images, videos, stories, posts or questions counts as one. The column on the right has no ranks.',
      'pages are parsed in every layout seen so far, with and without scripts. Google rarely serves them to plain HTTP clients. For Google at volume, configure a provider.',
    ],
  },
};
