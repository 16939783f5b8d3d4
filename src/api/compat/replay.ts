// Creates searches and waits for them. A client that repeats a call gets the objects of its first call (decision 75).
import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Account, Order, OrderItem, Stored } from '../../contract/order.ts';
import { type CreateParts, fetchOne, newObjectsOf, nullWhenUnavailable, placed, waitUntil, whileConnected } from '../create.ts';

/** A call finds the objects of its own period and of the period before. */
const PERIOD_SECONDS_MIN = 300;
/** Keys that a call tries to take while equal calls take them first and fail. */
const ATTEMPTS_MAX = 30;

export interface Created {
  readonly stored: Stored;
  /** What this call was charged. A replay and a repeated item are free. */
  readonly cost: number;
}

/**
 * Returns whether earlier objects can be the response. Their results may be reused, so the age of the data counts. Failed searches are
 * free, but the others of their batch are not. So only a call whose searches all failed is searched again.
 */
function canReplay(objects: readonly Stored[], seconds: number): boolean {
  const isOld = ({ result }: Stored): boolean => result !== null && Date.now() - result.generatedAt.getTime() >= seconds * 1000;
  return !objects.some(isOld) && !objects.every(({ result }) => result?.faulty === true);
}

/**
 * Creates one object per different item, all or none, and waits for all of them. Returns one object per item. If the account sent equal
 * items and their results are at most `replaySeconds` old or not finished, it returns those objects.
 */
export async function createAll(
  request: FastifyRequest,
  account: Account,
  items: readonly OrderItem[],
  parts: CreateParts,
  replaySeconds: number,
  tasks?: Order['tasks'],
): Promise<Created[]> {
  const distinct = [...new Map(items.map((item) => [item.request, item])).values()];
  const objects = await createOnce(request, { account, kind: 'serp', items: distinct, ...(tasks && { tasks }) }, parts, replaySeconds);
  const finished = await whileConnected(request, (disconnected) =>
    Promise.all(objects.map((object, index) => waitUnless(object, account, distinct[index]!, parts, disconnected))),
  );
  const byRequest = new Map(distinct.map((item, index) => [item.request, index]));
  const charged = new Set<number>();
  return items.map((item) => {
    const index = byRequest.get(item.request)!;
    const stored = finished[index]!;
    const isFree = objects[index]!.isReplay || charged.has(index);
    charged.add(index);
    return { stored, cost: isFree ? 0 : stored.isOverLimit ? item.overCost : item.cost };
  });
}

/** Different items that are placed together, all or none. */
export interface Batch extends Pick<Order, 'account' | 'items' | 'tasks'> {
  readonly kind: 'serp' | 'keyword';
}

/** Creates one object per item and returns them without waiting. Returns the objects of an equal call if they can be the response. */
export async function createOnce(
  request: FastifyRequest,
  batch: Batch,
  parts: CreateParts,
  replaySeconds: number,
): Promise<readonly Unfinished[]> {
  const known = replaySeconds > 0 ? await replayOrPlace(request, batch, parts, replaySeconds) : null;
  return known ?? (await place(request, batch, parts, null))!;
}

/** An object before it is waited for. */
export interface Unfinished {
  readonly stored: Stored;
  /** The result was there when the object was created. */
  readonly isReady: boolean;
  readonly isReplay: boolean;
}

/** The keys of a scope sort as texts. */
const keyAt = (number: number): string => String(number).padStart(6, '0');

/**
 * The scope is a hash of the requests with a period, and its keys are numbered. Objects that are too old, failed or were removed stay
 * unusable, so only those of the last key matter. Returns null when equal calls took all keys that it tried.
 */
async function replayOrPlace(
  request: FastifyRequest,
  batch: Batch,
  parts: CreateParts,
  seconds: number,
): Promise<readonly Unfinished[] | null> {
  const { account, items } = batch;
  const hash = createHash('sha256')
    .update(items.map((item) => item.request).join('\n'))
    .digest('base64url');
  const period = Math.floor(Date.now() / 1000 / Math.max(seconds, PERIOD_SECONDS_MIN));
  const scopeOf = (number: number): string => `compatibility.${hash}.${number}`;
  const lastKeyOf = (number: number) => parts.store.lastKey(account.id, account.mode, scopeOf(number));
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
    const last = await lastKeyOf(period);
    const earlier = last ?? (await lastKeyOf(period - 1));
    const known = earlier && (await replayed(batch, earlier.ids, parts, seconds));
    if (known) return known;
    const key = keyAt(last ? Number(last.key) + 1 : 0);
    const fresh = await place(request, batch, parts, { scope: scopeOf(period), key, hash });
    if (fresh) return fresh;
  }
  return null;
}

/** Returns the earlier objects, or null when they cannot be the response. */
async function replayed(
  { account, kind }: Batch,
  ids: readonly string[],
  parts: CreateParts,
  seconds: number,
): Promise<readonly Unfinished[] | null> {
  const known = await parts.store.fetch({ accountId: account.id, mode: account.mode, kind, ids });
  const byId = new Map(known.map((stored) => [stored.id, stored]));
  if (!ids.every((id) => byId.has(id)) || !canReplay(known, seconds)) return null;
  return ids.map((id) => ({ stored: byId.get(id)!, isReady: false, isReplay: true }));
}

/** Places the order. Returns null if the key was used before. */
async function place(
  request: FastifyRequest,
  batch: Batch,
  parts: CreateParts,
  idempotency: { scope: string; key: string; hash: string } | null,
): Promise<readonly Unfinished[] | null> {
  const made = await placed({ ...batch, idempotency, trace: request.trace?.traceparent }, parts);
  if (made.verdict === 'replay') return null;
  const objects = newObjectsOf(batch.kind, batch.items, made);
  return objects.map((stored, index) => ({ stored, isReady: made.ready?.[index] === true, isReplay: false }));
}

/** Returns the finished object, or the unfinished one after the timeout and for an asynchronous search. */
async function waitUnless(
  { stored, isReady }: Unfinished,
  account: Account,
  item: OrderItem,
  parts: CreateParts,
  disconnected: AbortSignal,
): Promise<Stored> {
  if (stored.result || (!item.hasWaiter && !isReady)) return stored;
  const { id } = stored;
  const waited = isReady ? fetchOne(account, 'serp', id, parts) : waitUntil(disconnected, account, 'serp', id, parts);
  // The object is created and charged. Its id is better than an error that hides it.
  return (await waited.catch(nullWhenUnavailable)) ?? stored;
}
