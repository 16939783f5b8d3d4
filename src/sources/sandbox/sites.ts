// Everybody who lives in the test world; the last one answers for every other host.
import { baiduAds } from './baidu-ads.ts';
import { bingSite } from './bing.ts';
import { googleSite } from './google.ts';
import { googleAds } from './google-ads.ts';
import { homepages } from './homepages.ts';
import { openai } from './openai.ts';
import { perplexity } from './perplexity.ts';
import { registry } from './registry.ts';
import type { SandboxSite } from './site.ts';
import { youtubeSite } from './youtube.ts';

export const SITES: readonly SandboxSite[] = [
  googleSite,
  bingSite,
  youtubeSite,
  googleAds,
  baiduAds,
  openai,
  perplexity,
  registry,
  homepages,
];
