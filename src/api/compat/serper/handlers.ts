// Serper's endpoints: searches, one page, and the account.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError, errors } from '../../../contract/errors.ts';
import type { OrderItem, Stored } from '../../../contract/order.ts';
import { accountOf } from '../../routes/operation.ts';
import type { UserRouteParts } from '../../routes/user.ts';
import {
  type CompatParts,
  createAll,
  dataOf,
  errorTextOf,
  failureOf,
  isBadKey,
  type ProviderError,
  readSearch,
  setIgnored,
} from '../search.ts';
import { balanceOf } from '../serpapi/account.ts';
import { flagIn, type Given, givenIn } from '../values.ts';
import { listsOf } from './lists.ts';
import type { Method } from './methods.ts';
import { readParameters, type SerperSearch } from './parameters.ts';

const BATCH_MAX = 100;
/** Names of our parameters at the provider. */
const NAMES = { keyword: 'q', region: 'location', language: 'hl', maxResults: 'num', customUrlParameter: 'tbs, safe or autocorrect' };

/** Returns the parameters of each search. Those in the query string are defaults for those in the body. */
function searchesIn({ body, query }: FastifyRequest): { readonly list: readonly Given[]; readonly isBatch: boolean } {
  const defaults = givenIn(query);
  if (!Array.isArray(body)) {
    if (body !== undefined && body !== null && typeof body !== 'object')
      throw errors.badBody('it must be a JSON object or an array of them');
    return { list: [{ ...defaults, ...givenIn(body) }], isBatch: false };
  }
  if (body.length < 1 || body.length > BATCH_MAX) throw errors.badBody(`it must hold 1 to ${BATCH_MAX} searches, not ${body.length}`);
  return { list: body.map((entry) => ({ ...defaults, ...givenIn(entry) })), isBatch: true };
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

export async function handleSearch(request: FastifyRequest, reply: FastifyReply, method: Method, parts: CompatParts) {
  const account = accountOf(request);
  const { list, isBatch } = searchesIn(request);
  const read = list.map((given, index): { search: SerperSearch; item: OrderItem } =>
    inBatch(index, isBatch, () => {
      const search = readParameters(given, method, parts.regions);
      return { search, item: readSearch(search.request, account, parts, NAMES) };
    }),
  );
  const created = await createAll(
    request,
    account,
    read.map(({ item }) => item),
    parts,
  );
  setIgnored(
    reply,
    read.flatMap(({ search }) => search.ignored),
  );
  const responses = await Promise.all(
    read.map(async ({ search }, index) => {
      const { stored, cost } = created[index]!;
      try {
        const data = await finishedData(stored);
        return { searchParameters: search.shown, ...listsOf(method, data, search.slice), credits: cost };
      } catch (error) {
        // The other searches of a batch are finished and charged, so one failure must not hide them.
        if (!isBatch || !(error instanceof ApiError)) throw error;
        return { searchParameters: search.shown, [method.list]: [], ...formatError(error).body, credits: 0 };
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
  const [{ stored, cost }] = (await createAll(request, accountOf(request), [item], parts)) as [{ stored: Stored; cost: number }];
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
