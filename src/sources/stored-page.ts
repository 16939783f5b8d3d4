// Parses a stored page or text as if it had just arrived.
import type { EngineName, Verdict } from '../contract/vocabulary.ts';
import { SourceError } from './adapter.ts';
import { contentTypeOf } from './content-type.ts';
import { fetchedPage } from './fetched-page.ts';
import { hasNoResults } from './items.ts';
import { readRdapObject } from './registries/rdap-record.ts';
import { domainIn, readWhoisText } from './registries/whois-text.ts';
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

/** `kind` is the name of an engine, `whois` or `rdap`. */
export function readStored(
  kind: string,
  bytes: Buffer,
  engines: Readonly<Partial<Record<EngineName, Engine | null>>>,
  known: { url?: string; query?: Partial<SerpQuery> } = {},
): StoredReading {
  try {
    if (kind === 'whois') return readText(bytes);
    if (kind === 'rdap') return readObject(bytes);
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
    if (error instanceof SourceError) {
      return { verdict: error.outcome === 'unreachable' ? null : error.outcome, data: null, reason: error.message };
    }
    return { verdict: 'unparsed', data: null, reason: (error as Error).message };
  }
}

function readText(bytes: Buffer): StoredReading {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    text = bytes.toString('latin1');
  }
  const name = domainIn(text) ?? '';
  return { verdict: 'valid', data: readWhoisText(text, { kind: 'domain', name, tld: name.split('.').at(-1) ?? null }) };
}

function readObject(bytes: Buffer): StoredReading {
  const text = bytes.toString('utf8');
  const value = JSON.parse(text) as { ldhName?: string };
  const name = (value.ldhName ?? '').toLowerCase().replace(/\.$/, '');
  return { verdict: 'valid', data: readRdapObject(value, text, { kind: 'domain', name, tld: null }) };
}
