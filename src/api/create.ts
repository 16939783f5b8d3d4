// Creates objects: places the order, returns or waits for the object, and replays earlier responses.
import { setMaxListeners } from 'node:events';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { notifyPlaced } from '../business/orders/notify.ts';
import type { Store } from '../business/orders/objects.ts';
import { notFromApi } from '../business/orders/origin.ts';
import type { PlaceOrder } from '../business/orders/place.ts';
import { renderObject, type Views } from '../business/orders/render.ts';
import type { Waits } from '../business/orders/wait.ts';
import { errors } from '../contract/errors.ts';
import type { Account, Order, OrderItem, Placed, Stored } from '../contract/order.ts';
import type { Kind } from '../contract/vocabulary.ts';
import { DatabaseUnavailable } from '../platform/db.ts';
import type { Notifications } from '../platform/notifications.ts';
import { StorageUnavailable } from '../platform/s3.ts';
import type { ReadBatch } from './batch.ts';
import { hashOf, hashOfStored, idempotencyOf } from './idempotency.ts';
import { LongList } from './long-list.ts';
import { isDryRun, isDryRunBatch, type QuoteOrder, sendQuote } from './quote.ts';
import { renderList, sendObject } from './response.ts';

export interface CreateParts {
  readonly place: PlaceOrder;
  readonly quote: QuoteOrder;
  readonly store: Store;
  readonly waits: Waits;
  readonly views: Views;
  readonly syncWaitMs: number;
  readonly syncWaitsMax: number;
  readonly aiRateSeconds: number;
  readonly notify: Notifications['send'];
}

export type Made = Extract<Placed, { verdict: 'placed' | 'replay' }>;

/** Places the order or throws an `ApiError`. */
export async function placed(order: Order, parts: CreateParts): Promise<Made> {
  const placedOrder = await parts.place(order);
  switch (placedOrder.verdict) {
    case 'placed':
    case 'replay':
      if (placedOrder.verdict === 'placed') notifyPlaced(order.account, placedOrder.ready?.includes(true) ?? false, parts.notify);
      return placedOrder;
    case 'mismatch':
      throw errors.idempotencyMismatch();
    case 'credits':
      throw errors.noCredits(placedOrder.needed, placedOrder.has);
    case 'budget':
      throw errors.overBudget(placedOrder.budget, placedOrder.left, placedOrder.needed);
    case 'airate':
      throw errors.aiRateLimited(parts.aiRateSeconds, placedOrder.seconds);
    default:
      throw errors.overLimit(placedOrder.verdict, placedOrder.limit, placedOrder.seconds, placedOrder.needed);
  }
}

/** Sets the cost header. A replay has the cost of the first request. */
function setCostHeader(reply: FastifyReply, items: readonly OrderItem[], made: Made): void {
  // A reused result may have cost less. Omit the header rather than show too much.
  if (items.some(({ reuse: unfinished }) => unfinished !== undefined)) return;
  const cost = items.reduce((sum, { cost, overCost }, index) => sum + (made.over[index] ? overCost : cost), 0);
  reply.header('Credits-Cost', cost);
}

/** Returns the objects as they were when they were created. */
export function newObjectsOf(kind: Kind, items: readonly OrderItem[], made: Made): Stored[] {
  return items.map((item, index) => ({
    id: made.ids[index]!,
    kind,
    request: item.request,
    createdAt: made.at,
    isOverLimit: made.over[index] ?? false,
    queued: false,
    callbackExecuted: false,
    callbackFailed: false,
    // Equal in a replay, which must not differ from the first response by a byte.
    scheduledAt: made.at,
    result: null,
  }));
}

/** Set by the dashboard. Other origins cannot send it, and a client that sends it only mislabels its own objects. */
const CLIENT_HEADER = 'sextant-client';

function withOrigin(request: FastifyRequest, kind: Kind, items: readonly OrderItem[]): readonly OrderItem[] {
  return kind !== 'ai' && request.headers[CLIENT_HEADER] === 'dashboard' ? items.map(notFromApi) : items;
}

