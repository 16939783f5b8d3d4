// Shared by the compatibility endpoints: creates searches, waits for them, and sends errors in the provider's format.
import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { readBody } from '../../business/orders/body.ts';
import type { Regions } from '../../business/regions/regions.ts';
import { ApiError, errors } from '../../contract/errors.ts';
import { errorOf } from '../../contract/failures.ts';
import type { SerpData } from '../../contract/items.ts';
import type { Account, OrderItem, Stored } from '../../contract/order.ts';
import { type Attempt, MAX_RESULTS, SerpRequest } from '../../contract/serp.ts';
import type { Log } from '../../platform/log.ts';
import { urlFor } from '../base-path.ts';
import { fetchOne, newObjectsOf, nullWhenUnavailable, placed, waitFor } from '../create.ts';
import { toApiError } from '../errors.ts';
import type { SerpRouteParts } from '../routes/serp.ts';
import { checkerOf } from '../validation.ts';

export interface CompatParts extends SerpRouteParts {
  readonly regions: Regions;
  readonly log: Log;
}

const check = checkerOf(SerpRequest);
export const RESULTS_MAX = MAX_RESULTS.at(-1)!;

/** Validates a search. Providers have no priorities, so it is NORMAL. `names` are the provider's names of our parameters. */
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
      /^(Bad input parameter: )(\w+)/,
      (_, start: string, name: string) => start + (names[name] ?? name),
    );
    throw new ApiError(400, message, error.solution);
  }
}

/** Equal searches of the same time get the same object and are charged once, for this long. */
const REPLAY_SECONDS = 3600;
const REPLAY_SCOPE = 'compatibility';
/** One more than the hours in which the first response can be replayed, and room for searches that failed. */
const REPLAYS_MAX = 30;

/**
 * Returns the account's equal search of the last hour, or creates one. A repeated call is therefore free and has the same id. An object that is
 * older, failed or was removed leads to a key of its own, so a chain of keys ends at the newest object.
 */
export async function replayOrCreate(
  request: FastifyRequest,
  account: Account,
  item: OrderItem,
  parts: CompatParts,
  mayReplay = true,
): Promise<Stored> {
  const hash = createHash('sha256').update(item.request).digest('base64url');
  const order = { account, kind: 'serp' as const, items: [item], trace: request.trace?.traceparent };
  let key = hash;
  for (let step = 0; mayReplay && step < REPLAYS_MAX; step++) {
    const made = await placed({ ...order, idempotency: { scope: REPLAY_SCOPE, key, hash } }, parts);
    const id = made.ids[0]!;
    const unfinished = newObjectsOf('serp', [item], made)[0]!;
    if (made.verdict === 'placed') return waitUnless(made.ready?.[0] === true, request, account, item, unfinished, parts);
    const known = await fetchOne(account, 'serp', id, parts);
    const isRecent = Date.now() - made.at.getTime() < REPLAY_SECONDS * 1000;
    if (known && isRecent && !known.result?.faulty) return known.result ? known : waitUnless(false, request, account, item, known, parts);
    key = `${hash}.${id}`;
  }
  return (await createAll(request, account, [item], parts))[0]!.stored;
}

/** Returns the finished object, or the unfinished one after the timeout and for an asynchronous search. */
async function waitUnless(
  isReady: boolean,
  request: FastifyRequest,
  account: Account,
  item: OrderItem,
  unfinished: Stored,
  parts: CompatParts,
): Promise<Stored> {
  if (!item.hasWaiter && !isReady) return unfinished;
  const { id } = unfinished;
  const waited = isReady ? fetchOne(account, 'serp', id, parts) : waitFor(request, account, 'serp', id, parts);
  // The object is created and charged. Its id is better than an error that hides it.
  return (await waited.catch(nullWhenUnavailable)) ?? unfinished;
}

/** Creates one object per different item, all or none, and waits for all of them. Returns one object per item. */
export async function createAll(
  request: FastifyRequest,
  account: Account,
  items: readonly OrderItem[],
  parts: CompatParts,
): Promise<{ readonly stored: Stored; readonly cost: number }[]> {
  const distinct = [...new Map(items.map((item) => [item.request, item])).values()];
  const made = await placed({ account, kind: 'serp', items: distinct, idempotency: null, trace: request.trace?.traceparent }, parts);
  const created = newObjectsOf('serp', distinct, made);
  const finished = await Promise.all(
    distinct.map((item, index) =>
      waitUnless(made.verdict === 'placed' && made.ready?.[index] === true, request, account, item, created[index]!, parts),
    ),
  );
  const byRequest = new Map(distinct.map((item, index) => [item.request, finished[index]!]));
  return items.map((item) => {
    const stored = byRequest.get(item.request)!;
    return { stored, cost: stored.isOverLimit ? item.overCost : item.cost };
  });
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

/** Names parameters that have no effect, so that ignoring them is not silent. */
export function setIgnored(reply: FastifyReply, names: Iterable<string>): void {
  const tokens = [...new Set(names)].filter((name) => /^[\w.-]{1,64}$/.test(name)).slice(0, 50);
  if (tokens.length > 0) reply.header('Sextant-Ignored', tokens.join(', '));
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
    if (error.code >= 500)
      log.error('request failed', { requestId: request.id, route: request.routeOptions.url, error: error.cause ?? thrown });
    for (const [name, value] of Object.entries(error.headers)) reply.header(name, value);
    if (error.retryAfterSeconds !== undefined) reply.header('Retry-After', Math.max(1, Math.ceil(error.retryAfterSeconds)));
    const { status, body } = format(error, request);
    return reply.code(status).header('content-type', 'application/json; charset=utf-8').send(JSON.stringify(body));
  };
}

/** A key that is unknown, in contrast to one without the permission. */
export const isBadKey = (error: ApiError): boolean => error.message === errors.badKey().message;

export const errorTextOf = ({ message, solution }: ApiError): string => (solution ? `${message} ${solution}` : message);
