// Hash of everything that affects a result. Requests with equal hashes can share one.
import { createHash } from 'node:crypto';
import type { OrderItem } from '../../contract/order.ts';
import type { Kind } from '../../contract/vocabulary.ts';

export interface ReuseSettings {
  /** Price of a reused result, as a share of the full price. */
  readonly price: number;
  /** Accounts may reuse results of other accounts. */
  readonly shared: boolean;
}

const IGNORED_FIELDS = new Set([
  'priority',
  'asynchronous',
  'callback',
  'callbackFormat',
  'archivable',
  'regionSearch',
  'voiceSearchHighFidelity',
  'freshness',
  'isFromApi',
  'compatibility',
  'task',
  'traceparent',
]);

/** Hashes the stored request, so that API and worker get the same hash. `owner` is null when accounts share results. */
export function requestHashOf(kind: Kind, request: object, owner: number | null): Buffer {
  const fields = Object.entries(request)
    .filter(([name]) => !IGNORED_FIELDS.has(name))
    .map(([name, value]) => [name, hashedValue(name, value)] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify([kind, owner, fields]))
    .digest();
}

function hashedValue(name: string, value: unknown): unknown {
  if (name === 'region') return (value as { id: string }).id;
  if (name !== 'find') return value;
  const { domain, stopWhenFound } = value as { domain: string; stopWhenFound: boolean };
  return [domain, stopWhenFound];
}

/** Returns the reuse terms of a request with `freshness`, otherwise nothing. */
export function reuseOf(
  kind: Kind,
  request: { readonly freshness?: number },
  price: { readonly cost: number; readonly overCost: number },
  accountId: number,
  settings: ReuseSettings = { price: 1, shared: true },
): Pick<OrderItem, 'reuse'> {
  if (request.freshness === undefined) return {};
  const part = (cost: number): number => Math.ceil(cost * settings.price);
  const requestHash = requestHashOf(kind, request, settings.shared ? null : accountId);
  return { reuse: { requestHash, seconds: request.freshness, cost: part(price.cost), overCost: part(price.overCost) } };
}
