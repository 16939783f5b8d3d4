// Quotes an order: cost, acceptance and expected wait. Nothing is stored or charged.
import type { FastifyReply } from 'fastify';
import type { PlaceOrder } from '../business/orders/place.ts';
import { COUNT_MAX, type QueueAhead, type WaitEstimate } from '../business/orders/wait-estimate.ts';
import { errors } from '../contract/errors.ts';
import type { Account, OrderItem, Placed } from '../contract/order.ts';
import type { Quote } from '../contract/quote.ts';
import type { Kind, Lookup } from '../contract/vocabulary.ts';
import { mayRead } from './scopes.ts';

export type QuoteOrder = (account: Account, kind: Kind | Lookup, items: readonly OrderItem[], sentCount?: number) => Promise<Quote>;

export interface QuoteOrderParts {
  readonly place: PlaceOrder;
  readonly waitEstimate: WaitEstimate;
  readonly routeOf: (kind: Kind | Lookup, item: OrderItem, account: Account) => Quote['route'];
}

const DAY_SECONDS = 86_400;

/** `sentCount` is the number of sent items, including duplicates. */
export function createQuoteOrder(parts: QuoteOrderParts): QuoteOrder {
  return async (account, kind, items, sentCount = items.length) => {
    const [dryRunResult, ahead] = await Promise.all([
      parts.place({ account, kind, items, idempotency: null, dryRun: true }),
      parts.waitEstimate.of(account, items[0]!.priority, items[0]!.label ?? ''),
    ]);
    // A key that may only read gets the price, and a warning that it cannot create.
    const outOfScope = account.scopes && !account.scopes.includes(kind) ? [errors.outOfScope([kind], account.scopes).message] : [];
    const isLookup = kind === 'whois' || kind === 'technologies';
    const route = new Map(items.flatMap((item) => parts.routeOf(kind, item, account)).map((step) => [step.source, step]));
    return {
      cost: items.reduce((sum, { cost }) => sum + cost, 0),
      balance: mayRead(account) ? ahead.balance : null,
      budgetLeft: ahead.budgetLeft,
      enough: dryRunResult.verdict === 'placed' && outOfScope.length === 0,
      expectedWaitSeconds: isLookup ? 0 : waitOf(ahead, items),
      route: [...route.values()],
      warnings: [
        ...outOfScope,
        ...rejectionOf(dryRunResult),
        ...(sentCount > items.length ? [`Duplicate requests, which count once: ${sentCount - items.length}.`] : []),
        ...reuseWarnings(items),
        ...(!isLookup && ahead.workers === 0 ? ['No worker is running. Objects wait until one starts.'] : []),
      ],
    };
  };
}

/** Reuse may cost less. Whether a result can be reused is known only at creation. */
function reuseWarnings(items: readonly OrderItem[]): string[] {
  const least = items.reduce((sum, { cost, reuse }) => sum + (reuse?.cost ?? cost), 0);
  const full = items.reduce((sum, { cost }) => sum + cost, 0);
  return least < full ? [`The cost is lower if results can be reused, at least ${least}.`] : [];
}

/** Returns null when the wait is unknown. A queue that is too long to count has a wait of at least the time of its known part. */
export function waitOf({ waiting, workers, perSecond }: QueueAhead, items: readonly OrderItem[]): number | null {
  if (workers === 0) return null;
  const later = Math.max(...items.map(({ delayDays }) => delayDays)) * DAY_SECONDS;
  const before = (waiting ?? COUNT_MAX) + items.length - 1;
  if (before === 0) return later;
  return perSecond ? later + Math.ceil(before / perSecond) : null;
}

function rejectionOf(dryRunResult: Placed): string[] {
  switch (dryRunResult.verdict) {
    case 'credits':
      return [errors.noCredits(dryRunResult.needed, dryRunResult.has).message];
    case 'hour':
    case 'day':
      return [errors.overLimit(dryRunResult.verdict, dryRunResult.limit, dryRunResult.seconds, dryRunResult.needed).message];
    case 'budget':
      return [errors.overBudget(dryRunResult.budget, dryRunResult.left, dryRunResult.needed).message];
    case 'airate':
      return [`Too many AI requests. The next one is accepted in ${dryRunResult.seconds} s.`];
    default:
      return [];
  }
}

/** `request` has passed its schema. */
export const isDryRun = (request: unknown): boolean => (request as { dryRun?: boolean }).dryRun === true;

/** Returns whether a batch is a dry run: either all of its requests are, or none. */
export function isDryRunBatch(dryRuns: readonly boolean[]): boolean {
  const odd = dryRuns.findIndex((dryRun) => dryRun !== dryRuns[0]);
  if (odd >= 0) throw errors.badParameter(`[${odd}].dryRun`, 'differs from the items before it', 'Send the same dryRun in all items.');
  return dryRuns[0] ?? false;
}

export const sendQuote = (reply: FastifyReply, quote: Quote): FastifyReply =>
  reply.header('content-type', 'application/json; charset=utf-8').send(JSON.stringify(quote));
