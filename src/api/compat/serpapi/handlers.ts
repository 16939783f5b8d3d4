// SerpApi's endpoints: searches, the archive, the account and the list of locations.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { withCompatibility } from '../../../business/orders/origin.ts';
import { ApiError } from '../../../contract/errors.ts';
import type { SerpData } from '../../../contract/items.ts';
import type { Stored } from '../../../contract/order.ts';
import { fetchOne } from '../../create.ts';
import { accountOf } from '../../routes/operation.ts';
import { setIgnored } from '../ignored.ts';
import { createAll } from '../replay.ts';
import { baseOf, type CompatParts, dataOf, errorTextOf, isBadKey, type ProviderError, readSearch } from '../search.ts';
import { cut } from '../slice.ts';
import { givenIn } from '../values.ts';
import { readParameters, type SerpApiSearch } from './parameters.ts';
import { PROVIDER, responseOf, type Search, type SentParameters, searchOf, unfinishedResponse } from './response.ts';
import { parseRestrictor, restrict } from './restrictor.ts';

/** The provider's cache is an hour. Results of other accounts are used too if the operator shares them. */
const CACHE_SECONDS = 3600;

export interface SerpApiParts extends CompatParts {
  /** Keep the page of every search, so that it can be fetched as HTML later. */
  readonly keepsHtml: boolean;
}

export async function handleSearch(request: FastifyRequest, reply: FastifyReply, parts: SerpApiParts, output: 'json' | 'html' = 'json') {
  const account = accountOf(request);
  const search = readParameters(givenIn(request.query), account, parts.regions, output);
  const fields = search.restrictor === null ? null : parseRestrictor(search.restrictor);
  const stored = await storedFor(request, search, parts);
  setIgnored(reply, search.ignored);
  const base = baseOf(request);
  const found = searchOf(stored)!;
  const data = await dataOf(stored);
  if (!data) {
    if (stored.result === null && search.isAsync) return unfinishedResponse(found, base);
    reply.code(503);
    const response = unfinishedResponse(found, base);
    // Without the cache, a repeated request is another search.
    const how = search.mayReplay ? 'Repeat the request, or fetch it' : 'Fetch it';
    const waiting = `The search is not finished yet. ${how} from ${base}/searches/${stored.id}.json.`;
    return 'error' in response ? response : { ...response, error: waiting };
  }
  const pageSize = parts.pageSizeOf(found.request.searchEngine);
  if (search.output === 'html') return sendHtml(reply, data, found, pageSize, base);
  const response = responseOf(found, data, base, { pageSize, resultsMax: account.maxResults });
  return fields === null ? response : restrict(response, fields);
}

async function storedFor(request: FastifyRequest, search: SerpApiSearch, parts: SerpApiParts): Promise<Stored> {
  const account = accountOf(request);
  const names = {
    keyword: search.dialect.query,
    region: 'location',
    language: 'hl',
    searchEngine: 'engine',
    maxResults: 'num',
    customUrlParameter: (search.request.customUrlParameter ?? []).map(({ name }) => name).join(', '),
  };
  const wanted = {
    ...search.request,
    ...(search.mayReplay ? { freshness: CACHE_SECONDS } : {}),
    ...(parts.keepsHtml ? { saveRawData: true } : {}),
  };
  const parameters: SentParameters = { sent: search.sent, ...search.slice };
  const item = withCompatibility(readSearch(wanted, account, parts, names, search.isAsync), { provider: PROVIDER, parameters });
  const [created] = await createAll(request, account, [item], parts, search.mayReplay ? CACHE_SECONDS : 0);
  return created!.stored;
}

const noHtml = (): ApiError =>
  new ApiError(404, 'There is no HTML of this search.', 'Search with output=html, or ask the operator to set SERPAPI_KEEP_HTML.');
/** The source is known only after the search. Its results are paid for, so the client learns where they are. */
const noPage = (address: string): ApiError =>
  new ApiError(
    404,
    'There is no HTML of this search.',
    `Its source has data and no page. Fetch the results free of charge from ${address}.`,
  );

/** The page is of a third party, so it may not run anything under our host name. */
function sendHtml(reply: FastifyReply, data: SerpData, { stored, slice }: Search, pageSize: number, base: string): FastifyReply {
  const [first] = cut(data.organic, slice, { organic: data.organic, pageSize });
  const page = data.raw[(first?.page ?? 1) - 1] ?? data.raw[0];
  if (page === undefined) throw noHtml();
  if (!page.trimStart().startsWith('<')) throw noPage(`${base}/searches/${stored.id}.json`);
  return reply
    .header('content-security-policy', "sandbox; default-src 'none'; frame-ancestors 'none'")
    .type('text/html; charset=utf-8')
    .send(page);
}

/** `GET /searches/{id}`, with or without `.json` and `.html`. Free. Unfinished searches have a status and no lists. */
export async function handleArchive(request: FastifyRequest, reply: FastifyReply, parts: SerpApiParts) {
  const given = givenIn(request.query);
  const match = /^([0-9A-Za-z]{1,64})(?:\.(json|html))?$/.exec((request.params as { id: string }).id);
  const stored = match ? await fetchOne(accountOf(request), 'serp', match[1]!, parts) : null;
  const search = stored ? searchOf(stored) : null;
  if (!stored || !search) throw new ApiError(404, 'The search was not found. It never existed, or it has expired.');
  const fields = given.json_restrictor === undefined ? null : parseRestrictor(given.json_restrictor);
  const data = await dataOf(stored);
  const base = baseOf(request);
  if (!data) return unfinishedResponse(search, base);
  const pageSize = parts.pageSizeOf(search.request.searchEngine);
  if ((match![2] ?? given.output) === 'html') return sendHtml(reply, data, search, pageSize, base);
  const response = responseOf(search, data, base, { pageSize, resultsMax: accountOf(request).maxResults });
  return fields === null ? response : restrict(response, fields);
}

/** Returns errors as SerpApi does: one text, 401 for the key, and 429 for credits and rates. */
export function formatError(error: ApiError): ProviderError {
  if (isBadKey(error)) return { status: 401, body: { error: 'Invalid API key.' } };
  const isOut = error.code === 402 && /credits/i.test(error.message) && !/^Credit limit/.test(error.message);
  const start = isOut ? 'Your account has run out of searches. ' : '';
  return { status: error.code === 402 ? 429 : error.code, body: { error: start + errorTextOf(error) } };
}
