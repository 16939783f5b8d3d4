// Charges successful lookups, and repeated ones with the same idempotency key only once.
import { errors } from '../../contract/errors.ts';
import type { Account, Order, OrderItem, Placed } from '../../contract/order.ts';
import type { Lookup } from '../../contract/vocabulary.ts';
import { type Prices, priceOf } from '../credits/price.ts';
import type { Store } from './objects.ts';
import type { PlaceOrder } from './place.ts';

export interface LookupParts extends Pick<Store, 'storeResponse'> {
  readonly place: PlaceOrder;
  readonly prices: Prices;
}

/** The calling account, its idempotency key, and a function that reports the cost. */
export interface LookupCall {
  readonly account: Account;
  readonly idempotency: Order['idempotency'];
  /** Age of a charge that a call with this key still repeats. Null: as long as the key is stored. */
  readonly replaySeconds: number | null;
  readonly told: (cost: number, replayed: boolean) => void;
}

/** A lookup as it is charged. It leaves no object, so it has no request. */
export function lookupItem(kind: Lookup, account: Account, prices: Prices): OrderItem {
  const price = priceOf({ kind, priority: 'NORMAL' }, account, prices);
  return { request: 'null', priority: 'NORMAL', ...price, hasWaiter: false, delayDays: 0 };
}

/** Looks up and charges. Missing credits are 429 for WHOIS and 402 for other lookups, as the contract says. */
export async function chargeLookup<T extends object>(
  kind: Lookup,
  { account, idempotency, replaySeconds, told }: LookupCall,
  { place, prices, storeResponse }: LookupParts,
  look: () => Promise<T>,
): Promise<T> {
  const item = lookupItem(kind, account, prices);
  const order: Order = { account, kind, items: [item], idempotency };
  // A dry run first: a lookup that cannot be charged is not made. The charge follows the lookup, so a failed one costs nothing.
  const known = await charge({ ...order, dryRun: true }, kind, place);
  const isOld = known.verdict === 'replay' && replaySeconds !== null && isOlder(known.at, replaySeconds);
  if (known.verdict === 'replay' && known.response && !isOld) {
    told(item.cost, true);
    return read<T>(known.response);
  }
  if (isOld) await charge({ ...order, idempotency: null, dryRun: true }, kind, place);
  // A charged lookup whose result was not stored is made again without a second charge.
  const answer = await look();
  const response = Buffer.from(JSON.stringify(answer));
  const replaces = isOld ? { replaces: known.ids } : {};
  const paid = await charge({ ...order, idempotency: idempotency && { ...idempotency, ...replaces, response } }, kind, place);
  told(item.cost, paid.verdict === 'replay');
  if (!idempotency || paid.verdict === 'placed') return answer;
  if (paid.response) return read<T>(paid.response);
  return read<T>(await storeResponse(account.id, account.mode, idempotency.scope, idempotency.key, response));
}

/** Only decides whether to look up again. What is charged is decided in the transaction of the charge, without a clock. */
export const isOlder = (at: Date, seconds: number): boolean => Date.now() - at.getTime() >= seconds * 1000;

const read = <T>(response: Buffer): T => JSON.parse(response.toString('utf8')) as T;

type Paid = Extract<Placed, { verdict: 'placed' | 'replay' }>;

async function charge(order: Order, kind: Lookup, place: PlaceOrder): Promise<Paid> {
  const placed = await place(order);
  switch (placed.verdict) {
    case 'placed':
    case 'replay':
      return placed;
    case 'mismatch':
      throw errors.idempotencyMismatch();
    case 'credits':
      throw (kind === 'whois' ? errors.noCreditsForLookup : errors.noCredits)(placed.needed, placed.has);
    case 'budget': {
      const refuse = kind === 'whois' ? errors.overBudgetForLookup : errors.overBudget;
      throw refuse(placed.budget, placed.left, placed.needed);
    }
    case 'hour':
    case 'day': {
      const refuse = kind === 'whois' ? errors.overLimitForLookup : errors.overLimit;
      throw refuse(placed.verdict, placed.limit, placed.seconds, placed.needed);
    }
    default:
      throw new Error(`unexpected verdict of a lookup: ${placed.verdict}`);
  }
}
