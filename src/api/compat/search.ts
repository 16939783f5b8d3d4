// Shared by the compatibility endpoints: one synchronous search, and errors in the provider's format.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { readBody } from '../../business/orders/body.ts';
import { type ApiError, errors } from '../../contract/errors.ts';
import { errorOf } from '../../contract/failures.ts';
import type { SerpData } from '../../contract/items.ts';
import type { Account, Stored } from '../../contract/order.ts';
import type { Region } from '../../contract/region.ts';
import { type Attempt, MAX_RESULTS, SerpRequest } from '../../contract/serp.ts';
import type { Log } from '../../platform/log.ts';
import { createAndWait } from '../create.ts';
import { toApiError } from '../errors.ts';
import type { SerpRouteParts } from '../routes/serp.ts';
import { checkerOf } from '../validation.ts';

export interface CompatParts extends SerpRouteParts {
  readonly log: Log;
}

export interface Searched {
  readonly stored: Stored;
  readonly cost: number;
  /** Null until it is finished, and after a failure. */
  readonly data: SerpData | null;
  readonly faulty: boolean;
  /** Why the search failed, as a sentence. Null unless it failed. */
  readonly error: string | null;
}

const check = checkerOf(SerpRequest);
const RESULTS_MAX = MAX_RESULTS.at(-1)!;

/** Creates the search and waits for it. Providers have no priorities, so it is NORMAL. */
export async function search(
  request: FastifyRequest,
  account: Account,
  serpRequest: SerpRequest,
  country: string | undefined,
  parts: CompatParts,
): Promise<Searched> {
  const wanted: SerpRequest = { ...serpRequest, priority: 'NORMAL', asynchronous: false };
  check(wanted);
  const item = parts.readSerp(wanted, account);
  // Providers combine the engine's country version with any location. Here a search has one region.
  const { region } = JSON.parse(item.request) as { region: Region };
  if (country !== undefined && country.toUpperCase() !== region.countryCode)
    throw errors.badParameter(
      'gl',
      `is ${country}, but the location is in ${region.countryCode}`,
      'Send only one of them, or equal countries.',
    );
  const stored = await createAndWait(request, account, 'serp', item, parts);
  const body = stored.result?.body;
  const text = body ? (await readBody(body)).toString('utf8') : null;
  // The stored body also contains the closing brace of the surrounding object.
  const data = text === null ? null : (JSON.parse(text.slice(0, -1)) as SerpData);
  const { result } = stored;
  const error = result ? errorOf(result, JSON.parse(result.detail) as { error?: string }, JSON.parse(result.attempts) as Attempt[]) : null;
  return { stored, cost: stored.isOverLimit ? item.overCost : item.cost, data, faulty: result?.faulty ?? false, error };
}

export interface Slice {
  readonly from: number;
  readonly count: number;
}

/** Providers count in pages. Here a search always starts at the first result, and the page is cut out of it. */
export function resultsFor({ from, count }: Slice, name: string): number {
  const last = from + count;
  if (count < 1 || from < 0 || last > RESULTS_MAX) {
    throw errors.badParameter(name, `are beyond the first ${RESULTS_MAX} results`, `Request only the first ${RESULTS_MAX} results.`);
  }
  return Math.ceil(last / 10) * 10;
}

export const cut = <T extends object>(items: readonly T[], { from, count }: Slice): (T & { position: number })[] =>
  items.slice(from, from + count).map((item, index) => ({ ...item, position: index + 1 }));

/** Omits empty fields, as providers do. */
export function withoutEmpty<T extends Record<string, unknown>>(fields: T): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== null && value !== undefined && !(Array.isArray(value) && value.length === 0)),
  );
}

/** Sends an error in the provider's format. Internal details go to the log. */
export function errorHandlerOf(log: Log, format: (error: ApiError) => { readonly status: number; readonly body: object }) {
  return (thrown: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const error = toApiError(thrown, request.id);
    if (error.code >= 500)
      log.error('request failed', { requestId: request.id, route: request.routeOptions.url, error: error.cause ?? thrown });
    if (error.retryAfterSeconds !== undefined) reply.header('Retry-After', Math.max(1, Math.ceil(error.retryAfterSeconds)));
    const { status, body } = format(error);
    return reply.code(status).header('content-type', 'application/json; charset=utf-8').send(JSON.stringify(body));
  };
}

/** Both providers' names of our parameters. */
const PROVIDER_NAMES: Readonly<Record<string, string>> = {
  keyword: 'the query',
  region: 'location or gl',
  language: 'hl',
  searchEngine: 'engine',
  maxResults: 'num',
};

export function errorTextOf({ message, solution }: ApiError): string {
  const sentence = message.replace(
    /^(Bad input parameter: )(\w+)/,
    (_, start: string, name: string) => start + (PROVIDER_NAMES[name] ?? name),
  );
  return solution ? `${sentence} ${solution}` : sentence;
}
