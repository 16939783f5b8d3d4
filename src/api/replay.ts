// Returns the objects of an earlier equal call instead of creating new ones, so that a repeated call is charged once (decision 75).
import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Order, Stored } from '../contract/order.ts';
import type { Kind } from '../contract/vocabulary.ts';
import { type CreateParts, newObjectsOf, placed } from './create.ts';

/** A call finds the objects of its own period and of the period before. */
const PERIOD_SECONDS_MIN = 300;
/** Keys that a call tries to take while equal calls take them first and fail. */
const ATTEMPTS_MAX = 30;

/**
 * Returns whether earlier objects can be the response. Their results may be reused, so the age of the data counts. Failed searches are
 * free, but the others of their batch are not. So only a call whose searches all failed is searched again.
 */
function canReplay(objects: readonly Stored[], seconds: number): boolean {
  const isOld = ({ result }: Stored): boolean => result !== null && Date.now() - result.generatedAt.getTime() >= seconds * 1000;
  return !objects.some(isOld) && !objects.every(({ result }) => result?.faulty === true);
}

/** Different items that are placed together, all or none. */
export interface Batch extends Pick<Order, 'account' | 'items' | 'tasks'> {
  readonly kind: Kind;
  /** Calls with equal texts are equal. By default the stored requests. */
  readonly identity?: string;
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
 * unusable, so only those of the last key matter.
 */
function keysOf(batch: Batch, parts: Pick<CreateParts, 'store'>, seconds: number) {
  const { account, items, identity = items.map((item) => item.request).join('\n') } = batch;
  const hash = createHash('sha256').update(identity).digest('base64url');
  const period = Math.floor(Date.now() / 1000 / Math.max(seconds, PERIOD_SECONDS_MIN));
  const scopeOf = (number: number): string => `compatibility.${hash}.${number}`;
  const lastKeyOf = (number: number) => parts.store.lastKey(account.id, account.mode, scopeOf(number));
  return {
    hash,
    scope: scopeOf(period),
    read: async () => {
      const last = await lastKeyOf(period);
      const earlier = last ?? (await lastKeyOf(period - 1));
      return { last, known: earlier && (await replayed(batch, earlier.ids, parts, seconds)) };
    },
  };
}

/** Returns the objects of an equal call if they can be the response, or null. */
export const findReplay = async (batch: Batch, parts: Pick<CreateParts, 'store'>, seconds: number): Promise<readonly Unfinished[] | null> =>
  (await keysOf(batch, parts, seconds).read()).known;

/** Returns null when equal calls took all keys that it tried. */
async function replayOrPlace(
  request: FastifyRequest,
  batch: Batch,
  parts: CreateParts,
  seconds: number,
): Promise<readonly Unfinished[] | null> {
  const keys = keysOf(batch, parts, seconds);
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
    const { last, known } = await keys.read();
    if (known) return known;
    const key = keyAt(last ? Number(last.key) + 1 : 0);
    const fresh = await place(request, batch, parts, { scope: keys.scope, key, hash: keys.hash });
    if (fresh) return fresh;
  }
  return null;
}

/** Returns the earlier objects, or null when they cannot be the response. */
async function replayed(
  { account, kind }: Batch,
  ids: readonly string[],
  parts: Pick<CreateParts, 'store'>,
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
