// Keywords per second parsed from responses of Google Ads and Baidu on one core, compared with JSON.parse of the same bytes.

import type { Adapter, Page, PageRequest } from '#product/sources/adapter.js';
import { createBaidu } from '#product/sources/keywords/baidu.js';
import { createGoogleAds } from '#product/sources/keywords/google.js';
import type { KeywordParsed, KeywordQuery } from '#product/sources/keywords/query.js';
import { createDataset } from '#product/sources/sandbox/dataset.js';
import { SITES } from '#product/sources/sandbox-sites.js';

import type { BenchResult } from './cases.ts';
import type { BenchSettings } from './environment.ts';

const KEYWORDS = Array.from({ length: 700 }, (_, number) => `sea chart ${number}`);
const PAGES_MAX = 100;
const secret = 'bench';
const google = {
  developerToken: secret,
  clientId: secret,
  clientSecret: secret,
  refreshToken: secret,
  customerId: '1',
  loginCustomerId: null,
};
type Source = Adapter<KeywordQuery, KeywordParsed>;
const SOURCES: readonly (readonly [KeywordQuery['source'], Source])[] = [
  ['google', createGoogleAds({ ...google, version: 'v23' })],
  ['baidu', createBaidu({ userName: secret, accessToken: secret })],
];
const askFor = (source: KeywordQuery['source']): KeywordQuery => ({
  keywords: KEYWORDS,
  url: null,
  suggestions: false,
  source,
  region: { countryCode: 'US', canonicalName: 'United States', criteriaId: 2840 },
  language: 'en',
  searchPartners: true,
  month: '2026-11',
});

/** All responses of the sandbox to one request for all keywords, with the steps for tokens. */
function answersOf(adapter: Source, query: KeywordQuery): Page[] {
  const pages: Page[] = [];
  let rows = 0;
  for (let request: PageRequest | undefined = adapter.start(query); request && pages.length < PAGES_MAX; ) {
    const { url, headers = {}, method = 'GET', body = '' } = request;
    const asked = { method, url: new URL(url), headers, body };
    const site = SITES.find((candidate) => candidate.serves(asked.url))!;
    const response = site.results(asked, createDataset(query.source, KEYWORDS[0]!, '2026-11-15'));
    const page: Page = { request, url, status: response.status, headers: response.headers ?? {}, body: response.body };
    const read = adapter.parse(page, query);
    pages.push(page);
    rows += read.found.results.length;
    request = read.next;
  }
  if (rows !== KEYWORDS.length) throw new Error(`${query.source} answered ${rows} of ${KEYWORDS.length} keywords`);
  return pages;
}

/** Keywords per second of CPU time. */
function rate(work: () => unknown, seconds: number): number {
  let count = 0;
  const before = process.cpuUsage();
  const started = performance.now();
  do {
    work();
    count += KEYWORDS.length;
  } while (performance.now() - started < seconds * 1000);
  const { user, system } = process.cpuUsage(before);
  return count / ((user + system) / 1e6);
}

export async function keywords({ seconds }: BenchSettings): Promise<BenchResult[]> {
  return SOURCES.map(([source, adapter]) => {
    const query = askFor(source);
    const pages = answersOf(adapter, query);
    const bytes = pages.reduce((sum, { body }) => sum + Buffer.byteLength(body), 0);
    const ours = rate(() => pages.map((page) => adapter.parse(page, query)), seconds);
    const bare = rate(() => pages.map(({ body }) => JSON.parse(body)), seconds);
    return {
      name: `${source} keywords/s (700 in ${pages.length} answers, ${Math.round(bytes / 1000)} KB)`,
      ours,
      bare,
      limit: 'JSON.parse of the same bytes',
    };
  });
}
