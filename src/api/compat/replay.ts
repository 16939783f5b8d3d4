// Creates searches and waits for them. A client that repeats a call gets the objects of its first call (decision 75).
import type { FastifyRequest } from 'fastify';
import type { Account, Order, OrderItem, Stored } from '../../contract/order.ts';
import { type CreateParts, fetchOne, nullWhenUnavailable, waitUntil, whileConnected } from '../create.ts';
import { createOnce, type Unfinished } from '../replay.ts';

export interface Created {
  readonly stored: Stored;
  /** What this call was charged. A replay and a repeated item are free. */
  readonly cost: number;
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
