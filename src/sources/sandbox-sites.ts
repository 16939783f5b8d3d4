// Everybody who lives in the sandbox; the last one answers for every other host.

import { baiduSite } from './engines/baidu/sandbox.ts';
import { bingSite } from './engines/bing/sandbox.ts';
import { openai } from './engines/chatgpt/sandbox.ts';
import { daumSiteSite, daumWebSite } from './engines/daum/sandbox.ts';
import { googleSite } from './engines/google/sandbox.ts';
import { googleAimodeSite } from './engines/google-aimode/sandbox.ts';
import { googleimagesSite } from './engines/googleimages/sandbox.ts';
import { googlelocalSite } from './engines/googlelocal/sandbox.ts';
import { googlenewsSite } from './engines/googlenews/sandbox.ts';
import { naverSite, naverWebSite } from './engines/naver/sandbox.ts';
import { naverLocalSite } from './engines/naverlocal/sandbox.ts';
import { perplexity } from './engines/perplexity/sandbox.ts';
import { seznamSite } from './engines/seznam/sandbox.ts';
import { sogouSite } from './engines/sogou/sandbox.ts';
import { yahooSite } from './engines/yahoo/sandbox.ts';
import { yandexSite } from './engines/yandex/sandbox.ts';
import { youtubeSite } from './engines/youtube/sandbox.ts';
import { baiduAds } from './sandbox/baidu-ads.ts';
import { dataForSeo } from './sandbox/dataforseo.ts';
import { googleAds } from './sandbox/google-ads.ts';
import { homepages } from './sandbox/homepages.ts';
import { rdapSite } from './sandbox/rdap.ts';
import { registry } from './sandbox/registry.ts';
import { registryPage } from './sandbox/registry-page.ts';
import type { SandboxSite } from './sandbox/site.ts';

export const SITES: readonly SandboxSite[] = [
  googleSite,
  googlelocalSite,
  googleimagesSite,
  googlenewsSite,
  googleAimodeSite,
  bingSite,
  youtubeSite,
  yahooSite,
  yandexSite,
  seznamSite,
  naverSite,
  naverWebSite,
  naverLocalSite,
  daumWebSite,
  daumSiteSite,
  baiduSite,
  sogouSite,
  googleAds,
  baiduAds,
  dataForSeo,
  openai,
  perplexity,
  registry,
  rdapSite,
  registryPage,
  homepages,
];
