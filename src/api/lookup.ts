// Answers lookups at once and charges only what was answered.

import { type Prices, priceOf } from '../business/credits/price.ts';
import type { PlaceOrder } from '../business/orders/place.ts';
import { errors } from '../contract/errors.ts';
import type { Account, Order } from '../contract/order.ts';
import type { Lookup } from '../contract/vocabulary.ts';

/** WHOIS answers 429 where others answer 402. */
export async function chargedLookup<T>(
  kind: Lookup,
  account: Account,
  place: PlaceOrder,
  prices: Prices,
  look: () => Promise<T>,
  onCharged: (cost: number) => void = () => undefined,
): Promise<T> {
  const price = priceOf({ kind, priority: 'NORMAL' }, account, prices);
  const order: Order = {
    account,
    kind,
    items: [{ request: 'null', priority: 'NORMAL', ...price, waits: false, delayDays: 0 }],
    idempotency: null,
  };
  // First the question whether it could be paid, so that nobody gets the work for free; then the work; then the charge.
  await charge({ ...order, probe: true }, kind, price.cost, place);
  const answer = await look();
  await charge(order, kind, price.cost, place);
  onCharged(price.cost);
  return answer;
}

async function charge(order: Order, kind: Lookup, cost: number, place: PlaceOrder): Promise<void> {
  const placed = await place(order);
  if (placed.verdict === 'credits') throw kind === 'whois' ? errors.noCreditsForLookup(cost) : errors.noCredits(cost);
  if (placed.verdict === 'budget') {
    const refuse = kind === 'whois' ? errors.overBudgetForLookup : errors.overBudget;
    throw refuse(placed.budget, placed.left, placed.needed);
  }
  if (placed.verdict === 'hour' || placed.verdict === 'day') {
    const refuse = kind === 'whois' ? errors.overLimitForLookup : errors.overLimit;
    throw refuse(placed.verdict, placed.bound, placed.seconds);
  }
}
