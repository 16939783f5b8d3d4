// Written by `npm run engines` from the folders beside it. Do not edit.
import type { EngineName } from '../../contract/vocabulary.ts';
import { definition as baidu } from './baidu/index.ts';
import { definition as bing } from './bing/index.ts';
import { definition as chatgpt } from './chatgpt/index.ts';
import { definition as daumsite } from './daumsite/index.ts';
import { definition as daumweb } from './daumweb/index.ts';
import type { EngineDefinition } from './definition.ts';
import { definition as duckduckgo } from './duckduckgo/index.ts';
import { definition as google } from './google/index.ts';
import { definition as googleAimode } from './google-aimode/index.ts';
import { definition as googleadvertiser } from './googleadvertiser/index.ts';
import { definition as googleimages } from './googleimages/index.ts';
import { definition as googlelocal } from './googlelocal/index.ts';
import { definition as googlenews } from './googlenews/index.ts';
import { definition as naver } from './naver/index.ts';
import { definition as naverlocal } from './naverlocal/index.ts';
import { definition as naverwebdocs } from './naverwebdocs/index.ts';
import { definition as perplexity } from './perplexity/index.ts';
import { definition as seznam } from './seznam/index.ts';
import { definition as sogou } from './sogou/index.ts';
import { definition as universal } from './universal/index.ts';
import { definition as yahoo } from './yahoo/index.ts';
import { definition as yandex } from './yandex/index.ts';
import { definition as youtube } from './youtube/index.ts';

export const DEFINITIONS: Readonly<Record<EngineName, EngineDefinition>> = {
  baidu,
  bing,
  chatgpt,
  daumsite,
  daumweb,
  duckduckgo,
  google,
  'google-aimode': googleAimode,
  googleadvertiser,
  googleimages,
  googlelocal,
  googlenews,
  naver,
  naverlocal,
  naverwebdocs,
  perplexity,
  seznam,
  sogou,
  universal,
  yahoo,
  yandex,
  youtube,
};
