// Parses a stored page as if it had just arrived.
import type { EngineName, Verdict } from '../contract/vocabulary.ts';
import { SourceError } from './adapter.ts';
import { contentTypeOf } from './content-type.ts';
import { fetchedPage } from './fetched-page.ts';
import { hasNoResults } from './items.ts';
import type { Engine, SerpQuery } from './serp.ts';

export interface StoredReading {
  /** Null for a page that reports a server error: the source was unreachable. */
  readonly verdict: Verdict | null;
  readonly data: unknown;
  /** Why the page was not parsed, as text for people. */
  readonly reason?: string;
}

/** The query that led to the page is unknown, so a default query is used. */
export function plainQuery(engine: EngineName, known: Partial<SerpQuery> = {}): SerpQuery {
  return {
    engine,
    keyword: '',
    region: { canonicalName: 'United States', countryCode: 'US', type: 'country', latitude: 39, longitude: -95 },
    language: 'en',
    isMobile: false,
    maxResults: 100,
    userAgent: null,
    urlParameters: [],
    cookieParameters: [],
    ...known,
  };
}

/** `kind` is the name of an engine. */
export function readStored(
  kind: string,
  bytes: Buffer,
  engines: Readonly<Partial<Record<EngineName, Engine | null>>>,
  known: { url?: string; query?: Partial<SerpQuery> } = {},
): StoredReading {
  try {
    const engine = engines[kind as EngineName];
    if (!engine) return { verdict: 'unparsed', data: null, reason: `no parser for ${kind}` };
    const query = plainQuery(engine.name, known.query);
    const request = engine.start(
      query.keyword === '' && engine.traits.keywordIsUrl ? { ...query, keyword: known.url ?? 'https://page.example/' } : query,
    );
    const type = contentTypeOf(bytes.toString('latin1', 0, 1000));
    const content = { bytes, compression: undefined, bytesMax: bytes.length };
    const page = fetchedPage({ request, url: known.url ?? request.url, status: 200, headers: { 'content-type': type }, content });
    const { found } = engine.parse(page, query);
    const { empty, totalResults, ...items } = found;
    return { verdict: empty && hasNoResults(items) ? 'empty' : 'valid', data: { totalResults, raw: [], ...items } };
  } catch (error) {
    return failedReading(error);
  }
}

export function failedReading(error: unknown): StoredReading {
  if (error instanceof SourceError) {
    return { verdict: error.outcome === 'unreachable' ? null : error.outcome, data: null, reason: error.message };
  }
  return { verdict: 'unparsed', data: null, reason: (error as Error).message };
}
