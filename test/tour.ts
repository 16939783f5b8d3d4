// Runs an engine on its sandbox site, for tests that compare both.
import { expect } from 'vitest';
import type { OrganicItem } from '../src/contract/items.ts';
import type { Page, PageRequest } from '../src/sources/adapter.ts';
import { createDataset, type Dataset } from '../src/sources/sandbox/dataset.ts';
import type { SandboxSite } from '../src/sources/sandbox/site.ts';
import type { Engine, SerpQuery } from '../src/sources/serp.ts';
import { plainQuery } from '../src/sources/stored-page.ts';

const KEYWORD = 'green tea';

export interface Tour {
  readonly dataset: Dataset;
  ask(change?: Partial<SerpQuery>, countryCode?: string): SerpQuery;
  fetch(request: PageRequest, show?: 'results' | 'noResults' | 'blockPage'): Page;
  /** Up to a hundred organic results over the pages. */
  collect(question: SerpQuery): OrganicItem[];
}

export function tourOf(engine: Engine, site: SandboxSite, home: { readonly countryCode: string; readonly language: string }): Tour {
  const dataset = createDataset(`${engine.name}\n${KEYWORD}`, KEYWORD, '2026-11-15');
  const fetch: Tour['fetch'] = (request, show = 'results') => {
    const asked = { method: request.method ?? 'GET', url: new URL(request.url), headers: request.headers ?? {}, body: request.body ?? '' };
    expect(site.serves(asked.url)).toBe(true);
    expect(site.keywordOf(asked)).toBe(KEYWORD);
    const response = site[show](asked, dataset);
    return { request, url: request.url, status: response.status, headers: response.headers ?? {}, body: response.body };
  };
  return {
    dataset,
    ask: (change = {}, countryCode = home.countryCode) =>
      plainQuery(engine.name, {
        keyword: KEYWORD,
        region: { canonicalName: 'Somewhere', countryCode, type: 'country', latitude: 51, longitude: 9 },
        language: home.language,
        ...change,
      }),
    fetch,
    collect: (question) => {
      const items: OrganicItem[] = [];
      let request: PageRequest | undefined = engine.start(question);
      for (let pages = 0; request && pages < 15 && items.length < 100; pages++) {
        const { found, next } = engine.parse(fetch(request), question);
        items.push(...found.organic);
        request = next;
      }
      return items.slice(0, 100);
    },
  };
}
