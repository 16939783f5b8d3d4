// Queries a local keyword source like the service: all steps and calls, merged rows.
import { type Adapter, SourceError } from '../src/sources/adapter.ts';
import { CollectFailure, collect } from '../src/sources/collect.ts';
import { addKeywords, type KeywordParsed, type KeywordQuery } from '../src/sources/keywords/query.ts';
import { withSteps } from '../src/sources/steps.ts';
import type { FetchPage } from '../src/sources/transport/fetch.ts';

export const keywordQuery = (fields: Partial<KeywordQuery> = {}): KeywordQuery => ({
  keywords: ['Red Shoes', 'boots', 'red shoes', '!!!'],
  url: null,
  suggestions: false,
  source: 'google',
  region: { countryCode: 'DE', canonicalName: 'Germany', criteriaId: 2276 },
  language: 'de',
  searchPartners: true,
  month: '2026-11',
  ...fields,
});

export const manyWords = (count: number): string[] => Array.from({ length: count }, (_, index) => `word ${index}`);

export async function collectKeywords(
  adapter: Adapter<KeywordQuery, KeywordParsed>,
  fetch: FetchPage,
  query: KeywordQuery,
): Promise<KeywordParsed> {
  const source = withSteps(adapter, fetch);
  const { found } = await collect(source.adapter, query, source.fetch, { attempt: 1 }, { pagesMax: 250, enough: () => false });
  return addKeywords(found, query);
}

export async function keywordFailure(...given: Parameters<typeof collectKeywords>): Promise<SourceError> {
  try {
    await collectKeywords(...given);
  } catch (error) {
    const inner = error instanceof CollectFailure ? error.cause : error;
    if (inner instanceof SourceError) return inner;
    throw inner;
  }
  throw new Error('nothing failed');
}
