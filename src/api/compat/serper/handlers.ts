// Serper's endpoints: searches, one page, and the account.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError, errors } from '../../../contract/errors.ts';
import type { OrderItem, Stored } from '../../../contract/order.ts';
import type { StoredSerpRequest } from '../../../products/serp/request.ts';
import { toApiError } from '../../errors.ts';
import { accountOf } from '../../routes/operation.ts';
import type { UserRouteParts } from '../../routes/user.ts';
import { setIgnored } from '../ignored.ts';
import { type Created, createAll } from '../replay.ts';
import { type CompatParts, dataOf, errorTextOf, failureOf, isBadKey, type ProviderError, readSearch } from '../search.ts';
import { balanceOf } from '../serpapi/account.ts';
import { flagIn, type Given, givenIn } from '../values.ts';
import { listsOf } from './lists.ts';
import type { Method } from './methods.ts';
import { NAMES_READ, readParameters, type SerperSearch } from './parameters.ts';

const BATCH_MAX = 100;
/** Serper has no cache. A client that timed out and repeats its call within this time must not be charged twice. */
const REPLAY_SECONDS = 60;
/** Names of our parameters at the provider. */
const NAMES = { keyword: 'q', region: 'location', language: 'hl', maxResults: 'num', customUrlParameter: 'tbs, safe or autocorrect' };

/** Returns the parameters of each search. Those in the query string are defaults for those in the body. */
function searchesIn({ body, query }: FastifyRequest): { readonly list: readonly Given[]; readonly isBatch: boolean } {
  const defaults = givenIn(query, NAMES_READ);
  if (!Array.isArray(body)) {
    if (body !== undefined && body !== null && typeof body !== 'object')
      throw errors.badBody('it must be a JSON object or an array of them');
    return { list: [{ ...defaults, ...givenIn(body, NAMES_READ) }], isBatch: false };
  }
  if (body.length < 1 || body.length > BATCH_MAX) throw errors.badBody(`it must hold 1 to ${BATCH_MAX} searches, not ${body.length}`);
  // The query string would make a search even of an entry without parameters.
  const bad = body.findIndex((entry) => typeof entry !== 'object' || entry === null || Array.isArray(entry));
  if (bad >= 0) throw errors.badBody(`[${bad}] must be a JSON object`);
  return { list: body.map((entry) => ({ ...defaults, ...givenIn(entry, NAMES_READ) })), isBatch: true };
}

/** Names the search of a batch that is wrong. */
function inBatch<T>(index: number, isBatch: boolean, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!isBatch || !(error instanceof ApiError) || error.code !== 400) throw error;
    throw new ApiError(400, error.message.replace('Bad input parameter: ', `Bad input parameter: [${index}].`), error.solution);
  }
}

/** The search goes on and is charged when it succeeds, so the client learns its id. */
const unfinished = (id: string): ApiError =>
  new ApiError(504, 'The search is not finished yet.', `It continues. Fetch it later with GET /serp/${id}.`);

/** Returns the data. Throws when the search failed or is not finished. */
async function finishedData(stored: Stored) {
  const failure = failureOf(stored);
  if (failure !== null) throw errors.searchFailed(failure);
  const data = await dataOf(stored);
  if (!data) throw unfinished(stored.id);
  return data;
}

/** Returns `searchParameters` with the language that was searched in. */
const shownWith = (search: SerperSearch, { request }: OrderItem) => ({
  ...search.shown,
  hl: search.shown.hl ?? (JSON.parse(request) as StoredSerpRequest).language,
});

export async function handleSearch(request: FastifyRequest, reply: FastifyReply, method: Method, parts: CompatParts) {
  const account = accountOf(request);
  const { list, isBatch } = searchesIn(request);
  const read = list.map((given, index) =>
    inBatch(index, isBatch, () => {
      const search = readParameters(given, method, parts.regions);
      const item = readSearch(search.request, account, parts, NAMES);
      return { search, item, searchParameters: shownWith(search, item) };
    }),
  );
  const items = read.map(({ item }) => item);
  const pageSize = parts.pageSizeOf(method.engine);
  const created = await createAll(request, account, items, parts, REPLAY_SECONDS);
  setIgnored(
    reply,
    read.flatMap(({ search }) => search.ignored),
  );
  const responses = await Promise.all(
    read.map(async ({ search, searchParameters }, index) => {
      const { stored, cost } = created[index]!;
      try {
        return { searchParameters, ...listsOf(method, await finishedData(stored), search.slice, pageSize), credits: cost };
      } catch (error) {
        // The other searches of a batch are finished and charged, so one failure must not hide them.
        if (!isBatch) throw error;
        const shown = toApiError(error, request.id);
        if (!(error instanceof ApiError))
          parts.log.error('a search of a batch failed', { requestId: request.id, objectId: stored.id, error });
        // Only a failed search is refunded.
        return { searchParameters, [method.list]: [], ...formatError(shown).body, credits: stored.result?.faulty ? 0 : cost };
      }
    }),
  );
  return isBatch ? responses : responses[0]!;
}

/** Fetches one page and returns its text. */
export async function handleWebpage(request: FastifyRequest, reply: FastifyReply, parts: CompatParts) {
  const { list, isBatch } = searchesIn(request);
  if (isBatch) throw errors.badBody('it must be one JSON object');
  const given = list[0]!;
  if (given.url === undefined) throw errors.badParameter('url', 'is missing');
  const hasMarkdown = flagIn(given, 'includeMarkdown');
  const serpRequest = { keyword: given.url, region: 'US', searchEngine: 'universal' as const };
  const item = readSearch(serpRequest, accountOf(request), parts, { ...NAMES, keyword: 'url', searchEngine: '/webpage' });
  const [{ stored, cost }] = (await createAll(request, accountOf(request), [item], parts, REPLAY_SECONDS)) as [Created];
  setIgnored(
    reply,
    Object.keys(given).filter((name) => name !== 'url' && name !== 'includeMarkdown'),
  );
  const page = (await finishedData(stored)).answers.find(({ type }) => type === 'page');
  return {
    text: page?.text ?? '',
    ...(hasMarkdown ? { markdown: page?.markdown ?? page?.text ?? '' } : {}),
    metadata: { ...(page?.title ? { title: page.title } : {}), url: page?.url ?? given.url },
    jsonld: {},
    credits: cost,
  };
}

/** Searches per second, from the limit that this request was counted against. */
function rateOf(reply: FastifyReply): number {
  const perMinute = Number(/;q=(\d+);w=60/.exec(String(reply.getHeader('RateLimit-Policy')))?.[1] ?? 60);
  return Math.max(1, Math.floor(perMinute / 60));
}

export async function handleAccount(request: FastifyRequest, reply: FastifyReply, parts: UserRouteParts) {
  const user = await parts.user(accountOf(request));
  return { balance: balanceOf(user), rateLimit: rateOf(reply) };
}

export function rejectUnsupported(name: string): never {
  throw new ApiError(400, `/${name} is not supported.`, 'No engine of this service has these results.');
}

/** Returns errors as Serper does. Missing credits have status 400 there. */
export function formatError(error: ApiError): ProviderError {
  const status = error.code === 402 ? 400 : error.code;
  const message = isBadKey(error) ? 'Unauthorized.' : error.code === 402 ? `Not enough credits. ${error.message}` : errorTextOf(error);
  return { status, body: { message, statusCode: status } };
}
