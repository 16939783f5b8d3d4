// Lookups: charged only after success, and only once per idempotency key.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Prices, priceOf } from '../business/credits/price.ts';
import type { Store } from '../business/orders/objects.ts';
import type { PlaceOrder } from '../business/orders/place.ts';
import { errors } from '../contract/errors.ts';
import type { Account, Order, Placed } from '../contract/order.ts';
import type { Lookup } from '../contract/vocabulary.ts';
import { idempotencyOf } from './idempotency.ts';
import { accountOf } from './routes/operation.ts';

export interface LookupParts extends Pick<Store, 'keepAnswer'> {
  readonly place: PlaceOrder;
  readonly prices: Prices;
}

/** The account and key of a lookup, and the function that reports its cost. */
export interface LookupCall {
  readonly account: Account;
  readonly idempotency: Order['idempotency'];
  readonly told: (cost: number, replayed: boolean) => void;
}

/** `asked` is the value that the key identifies, like the body of a create request. */
export function lookupCallOf(request: FastifyRequest, reply: FastifyReply, asked: object): LookupCall {
  return {
    account: accountOf(request),
    idempotency: idempotencyOf(request, request.routeOptions.url ?? '', asked),
    told: (cost, replayed) => {
      reply.header('Credits-Cost', cost);
      if (replayed) reply.header('Idempotent-Replayed', 'true');
    },
  };
}

/** WHOIS responds with 429 where others respond with 402. */
export async function chargedLookup<T extends object>(
  kind: Lookup,
  { account, idempotency, told }: LookupCall,
  { place, prices, keepAnswer }: LookupParts,
  look: () => Promise<T>,
): Promise<T> {
  const price = priceOf({ kind, priority: 'NORMAL' }, account, prices);
  const order: Order = {
    account,
    kind,
    items: [{ request: 'null', priority: 'NORMAL', ...price, waits: false, delayDays: 0 }],
    idempotency,
  };
  // Check the credits first, so that no lookup is free. Then look up, then charge.
  const known = await charge({ ...order, probe: true }, kind, place);
  if (known.verdict === 'replay' && known.answer) {
    told(price.cost, true);
    return JSON.parse(known.answer.toString('utf8')) as T;
  }
  // If an earlier call was charged but its response was not stored, look up again without a charge.
  const answer = await look();
  const paid = await charge(order, kind, place);
  told(price.cost, paid.verdict === 'replay');
  if (!idempotency) return answer;
  const kept = await keepAnswer(account.id, account.mode, idempotency.scope, idempotency.key, Buffer.from(JSON.stringify(answer)));
  return JSON.parse(kept.toString('utf8')) as T;
}

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
      throw refuse(placed.verdict, placed.bound, placed.seconds, placed.needed);
    }
    default:
      throw new Error(`unexpected verdict of a lookup: ${placed.verdict}`);
  }
}
