// The sites of the sandbox, in the order in which the server checks them.
import { ENGINES } from '../contract/vocabulary.ts';
import { DEFINITIONS } from './engines/list.ts';
import { baiduAds } from './sandbox/baidu-ads.ts';
import { dataForSeo } from './sandbox/dataforseo.ts';
import { googleAds } from './sandbox/google-ads.ts';
import { homepages } from './sandbox/homepages.ts';
import { pictures } from './sandbox/pictures.ts';
import { rdapSite } from './sandbox/rdap.ts';
import { registry } from './sandbox/registry.ts';
import { registryPage } from './sandbox/registry-page.ts';
import type { SandboxSite } from './sandbox/site.ts';

// `homepages` responds for every host, so it comes last.
const engineSites = ENGINES.map((name) => DEFINITIONS[name].site).filter((site) => site !== homepages);

export const SITES: readonly SandboxSite[] = [
  ...new Set(engineSites),
  googleAds,
  baiduAds,
  dataForSeo,
  pictures,
  registry,
  rdapSite,
  registryPage,
  homepages,
];
