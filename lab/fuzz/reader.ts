// Reads one page with one parser, and renders pages of the sandbox.

import type { Adapter, Page, PageRequest } from '#product/sources/adapter.js';
import type { SerpQuery } from '#product/sources/serp.js';
import type { Random } from '../random.ts';
import type { Say } from '../report.ts';
import type { Findings } from './findings.ts';
import type { Product } from './product.ts';

/** What every fuzzer of parsers gets. */
export interface ReadParts {
  readonly product: Product;
  readonly random: Random;
  readonly count: number;
  readonly findings: Findings;
  readonly say: Say;
}

export const SERP_QUERY: Omit<SerpQuery, 'engine'> = {
  keyword: 'blue kettle',
  region: { canonicalName: 'Berlin,Berlin,Germany', countryCode: 'DE', type: 'city', latitude: 52.52, longitude: 13.4 },
  language: 'en',
  isMobile: false,
  maxResults: 10,
  userAgent: null,
  urlParameters: [],
  cookieParameters: [],
};
export const MODEL = { apiKey: 'k', model: 'm', baseUrl: 'https://provider.example' };
export const STATUSES = [200, 200, 200, 200, 200, 204, 301, 302, 400, 401, 403, 404, 418, 429, 500, 503, 999];

type Read = <Query>(name: string, page: Page, query: Query, adapter: Pick<Adapter<Query, unknown>, 'parse'>, msMax: number) => void;

/** Anything but a result or a `SourceError` is a finding, and so is a page that is slow three times. */
export function createReader(product: Pick<Product, 'SourceError'>, findings: Findings): Read {
  return (name, page, query, adapter, msMax) => {
    const once = (): number => {
      const started = process.cpuUsage();
      try {
        const read = adapter.parse(page, query);
        if ('found' in read) JSON.stringify(read.found);
        else findings.add(`reader ${name}`, 'answered nothing', page.body.slice(0, 2000));
        if (read.next && !URL.canParse(read.next.url))
          findings.add(`reader ${name}`, `goes on at ${read.next.url}`, page.body.slice(0, 2000));
      } catch (error) {
        if (!(error instanceof product.SourceError))
          findings.add(`reader ${name}`, `threw ${(error as Error | undefined)?.stack?.slice(0, 300)}`, page.body.slice(0, 2000));
      }
      const { user, system } = process.cpuUsage(started);
      return (user + system) / 1000;
    };
    let took = once();
    for (let attempts = 0; attempts < 3 && took > msMax; attempts++) took = Math.min(took, once());
    if (took > msMax)
      findings.add(
        `slow reader ${name}`,
        `${Math.round(took)} ms of the processor`,
        `${page.body.length} characters: ${page.body.slice(0, 300)} … ${page.body.slice(-300)}`,
      );
  };
}

/** Pages of the sandbox for an engine, from which damaged pages are made. */
export function pagesOf<Query>(
  product: Pick<Product, 'SITES' | 'createDataset'>,
  engine: { readonly name?: string; start(query: Query): PageRequest },
  query: Query,
): Page[] {
  const request = engine.start(query);
  const url = new URL(request.url);
  const site = product.SITES.find((each) => each.serves(url));
  if (!site) return [];
  const asked = { method: request.method ?? 'GET', url, headers: request.headers ?? {}, body: request.body ?? '' };
  return (['results', 'noResults', 'blockPage'] as const).map((show) => {
    const response = site[show](asked, product.createDataset(`${engine.name ?? 'x'} 1`, 'blue kettle', '2026-11-15'));
    return { request, url: request.url, status: response.status, headers: response.headers ?? {}, body: String(response.body) };
  });
}
