// When two requests are one question: everything that shapes the answer is equal, whoever asks, however urgently and whomever to tell.
import { createHash } from 'node:crypto';
import type { OrderItem } from '../../contract/order.ts';
import type { Kind } from '../../contract/vocabulary.ts';

export interface ReuseSettings {
  /** What a reused answer costs, as a part of the full price. */
  readonly price: number;
  /** Accounts may get answers that were collected for others. */
  readonly shared: boolean;
}

const NOT_SHAPING = new Set([
  'priority',
  'asynchronous',
  'callback',
  'callbackFormat',
  'archivable',
  'regionSearch',
  'voiceSearchHighFidelity',
  'freshness',
  'isFromApi',
]);

/** Over the request as it is stored, so that makers and workers come to the same. `owner` is null where accounts share. */
export function requestHashOf(kind: Kind, request: object, owner: number | null): Buffer {
  const shaping = Object.entries(request)
    .filter(([name]) => !NOT_SHAPING.has(name))
    .map(([name, value]) => [name, shapeOf(name, value)] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify([kind, owner, shaping]))
    .digest();
}

function shapeOf(name: string, value: unknown): unknown {
  if (name === 'region') return (value as { id: string }).id;
  if (name !== 'find') return value;
  const { domain, stopWhenFound } = value as { domain: string; stopWhenFound: boolean };
  return [domain, stopWhenFound];
}

/** What `place` needs to know of a request with `freshness`; nothing for all others. */
export function reuseOf(
  kind: Kind,
  request: { readonly freshness?: number },
  price: { readonly cost: number; readonly overCost: number },
  accountId: number,
  settings: ReuseSettings = { price: 1, shared: true },
): Pick<OrderItem, 'fresh'> {
  if (request.freshness === undefined) return {};
  const part = (cost: number): number => Math.ceil(cost * settings.price);
  const question = requestHashOf(kind, request, settings.shared ? null : accountId);
  return { fresh: { question, seconds: request.freshness, cost: part(price.cost), overCost: part(price.overCost) } };
}
