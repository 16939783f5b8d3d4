// Parses a kept page again and describes the outcome in the form of an engine's fixtures.

import type { CaseQuery } from '../../business/layouts/store.ts';
import { ITEM_ARRAYS } from '../../contract/items.ts';
import { SourceError } from '../../sources/adapter.ts';
import type { Engine, SerpPage, SerpQuery } from '../../sources/serp.ts';
import { diffPages, type PageDiff } from './page-diff.ts';

export interface CaseReading {
  readonly outcome: string;
  readonly reason: string | null;
  readonly found: SerpPage | null;
  /** The page leads to another one. */
  readonly leadsOn: boolean;
}

/** `fixtures/<name>.expected.json`: the arrays that the page fills, and no other. */
export interface ExpectedPage {
  readonly outcome: string;
  readonly status?: number;
  readonly next?: true;
  readonly [array: string]: unknown;
}

export interface KeptPage {
  readonly query: CaseQuery;
  readonly status: number;
  readonly body: string;
}

const SUSPECT = 'suspect';
const LEADING = ['title', 'question', 'keyword', 'url'];

export const serpQueryOf = (query: CaseQuery): SerpQuery => ({
  ...query,
  engine: query.engine as SerpQuery['engine'],
  userAgent: null,
  urlParameters: [],
  cookieParameters: [],
});

export function parseCasePage(engine: Engine, { query, status, body }: KeptPage): CaseReading {
  try {
    const serpQuery = serpQueryOf(query);
    const request = engine.start(serpQuery);
    const { found, next } = engine.parse({ request, url: request.url, status, headers: {}, body }, serpQuery);
    return { outcome: found.empty ? 'empty' : 'valid', reason: null, found, leadsOn: next !== undefined };
  } catch (error) {
    const isKnown = error instanceof SourceError;
    const reason = isKnown ? error.message : 'the page could not be parsed';
    return { outcome: isKnown ? error.outcome : 'unparsed', reason, found: null, leadsOn: false };
  }
}

/** A suspect page was parsed, so its items are those of a valid one. */
export function expectedOf({ outcome, found, leadsOn }: CaseReading, status = 200): ExpectedPage {
  const items = ITEM_ARRAYS.flatMap((name) => (found && found[name].length > 0 ? [[name, found[name]] as const] : []));
  return {
    outcome: outcome === SUSPECT ? 'valid' : outcome,
    ...(status === 200 ? {} : { status }),
    ...(leadsOn ? { next: true as const } : {}),
    ...Object.fromEntries(items),
  };
}

/**
 * Returns what an exported case expects at first: without positions and ranks, so that a missing item can be added between
 * others. The fields by which people recognise an item come first.
 */
export function expectationOf(expected: ExpectedPage): ExpectedPage {
  const withoutPosition = ({ position: _, rank: __, ...item }: Readonly<Record<string, unknown>>): object => ({
    ...Object.fromEntries(LEADING.flatMap((name) => (name in item ? [[name, item[name]]] : []))),
    ...item,
  });
  const fields = Object.entries(expected).map(
    ([name, value]) => [name, Array.isArray(value) ? value.map(withoutPosition) : value] as const,
  );
  return { ...expected, ...Object.fromEntries(fields) };
}

/** The one comparison of `sextant cases check`, `sextant cases add` and the fixture test. */
export const diffExpected = (expected: ExpectedPage, reading: CaseReading): PageDiff =>
  diffPages(expected, expectedOf(reading, expected.status), { statedOnly: true });
