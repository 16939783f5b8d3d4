// The table of engines: one row each. The compiler points here when a name is added to the vocabulary.
import type { EngineName } from '../contract/vocabulary.ts';
import { bing } from './engines/bing.ts';
import { google } from './engines/google.ts';
import { youtube } from './engines/youtube.ts';
import type { Engine } from './serp.ts';

/** Engines that can be asked today; null means that the name is known and its adapter is still to be written. */
export const ENGINE_TABLE: Readonly<Record<EngineName, Engine | null>> = {
  google,
  googlelocal: null,
  googleimages: null,
  googlenews: null,
  googleadvertiser: null,
  'google-aimode': null,
  bing,
  yahoo: null,
  yandex: null,
  youtube,
  naver: null,
  naverwebdocs: null,
  naverlocal: null,
  daumweb: null,
  daumsite: null,
  baidu: null,
  sogou: null,
  seznam: null,
  chatgpt: null,
  perplexity: null,
  universal: null,
};

export const availableEngines = (): EngineName[] =>
  (Object.keys(ENGINE_TABLE) as EngineName[]).filter((name) => ENGINE_TABLE[name] !== null);
