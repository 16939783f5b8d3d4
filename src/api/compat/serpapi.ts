// SerpApi-compatible endpoint: clients change only the host.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type ApiError, errors } from '../../contract/errors.ts';
import type { SerpRequest } from '../../contract/serp.ts';
import type { EngineName } from '../../contract/vocabulary.ts';
import { urlFor } from '../base-path.ts';
import { accountOf } from '../routes/operation.ts';
import { type CompatParts, errorHandlerOf, errorTextOf, resultsFor, type Searched, type Slice, search } from './search.ts';
import { listsOf } from './serpapi-format.ts';

interface Dialect {
  readonly engine: EngineName;
  /** The parameter with the query. */
  readonly query: string;
  /** Parameters that are passed on to the engine's URL. */
  readonly passedOn?: readonly string[];
}

const FILTERS = ['tbs', 'safe', 'nfpr', 'filter', 'lr', 'cr'];
const ENGINES: Readonly<Record<string, Dialect>> = {
  google: { engine: 'google', query: 'q', passedOn: FILTERS },
  google_images: { engine: 'googleimages', query: 'q', passedOn: FILTERS },
  google_news: { engine: 'googlenews', query: 'q' },
  google_local: { engine: 'googlelocal', query: 'q' },
  bing: { engine: 'bing', query: 'q' },
  yahoo: { engine: 'yahoo', query: 'p' },
  yandex: { engine: 'yandex', query: 'text' },
  youtube: { engine: 'youtube', query: 'search_query' },
  naver: { engine: 'naver', query: 'query' },
  baidu: { engine: 'baidu', query: 'q' },
};
/** Parameters without effect on the results: the key, the client's name, the cache, the output format and others. */
const PLAIN = ['api_key', 'source', 'no_cache', 'output', 'engine', 'location', 'gl', 'hl', 'device', 'num', 'start', 'google_domain'];
const COUNT = 10;

type Given = Readonly<Record<string, string>>;

interface SerpApiQuery {
  readonly request: SerpRequest;
  readonly dialect: Dialect;
  readonly slice: Slice;
  readonly shown: Given;
}

export function serpApiRoutes(app: FastifyInstance, parts: CompatParts): void {
  for (const path of ['/search.json', '/search']) {
    app.get(
      path,
      { config: { compatEndpoint: 'serpapi' }, schema: { hide: true }, errorHandler: errorHandlerOf(parts.log, errorOf) },
      async (request, reply) => {
        const parsed = readQuery(request.query as Record<string, unknown>);
        const searched = await search(request, accountOf(request), parsed.request, parsed.shown.gl, parts);
        if (!searched.data) {
          reply.code(503);
          const error = searched.faulty ? `The search failed and costs nothing. ${searched.error}` : 'The search is not finished yet.';
          return { search_metadata: metadataOf(searched), search_parameters: parsed.shown, error };
        }
        return responseOf(parsed, searched, request);
      },
    );
  }
}

function readQuery(query: Record<string, unknown>): SerpApiQuery {
  const twice = Object.keys(query).find((name) => typeof query[name] !== 'string');
  if (twice !== undefined) throw errors.badParameter(twice, 'must be sent once');
  const given = query as Given;
  const name = given.engine ?? 'google';
  const dialect = Object.hasOwn(ENGINES, name) ? ENGINES[name] : undefined;
  if (!dialect) throw errors.badParameter('engine', `${name} is not supported`, `Supported: ${Object.keys(ENGINES).join(', ')}.`);
  const passedOn = dialect.passedOn ?? [];
  const unsupported = Object.keys(given).find((one) => !PLAIN.includes(one) && one !== dialect.query && !passedOn.includes(one));
  if (unsupported !== undefined) throw errors.badParameter(unsupported, `is not supported for ${name}`);
  const { output = 'json', google_domain = 'google.com', device = 'desktop' } = given;
  if (output !== 'json') throw errors.badParameter('output', 'must be json');
  if (google_domain !== 'google.com') throw errors.badParameter('google_domain', 'must be google.com', 'Use gl for the country.');
  if (device !== 'desktop' && device !== 'mobile') throw errors.badParameter('device', 'must be desktop or mobile');
  const keyword = given[dialect.query];
  if (keyword === undefined || keyword.trim() === '') throw errors.badParameter(dialect.query, 'is missing');
  const slice = { from: countIn(given, 'start', 0), count: countIn(given, 'num', COUNT) };
  const filters = passedOn.flatMap((one) => (given[one] === undefined ? [] : [{ name: one, value: given[one]! }]));
  const { api_key: _, source: __, ...shown } = given;
  return {
    dialect,
    slice,
    shown: { engine: name, ...shown, device },
    request: {
      keyword,
      region: given.location ?? (given.gl ?? 'us').toUpperCase(),
      searchEngine: dialect.engine,
      maxResults: resultsFor(slice, 'start and num'),
      isMobile: device === 'mobile',
      ...(given.hl === undefined ? {} : { language: given.hl }),
      ...(filters.length === 0 ? {} : { customUrlParameter: filters }),
    },
  };
}

function countIn(given: Given, name: string, fallback: number): number {
  const value = given[name];
  if (value === undefined) return fallback;
  if (!/^\d{1,4}$/.test(value)) throw errors.badParameter(name, 'must be a whole number');
  return Number(value);
}

function responseOf({ dialect, slice, shown, request }: SerpApiQuery, searched: Searched, from: FastifyRequest) {
  const data = searched.data!;
  const lists = listsOf(dialect.engine, data, slice);
  const isEmpty = data.organic.length === 0 && Object.keys(lists).every((name) => (lists[name] as unknown[]).length === 0);
  const next = slice.from + slice.count;
  const hasNext = !isEmpty && next + slice.count <= 100;
  const nextQuery = new URLSearchParams({ ...shown, start: String(next) });
  return {
    search_metadata: metadataOf(searched),
    search_parameters: shown,
    search_information: {
      query_displayed: request.keyword,
      ...(data.totalResults === null ? {} : { total_results: data.totalResults }),
      organic_results_state: isEmpty ? 'Fully empty' : 'Results for exact spelling',
    },
    ...lists,
    ...(isEmpty ? { error: `${shown.engine} hasn't returned any results for this query.` } : {}),
    ...(hasNext
      ? {
          serpapi_pagination: { current: Math.floor(slice.from / slice.count) + 1, next: urlFor(from, `/search.json?${nextQuery}`) },
        }
      : {}),
  };
}

function metadataOf({ stored, data, faulty }: Searched) {
  const shown = (date: Date): string =>
    date
      .toISOString()
      .replace('T', ' ')
      .replace(/\.\d+Z$/, ' UTC');
  const { createdAt, result, id } = stored;
  return {
    id,
    status: data ? 'Success' : faulty ? 'Error' : 'Processing',
    created_at: shown(createdAt),
    ...(result ? { processed_at: shown(result.generatedAt) } : {}),
  };
}

/** Returns errors as SerpApi does: one text, 401 for the key, and 429 for credits and rates. */
function errorOf(error: ApiError) {
  if (error.code === 403) return { status: 401, body: { error: 'Invalid API key.' } };
  return { status: error.code === 402 ? 429 : error.code, body: { error: errorTextOf(error) } };
}
