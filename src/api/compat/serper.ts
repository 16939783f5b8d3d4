// Serper-compatible endpoint: clients change only the base URL.
import type { FastifyInstance } from 'fastify';
import { type ApiError, errors } from '../../contract/errors.ts';
import type { EngineName } from '../../contract/vocabulary.ts';
import { accountOf } from '../routes/operation.ts';
import { type CompatParts, errorHandlerOf, errorTextOf, resultsFor, search } from './search.ts';
import { listsOf } from './serper-format.ts';

/** Videos come from YouTube, because there is no engine for Google's video tab. */
const METHODS = {
  search: 'google',
  images: 'googleimages',
  news: 'googlenews',
  videos: 'youtube',
  places: 'googlelocal',
} as const satisfies Readonly<Record<string, EngineName>>;

type Method = keyof typeof METHODS;

interface Query {
  readonly q: string;
  readonly gl: string;
  readonly hasCountry: boolean;
  readonly hl: string | null;
  readonly location: string | null;
  readonly num: number;
  readonly page: number;
  readonly tbs: string | null;
}

const COUNT = 10;
/** Aliases such as `country` come from a widespread client. `autocorrect` is part of Google and cannot be disabled. */
const KNOWN = new Set(['q', 'gl', 'country', 'hl', 'locale', 'location', 'num', 'page', 'tbs', 'autocorrect', 'type', 'engine']);

export function serperRoutes(app: FastifyInstance, parts: CompatParts): void {
  for (const [method, engine] of Object.entries(METHODS) as [Method, EngineName][]) {
    app.post(
      `/${method}`,
      { config: { compatEndpoint: 'serper' }, schema: { hide: true }, errorHandler: errorHandlerOf(parts.log, errorOf) },
      async (request) => {
        const query = readQuery(request.body, method);
        const slice = { from: (query.page - 1) * query.num, count: query.num };
        const { data, cost, error } = await search(
          request,
          accountOf(request),
          {
            keyword: query.q,
            region: query.location ?? query.gl.toUpperCase(),
            searchEngine: engine,
            maxResults: resultsFor(slice, 'num and page'),
            ...(query.hl === null ? {} : { language: query.hl }),
            ...(query.tbs === null ? {} : { customUrlParameter: [{ name: 'tbs', value: query.tbs }] }),
          },
          query.location === null || !query.hasCountry ? undefined : query.gl,
          parts,
        );
        if (error !== null) throw errors.searchFailed(error);
        if (!data) throw errors.sourceSlow('The search engine');
        const { q, gl, hl, location, num, page } = query;
        const shown = { q, gl, hl: hl ?? 'en', ...(location === null ? {} : { location }), type: method, num, page, engine: 'google' };
        return { searchParameters: shown, ...listsOf(method, data, slice), credits: cost };
      },
    );
  }
}

function readQuery(body: unknown, method: Method): Query {
  if (Array.isArray(body)) throw errors.badParameter('the body', 'must be one query', 'Send queries one by one.');
  const given = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
  const unsupported = Object.keys(given).find((name) => !KNOWN.has(name));
  if (unsupported !== undefined) throw errors.badParameter(unsupported, 'is not supported');
  if (given.type !== undefined && given.type !== method) throw errors.badParameter('type', `must be ${method} at this endpoint`);
  if (given.engine !== undefined && given.engine !== 'google') throw errors.badParameter('engine', 'must be google');
  if (given.autocorrect === false) throw errors.badParameter('autocorrect', 'cannot be disabled');
  const q = textIn(given, 'q');
  if (q === null || q.trim() === '') throw errors.badParameter('q', 'is missing');
  const tbs = textIn(given, 'tbs');
  if (tbs !== null && method !== 'search') throw errors.badParameter('tbs', 'is supported only by /search');
  return {
    q,
    gl: textIn(given, 'gl') ?? textIn(given, 'country') ?? 'us',
    hasCountry: (given.gl ?? given.country) !== undefined,
    hl: textIn(given, 'hl') ?? textIn(given, 'locale'),
    location: textIn(given, 'location'),
    num: countIn(given, 'num') ?? COUNT,
    page: countIn(given, 'page') ?? 1,
    tbs,
  };
}

function textIn(given: Record<string, unknown>, name: string): string | null {
  const value = given[name];
  if (value === undefined || value === '') return null;
  if (typeof value !== 'string') throw errors.badParameter(name, 'must be a string');
  return value;
}

function countIn(given: Record<string, unknown>, name: string): number | null {
  const value = typeof given[name] === 'string' ? Number(given[name]) : given[name];
  if (value === undefined) return null;
  if (!Number.isInteger(value) || (value as number) < 1) throw errors.badParameter(name, 'must be a whole number of at least 1');
  return value as number;
}

/** Returns errors as Serper does. Missing credits have status 400 there. */
function errorOf(error: ApiError) {
  const status = error.code === 402 ? 400 : error.code;
  const message = error.code === 403 ? 'Unauthorized.' : error.code === 402 ? `Not enough credits. ${error.message}` : errorTextOf(error);
  return { status, body: { message, statusCode: status } };
}
