// Answers the requests of live searches with captured pages instead of the network.
import { open } from 'node:fs/promises';
import type { EngineName } from '../../../contract/vocabulary.ts';
import { type HttpClient, ResponseTooLong } from '../../../platform/http.ts';
import { SourceError } from '../../adapter.ts';
import type { Engine } from '../../serp.ts';
import type { FetchPage } from '../fetch.ts';
import { createHttpFetch } from '../http.ts';
import { createByteCache } from './byte-cache.ts';
import type { CapturedPage, CapturedResponse, CapturedSearch, SearchFields } from './capture.ts';
import { type ReplayIndex, searchKey } from './index-folder.ts';
import { choiceBy, isSameSearch, pathKey, type SearchParameters, urlKey } from './url-key.ts';

const CACHE_BYTES_MAX = 64 * 1024 * 1024;

export interface Replay {
  /** Returns the fetch of one search: its first request chooses the captured search, further ones get its further pages. */
  fetchFor(engine: ReplayedEngine, fields: SearchFields): FetchPage;
}

type ReplayedEngine = Pick<Engine, 'name' | 'traits'>;

export interface ReplayParts {
  /** Indexes the folder at the first call. */
  readonly indexOf: () => ReplayIndex;
  /** Names of URL parameters that belong to the query, by engine. Without them, URLs must be equal. */
  readonly identifying: ReadonlyMap<EngineName, ReadonlySet<string>>;
  readonly cacheBytesMax?: number;
}

export function createReplay({ indexOf, identifying, cacheBytesMax = CACHE_BYTES_MAX }: ReplayParts): Replay {
  const cache = createByteCache(cacheBytesMax);
  const load = async (page: CapturedPage): Promise<CapturedResponse> => {
    const cached = cache.get(page);
    if (cached) return cached;
    const response = page.read(await rangeOf(page));
    cache.set(page, response);
    return response;
  };
  return {
    fetchFor: (engine, fields) => {
      const names = identifying.get(engine.name);
      const parameters = names ? { identifying: names, paging: engine.traits.paging?.parameter } : null;
      return createHttpFetch(clientFor(createPageFor(indexOf, engine, fields, parameters), load));
    },
  };
}

type PageFor = (url: string, method: string, body: string | undefined) => CapturedPage | undefined;

/** Redirects, server errors and limits are handled as for the network, because only the client differs. */
const clientFor = (pageFor: PageFor, load: (page: CapturedPage) => Promise<CapturedResponse>): HttpClient => ({
  request: async ({ url, method = 'GET', body, bytesMax }) => {
    const started = performance.now();
    const page = pageFor(url, method, typeof body === 'string' ? body : undefined);
    // The next attempt would find nothing either.
    if (!page) throw new SourceError('unreachable', 'fail', `REPLAY_DIR has no page for ${method} ${url}`);
    const { status, headers, bytes, compression } = await load(page);
    if (bytes.length > bytesMax) throw new ResponseTooLong(`the response is longer than ${bytesMax} bytes`);
    const firstByteMs = Math.round(performance.now() - started);
    return { status, headers, body: bytes, firstByteMs, truncated: false, ...(compression ? { compression } : {}) };
  },
  close: async () => undefined,
});

/** Finds the pages of one search: by the exact URL, by a URL of the same search, or by its number in a captured search. */
function createPageFor(
  indexOf: () => ReplayIndex,
  engine: ReplayedEngine,
  fields: SearchFields,
  parameters: SearchParameters | null,
): PageFor {
  const numberOf = createNumbering(engine.traits.paging);
  let start: string | undefined;
  let chosen: CapturedSearch | undefined;
  return (url, method, body) => {
    const index = indexOf();
    const first = start ?? url;
    start = first;
    const key = urlKey(method, url, body);
    // WARC files have neither the method nor the body of a request.
    const keys = method === 'GET' ? [key] : [key, urlKey(method, url), urlKey('GET', url)];
    const exact = keys.find((one) => index.exchanges.has(one));
    if (exact !== undefined) return index.exchanges.get(exact);
    if (parameters && method === 'GET') {
      const similar = index.similar.get(pathKey(url))?.findLast((one) => isSameSearch(url, one.url, first, parameters));
      if (similar) return similar.page;
    }
    const number = numberOf(url, key);
    chosen ??= choose(index, engine.name, fields, first);
    return chosen?.pages[number];
  };
}

/** Returns the number of the page that a request asks for, from 0. */
function createNumbering(paging: Engine['traits']['paging']): (url: string, key: string) => number {
  const numbers = new Map<string | number, number>();
  return (url, key) => {
    const start = paging ? Number(new URL(url).searchParams.get(paging.parameter) ?? 0) : key;
    const known = numbers.get(start);
    if (known !== undefined) return known;
    // Without a paging parameter, engines fetch one page after the other.
    const number = typeof start === 'string' ? numbers.size : numberAfter(numbers as Map<number, number>, start, paging!.step);
    numbers.set(start, number);
    return number;
  };
}

/** Pages may have fewer results than a step, and pages ahead may be requested before them. */
function numberAfter(numbers: ReadonlyMap<number, number>, start: number, step: number): number {
  const before = Math.max(...[...numbers.keys()].filter((other) => other < start));
  return Number.isFinite(before) ? numbers.get(before)! + Math.max(1, Math.round((start - before) / step)) : 0;
}

/** Searches with this keyword come first. Searches about which nothing is known answer every request. */
function choose({ searches }: ReplayIndex, engine: EngineName, fields: SearchFields, url: string): CapturedSearch | undefined {
  for (const key of [searchKey(engine, fields.keyword), searchKey(engine)]) {
    const candidates = (searches.get(key) ?? []).filter(({ known }) => isKnownAs(known, fields));
    if (candidates.length > 0) return candidates[choiceBy(url, candidates.length)];
  }
  return undefined;
}

const isKnownAs = (known: Partial<SearchFields>, fields: SearchFields): boolean =>
  (Object.keys(known) as (keyof SearchFields)[]).every((name) => known[name] === fields[name]);

async function rangeOf({ file, offset, length }: CapturedPage): Promise<Buffer> {
  const handle = await open(file, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(length), 0, length, offset);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}
