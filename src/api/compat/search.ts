// Shared by the compatibility endpoints: creates searches, waits for them, and sends errors in the provider's format.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { readBody } from '../../business/orders/body.ts';
import type { Regions } from '../../business/regions/regions.ts';
import { ApiError, errors } from '../../contract/errors.ts';
import { errorOf } from '../../contract/failures.ts';
import type { SerpData } from '../../contract/items.ts';
import type { Account, OrderItem, Stored } from '../../contract/order.ts';
import { type Attempt, SerpRequest } from '../../contract/serp.ts';
import type { EngineName } from '../../contract/vocabulary.ts';
import type { Log } from '../../platform/log.ts';
import { urlFor } from '../base-path.ts';
import { logError, toApiError } from '../errors.ts';
import type { SerpRouteParts } from '../routes/serp.ts';
import { checkerOf } from '../validation.ts';

export interface CompatParts extends SerpRouteParts {
  readonly regions: Regions;
  readonly log: Log;
  /** Returns the number of results on a full page of the engine. */
  readonly pageSizeOf: (engine: EngineName) => number;
}

const check = checkerOf(SerpRequest);

/** Validates a search with priority NORMAL. `names` are the provider's names of our parameters. */
export function readSearch(
  given: SerpRequest,
  account: Account,
  parts: CompatParts,
  names: Readonly<Record<string, string>>,
  asynchronous = false,
): OrderItem {
  const wanted: SerpRequest = { ...given, priority: 'NORMAL', asynchronous };
  try {
    check(wanted);
    return parts.readSerp(wanted, account);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 400) throw error;
    const message = error.message.replace(
      /^(Bad input parameter: )(\w+)(?:\[(\d+)\]\.\w+)?/,
      (_, start: string, name: string, index?: string) =>
        start + (given.customUrlParameter?.[Number(index ?? Number.NaN)]?.name ?? names[name] ?? name),
    );
    throw new ApiError(400, message, error.solution);
  }
}

/** Returns the data of a finished search. Null until it is finished, and after a failure. */
export async function dataOf({ result }: Stored): Promise<SerpData | null> {
  if (!result?.body) return null;
  const text = (await readBody(result.body)).toString('utf8');
  // The stored body also contains the closing brace of the surrounding object.
  return JSON.parse(text.slice(0, -1)) as SerpData;
}

/** Returns why the search failed, as a sentence. Null unless it failed. */
export function failureOf({ result }: Stored): string | null {
  if (!result) return null;
  return errorOf(result, JSON.parse(result.detail) as { error?: string }, JSON.parse(result.attempts) as Attempt[]);
}

/** Omits empty fields, as providers do. */
export function withoutEmpty<T extends Record<string, unknown>>(fields: T): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== null && value !== undefined && !(Array.isArray(value) && value.length === 0)),
  );
}

/** Returns the URL at which the client reached us, without a slash at its end. */
export const baseOf = (request: FastifyRequest): string => urlFor(request, '');

export interface ProviderError {
  readonly status: number;
  readonly body: object;
}

/** Sends an error in the provider's format. Internal details go to the log. */
export function errorHandlerOf(log: Log, format: (error: ApiError, request: FastifyRequest) => ProviderError) {
  return (thrown: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const error = toApiError(thrown, request.id);
    logError(error, thrown, request, log);
    for (const [name, value] of Object.entries(error.headers)) reply.header(name, value);
    if (error.retryAfterSeconds !== undefined) reply.header('Retry-After', Math.max(1, Math.ceil(error.retryAfterSeconds)));
    const { status, body } = format(error, request);
    return reply.code(status).header('content-type', 'application/json; charset=utf-8').send(JSON.stringify(body));
  };
}

/** A key that is unknown, in contrast to one without the permission. */
export const isBadKey = (error: ApiError): boolean => error.message === errors.badKey().message;

export const errorTextOf = ({ message, solution }: ApiError): string => (solution ? `${message} ${solution}` : message);
