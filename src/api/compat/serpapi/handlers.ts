// SerpApi's endpoints: searches, the archive, the account and the list of locations.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { withCompatibility } from '../../../business/orders/origin.ts';
import { ApiError } from '../../../contract/errors.ts';
import type { SerpData } from '../../../contract/items.ts';
import type { Stored } from '../../../contract/order.ts';
import { fetchOne } from '../../create.ts';
import { accountOf } from '../../routes/operation.ts';
import {
  baseOf,
  type CompatParts,
  dataOf,
  errorTextOf,
  isBadKey,
  type ProviderError,
  readSearch,
  replayOrCreate,
  setIgnored,
} from '../search.ts';
import { givenIn } from '../values.ts';
import { readParameters, type SerpApiSearch } from './parameters.ts';
import { PROVIDER, responseOf, type SentParameters, searchOf, unfinishedResponse } from './response.ts';
import { parseRestrictor, restrict } from './restrictor.ts';

/** As in the provider's cache, for results of other accounts too if the operator shares them. */
const FRESHNESS_SECONDS = 3600;

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
    const waiting = `The search is not finished yet. Repeat the request, or fetch it from ${base}/searches/${stored.id}.json.`;
    return 'error' in response ? response : { ...response, error: waiting };
  }
  if (search.output === 'html') return sendHtml(reply, data, found.slice.from);
  const response = responseOf(found, data, base);
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
    ...(search.mayReplay ? { freshness: FRESHNESS_SECONDS } : {}),
    ...(parts.keepsHtml ? { saveRawData: true } : {}),
  };
  const parameters: SentParameters = { sent: search.sent, ...search.slice };
  const item = withCompatibility(readSearch(wanted, account, parts, names, search.isAsync), { provider: PROVIDER, parameters });
  return replayOrCreate(request, account, item, parts, search.mayReplay);
}

const noHtml = (): ApiError =>
  new ApiError(404, 'There is no HTML of this search.', 'Search with output=html, or ask the operator to set SERPAPI_KEEP_HTML.');

/** The page is of a third party, so it may not run anything under our host name. */
function sendHtml(reply: FastifyReply, data: SerpData, from: number): FastifyReply {
  const page = data.raw[(data.organic[from]?.page ?? 1) - 1] ?? data.raw[0];
  if (page === undefined || !page.trimStart().startsWith('<')) throw noHtml();
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
  if (!data) return unfinishedResponse(search, baseOf(request));
  if ((match![2] ?? given.output) === 'html') return sendHtml(reply, data, search.slice.from);
  const response = responseOf(search, data, baseOf(request));
  return fields === null ? response : restrict(response, fields);
}

/** Returns errors as SerpApi does: one text, 401 for the key, and 429 for credits and rates. */
export function formatError(error: ApiError): ProviderError {
  if (isBadKey(error)) return { status: 401, body: { error: 'Invalid API key.' } };
  const isOut = error.code === 402 && /credits/i.test(error.message) && !/^Credit limit/.test(error.message);
  const start = isOut ? 'Your account has run out of searches. ' : '';
  return { status: error.code === 402 ? 429 : error.code, body: { error: start + errorTextOf(error) } };
}
