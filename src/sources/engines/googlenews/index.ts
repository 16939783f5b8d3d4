// Engine definition of Google News.
import type { EngineDefinition } from '../definition.ts';
import { googlenews } from './engine.ts';
import { googlenewsSite } from './sandbox.ts';

export const definition: EngineDefinition = {
  engine: googlenews,
  site: googlenewsSite,
  docs: {
    fills: ['news', 'organic'],
    notes: ['uses the public RSS feed. Most links stay on `news.google.com`, because the feed does not contain the URL of the article.'],
  },
};
