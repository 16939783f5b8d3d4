// The header `Sextant-Replay-Seconds`: a call that is repeated within this time gets the response of the first one and is not charged.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isOlder } from '../business/orders/lookup.ts';
import type { Store } from '../business/orders/objects.ts';
import { errors } from '../contract/errors.ts';
import type { Account, Order, OrderItem } from '../contract/order.ts';
import type { Kind, Lookup, WhoisSource } from '../contract/vocabulary.ts';
import { type CreateParts, createOne, fetchOne, nullWhenUnavailable, waitFor } from './create.ts';
import { REPLAY_SECONDS_MAX } from './header-parameters.ts';
import { hashOf } from './idempotency.ts';
import { isDryRun } from './quote.ts';
import { createOnce, findReplay } from './replay.ts';
import { sendObject } from './response.ts';

const HEADER = 'sextant-replay-seconds';

/** Returns null without the header. Throws for a bad value. An `Idempotency-Key` has precedence. */
export function replaySecondsOf({ headers }: Pick<FastifyRequest, 'headers'>): number | null {
  const text = headers[HEADER];
  if (text === undefined) return null;
  const seconds = typeof text === 'string' && /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (seconds < 1 || seconds > REPLAY_SECONDS_MAX)
    throw errors.badParameter('Sextant-Replay-Seconds', `must be 1 to ${REPLAY_SECONDS_MAX}`);
  return headers['idempotency-key'] === undefined ? seconds : null;
}

/** The queue may have changed since the first call, and with it the priority. Waiting does not change the result. */
function batchOf(account: Account, kind: Kind, item: OrderItem) {
  const { priority: _priority, asynchronous: _asynchronous, ...rest } = JSON.parse(item.request) as Record<string, unknown>;
  return { account, kind, items: [item], identity: `repeated ${kind}\n${JSON.stringify(rest)}` };
}

/** Creates one object. With the header, the object of an equal call may be the response, unless it failed. */
export async function createRepeatable(
  request: FastifyRequest,
  reply: FastifyReply,
  account: Account,
  kind: Kind,
  item: OrderItem,
  parts: CreateParts,
): Promise<FastifyReply> {
  const seconds = replaySecondsOf(request);
  if (seconds === null || isDryRun(request.body)) return createOne(request, reply, account, kind, item, parts);
  const [object] = await createOnce(request, batchOf(account, kind, item), parts, seconds);
  const { stored, isReady, isReplay } = object!;
  // A reused result may have cost less.
  if (isReplay || item.reuse === undefined) reply.header('Credits-Cost', isReplay ? 0 : stored.isOverLimit ? item.overCost : item.cost);
  if (isReplay) reply.header('Idempotent-Replayed', 'true');
  if (stored.result || (!item.hasWaiter && !isReady)) return sendObject(request, reply, stored, parts.views);
  const waited = isReady ? fetchOne(account, kind, stored.id, parts) : waitFor(request, account, kind, stored.id, parts);
  return sendObject(request, reply, (await waited.catch(nullWhenUnavailable)) ?? stored, parts.views);
}

/** Returns whether a create with the header would return an earlier object. */
export async function isRepeated(
  request: FastifyRequest,
  account: Account,
  kind: Kind,
  item: OrderItem,
  parts: Pick<CreateParts, 'store'>,
): Promise<boolean> {
  const seconds = replaySecondsOf(request);
  return seconds !== null && (await findReplay(batchOf(account, kind, item), parts, seconds)) !== null;
}

export interface AskedLookup {
  readonly kind: Lookup;
  readonly domain: string;
  /** Only for WHOIS. */
  readonly source?: WhoisSource;
}

/** Equal lookups of an account have one key, whenever they are sent: a key of a period would let two of them be charged at its end. */
export function lookupKeyOf({ kind, domain, source = 'auto' }: AskedLookup): NonNullable<Order['idempotency']> {
  const hash = hashOf(kind === 'whois' ? { kind, domain, source } : { kind, domain });
  return { scope: `repeated.${hash}`, key: 'lookup', hash };
}

/** Returns whether a lookup with the header would return an earlier result. */
export async function isRepeatedLookup(
  request: FastifyRequest,
  account: Account,
  asked: AskedLookup,
  { lastKey }: Pick<Store, 'lastKey'>,
): Promise<boolean> {
  const seconds = replaySecondsOf(request);
  const last = seconds === null ? null : await lastKey(account.id, account.mode, lookupKeyOf(asked).scope);
  return seconds !== null && last !== null && !isOlder(last.at, seconds);
}
