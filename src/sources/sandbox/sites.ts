// Everybody who lives in the test world; the last one answers for every other host.

import { baiduSite } from './baidu.ts';
import { baiduAds } from './baidu-ads.ts';
import { bingSite } from './bing.ts';
import { dataForSeo } from './dataforseo.ts';
import { daumSiteSite, daumWebSite } from './daum.ts';
import { googleSite } from './google.ts';
import { googleAds } from './google-ads.ts';
import { googleAimodeSite } from './google-aimode.ts';
import { googleimagesSite } from './googleimages.ts';
import { googlelocalSite } from './googlelocal.ts';
import { googlenewsSite } from './googlenews.ts';
import { homepages } from './homepages.ts';
import { naverLocalSite, naverSite, naverWebSite } from './naver.ts';
import { openai } from './openai.ts';
import { perplexity } from './perplexity.ts';
import { rdapSite } from './rdap.ts';
import { registry } from './registry.ts';
import { registryPage } from './registry-page.ts';
import { seznamSite } from './seznam.ts';
import type { SandboxSite } from './site.ts';
import { sogouSite } from './sogou.ts';
import { yahooSite } from './yahoo.ts';
import { yandexSite } from './yandex.ts';
import { youtubeSite } from './youtube.ts';

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