export async function createOne(
  request: FastifyRequest,
  reply: FastifyReply,
  account: Account,
  kind: Kind,
  given: OrderItem,
  parts: CreateParts,
): Promise<FastifyReply> {
  const item = withOrigin(request, kind, [given])[0]!;
  if (isDryRun(request.body)) return sendQuote(reply, await parts.quote(account, kind, [item]));
  const idempotency = idempotencyOf(request, request.routeOptions.url ?? kind);
  const made = await placed({ account, kind, items: [item], idempotency, trace: request.trace?.traceparent }, parts);
  setCostHeader(reply, [item], made);
  if (made.verdict === 'replay') {
    reply.header('Idempotent-Replayed', 'true');
    if (made.response) return reply.header('content-type', 'application/json; charset=utf-8').send(made.response);
  }
  const [unfinished] = newObjectsOf(kind, [item], made);
  const reused = made.verdict === 'placed' && made.ready?.[0] === true;
  if (!item.hasWaiter && !reused) return sendObject(request, reply, unfinished!, parts.views);
  const waited = reused ? fetchOne(account, kind, made.ids[0]!, parts) : waitFor(request, account, kind, made.ids[0]!, parts);
  // The object is created and charged. The unfinished object is better than an error that hides its id.
  if (!idempotency) {
    const stored = (await waited.catch(nullWhenUnavailable)) ?? unfinished!;
    const sent = await sendObject(request, reply, stored, parts.views).catch(nullWhenUnavailable);
    return sent ?? sendObject(request, reply, unfinished!, parts.views);
  }
  // A client with a key can retry. Of two concurrent calls with one key, both get the response that was stored first.
  const placedOrder = await renderObject((await waited) ?? unfinished!, parts.views);
  const firstResponse = await parts.store.storeResponse(account.id, account.mode, idempotency.scope, idempotency.key, placedOrder);
  return reply.header('content-type', 'application/json; charset=utf-8').send(firstResponse);
}

export const waitFor = (request: FastifyRequest, account: Account, kind: Kind, id: string, parts: CreateParts): Promise<Stored | null> =>
  whileConnected(request, (disconnected) => waitUntil(disconnected, account, kind, id, parts));

/** Calls `run` with a signal that is aborted when the client disconnects. */
export async function whileConnected<T>(request: FastifyRequest, run: (disconnected: AbortSignal) => Promise<T>): Promise<T> {
  const disconnected = new AbortController();
  // The objects of a batch are waited for with one signal.
  setMaxListeners(0, disconnected.signal);
  const onClose = () => disconnected.abort();
  const { socket } = request.raw;
  // The client may have left while its key was checked.
  if (socket.destroyed) onClose();
  socket.once('close', onClose);
  try {
    return await run(disconnected.signal);
  } finally {
    socket.removeListener('close', onClose);
  }
}

/** Returns the object when it is finished, or as it is after the timeout. */
export async function waitUntil(
  disconnected: AbortSignal,
  account: Account,
  kind: Kind,
  id: string,
  parts: CreateParts,
): Promise<Stored | null> {
  await waitForAll(disconnected, [id], parts);
  return fetchOne(account, kind, id, parts);
}

/** Ends when all are finished, after the timeout, or when the client disconnects. */
export async function waitForAll(disconnected: AbortSignal, ids: readonly string[], parts: CreateParts): Promise<void> {
  // Above this number of waits, further clients get unfinished objects at once.
  if (parts.waits.count + ids.length > parts.syncWaitsMax) return;
  await Promise.all(ids.map((id) => parts.waits.until(id, parts.syncWaitMs, disconnected)));
}

export async function fetchOne(account: Account, kind: Kind, id: string, parts: CreateParts): Promise<Stored | null> {
  const [stored] = await parts.store.fetch({ accountId: account.id, mode: account.mode, kind, ids: [id] });
  return stored ?? null;
}

export function nullWhenUnavailable(error: unknown): null {
  if (error instanceof DatabaseUnavailable || error instanceof StorageUnavailable) return null;
  throw error;
}

/** With it, a list has one entry per request, so that a client can match them. Without it, each object is listed once. */
const REPEAT_HEADER = 'sextant-repeat-equal';

export async function createMany(
  request: FastifyRequest,
  reply: FastifyReply,
  account: Account,
  kind: Kind,
  { items, dryRuns }: ReadBatch,
  parts: CreateParts,
): Promise<FastifyReply> {
  // Equal requests after defaults: one object, one charge.
  const given = withOrigin(request, kind, items);
  const distinct = [...new Map(given.map((item) => [item.request, item])).values()];
  if (isDryRunBatch(dryRuns)) return sendQuote(reply, await parts.quote(account, kind, distinct, items.length));
  const idempotency = idempotencyOf(request, request.routeOptions.url ?? kind, () =>
    request.body instanceof LongList ? hashOfStored(items.map((item) => item.request)) : hashOf(request.body),
  );
  const made = await placed({ account, kind, items: distinct, idempotency, trace: request.trace?.traceparent }, parts);
  setCostHeader(reply, distinct, made);
  if (made.verdict === 'replay') reply.header('Idempotent-Replayed', 'true');
  reply.header('content-type', 'application/json; charset=utf-8');
  const created = newObjectsOf(kind, distinct, made);
  if (request.headers[REPEAT_HEADER] !== 'true') return reply.send(await renderList(created, parts.views));
  const byRequest = new Map(distinct.map((item, index) => [item.request, created[index]!]));
  const repeated = given.map((item) => byRequest.get(item.request)!);
  return reply.send(await renderList(repeated, parts.views));
}
