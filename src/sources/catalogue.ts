// The table of engines: one row each. The compiler points here when a name is added to the vocabulary.
import type { EngineName } from '../contract/vocabulary.ts';
import { baidu } from './engines/baidu/engine.ts';
import { bing } from './engines/bing/engine.ts';
import { createChatgptEngine } from './engines/chatgpt/engine.ts';
import { daumsite } from './engines/daumsite/engine.ts';
import { daumweb } from './engines/daumweb/engine.ts';
import { google } from './engines/google/engine.ts';
import { googleAimode } from './engines/google-aimode/engine.ts';
import { googleadvertiser } from './engines/googleadvertiser/engine.ts';
import { googleimages } from './engines/googleimages/engine.ts';
import { googlelocal } from './engines/googlelocal/engine.ts';
import { googlenews } from './engines/googlenews/engine.ts';
import { naver } from './engines/naver/engine.ts';
import { naverlocal } from './engines/naverlocal/engine.ts';
import { naverwebdocs } from './engines/naverwebdocs/engine.ts';
import { createPerplexityEngine } from './engines/perplexity/engine.ts';
import { seznam } from './engines/seznam/engine.ts';
import { sogou } from './engines/sogou/engine.ts';
import { universal } from './engines/universal/engine.ts';
import { yahoo } from './engines/yahoo/engine.ts';
import { yandex } from './engines/yandex/engine.ts';
import { youtube } from './engines/youtube/engine.ts';
import type { ModelSettings } from './model-answers.ts';
import type { Engine } from './serp.ts';

export type EngineTable = Readonly<Record<EngineName, Engine | null>>;

/** Access to the engines that are official APIs; null means that there is none. */
export interface EngineCredentials {
  readonly chatgpt: ModelSettings | null;
  readonly perplexity: ModelSettings | null;
}

/** Engines that can be asked with these credentials; null means that the name is known and nobody can be asked. */
export function createEngineTable({ chatgpt, perplexity }: EngineCredentials): EngineTable {
  return {
    google,
    googlelocal,
    googleimages,
    googlenews,
    googleadvertiser,
    'google-aimode': googleAimode,
    bing,
    yahoo,
    yandex,
    youtube,
    naver,
    naverwebdocs,
    naverlocal,
    daumweb,
    daumsite,
    baidu,
    sogou,
    seznam,
    chatgpt: chatgpt && createChatgptEngine(chatgpt),
    perplexity: perplexity && createPerplexityEngine(perplexity),
    universal,
  };
}
