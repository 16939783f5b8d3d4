// The table of engines: one row each. The compiler points here when a name is added to the vocabulary.
import type { EngineName } from '../contract/vocabulary.ts';
import { baidu } from './engines/baidu.ts';
import { bing } from './engines/bing.ts';
import { createChatgptEngine } from './engines/chatgpt.ts';
import { daumsite } from './engines/daumsite.ts';
import { daumweb } from './engines/daumweb.ts';
import { google } from './engines/google.ts';
import { googleAimode } from './engines/google-aimode.ts';
import { googleadvertiser } from './engines/googleadvertiser.ts';
import { googleimages } from './engines/googleimages.ts';
import { googlelocal } from './engines/googlelocal.ts';
import { googlenews } from './engines/googlenews.ts';
import { naver } from './engines/naver.ts';
import { naverlocal } from './engines/naverlocal.ts';
import { naverwebdocs } from './engines/naverwebdocs.ts';
import { createPerplexityEngine } from './engines/perplexity.ts';
import { seznam } from './engines/seznam.ts';
import { sogou } from './engines/sogou.ts';
import { universal } from './engines/universal.ts';
import { yahoo } from './engines/yahoo.ts';
import { yandex } from './engines/yandex.ts';
import { youtube } from './engines/youtube.ts';
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
