// Engine definition of ChatGPT.
import type { EngineDefinition } from '../definition.ts';
import { createChatgptEngine } from './engine.ts';
import { openai } from './sandbox.ts';

export const definition: EngineDefinition = {
  engine: createChatgptEngine,
  site: openai,
  docs: {
    fills: ['answers', 'organic'],
    notes: [
      'uses the official API of OpenAI. Cited pages are in `organic` as well. Its AI answers differ from those of the website. One without text is `unparsed`, never `empty`.',
    ],
  },
};
