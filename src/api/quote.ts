// Says what an order would cost, whether it would be accepted and how long it would wait; nothing is stored or charged.
import type { FastifyReply } from 'fastify';
import type { PlaceOrder } from '../business/orders/place.ts';
import type { Ahead, WaitEstimate } from '../business/orders/wait-estimate.ts';
import { errors } from '../contract/errors.ts';
import type { Account, OrderItem, Placed } from '../contract/order.ts';
import type { Quote } from '../contract/quote.ts';
import type { Kind, Lookup } from '../contract/vocabulary.ts';
import { mayRead } from './scopes.ts';

export type QuoteOrder = (account: Account, kind: Kind | Lookup, items: readonly OrderItem[], asked?: number) => Promise<Quote>;

export interface QuoteOrderParts {
  readonly place: PlaceOrder;
  readonly waitEstimate: WaitEstimate;
  readonly routeOf: (kind: Kind | Lookup, item: OrderItem, account: Account) => Quote['route'];
}

const DAY_SECONDS = 86_400;

/** `asked` is how many items were sent, where equal ones count once. */
export function createQuoteOrder(parts: QuoteOrderParts): QuoteOrder {
  return async (account, kind, items, asked = items.length) => {
    const [probe, ahead] = await Promise.all([
      parts.place({ account, kind, items, idempotency: null, probe: true }),
      parts.waitEstimate.of(account, items[0]!.priority),
    ]);
    // A key that may only look is told the price, and that it cannot buy.
    const barred = account.scopes && !account.scopes.includes(kind) ? [errors.outOfScope([kind], account.scopes).message] : [];
    const isLookup = kind === 'whois' || kind === 'technologies';
    const route = new Map(items.flatMap((item) => parts.routeOf(kind, item, account)).map((step) => [step.source, step]));
    return {
      cost: items.reduce((sum, { cost }) => sum + cost, 0),
      balance: mayRead(account) ? ahead.balance : null,
      budgetLeft: ahead.budgetLeft,
      enough: probe.verdict === 'placed' && barred.length === 0,
      expectedWaitSeconds: isLookup ? 0 : waitOf(ahead, items),
      route: [...route.values()],
      warnings: [
        ...barred,
        ...rejectionOf(probe),
        ...(asked > items.length ? [`${asked - items.length} of the requests are equal to others and count once.`] : []),
        ...reuseOf(items),
        ...(!isLookup && ahead.workers === 0 ? ['No worker is running: objects wait until one is.'] : []),
      ],
    };
  };
}

/** What is reused may cost less; whether there is something to reuse is known only when the object is made. */
function reuseOf(items: readonly OrderItem[]): string[] {
  const least = items.reduce((sum, { cost, fresh }) => sum + (fresh?.cost ?? cost), 0);
  const full = items.reduce((sum, { cost }) => sum + cost, 0);
  return least < full ? [`As far as answers can be reused it costs less, at the least ${least}.`] : [];
}

/** Honest: null where it is not known. */
function waitOf({ waiting, workers, perSecond }: Ahead, items: readonly OrderItem[]): number | null {
  if (workers === 0 || waiting === null) return null;
  const later = Math.max(...items.map(({ delayDays }) => delayDays)) * DAY_SECONDS;
  const before = waiting + items.length - 1;
  if (before === 0) return later;
  return perSecond ? later + Math.ceil(before / perSecond) : null;
}

function rejectionOf(probe: Placed): string[] {
  switch (probe.verdict) {
    case 'credits':
      return [errors.noCredits(probe.needed, probe.has).message];
    case 'hour':
    case 'day':
      return [errors.overLimit(probe.verdict, probe.bound, probe.seconds, probe.needed).message];
    case 'budget':
      return [errors.overBudget(probe.budget, probe.left, probe.needed).message];
    case 'airate':
      return [`Too many AI requests: the next one is accepted in ${probe.seconds} s.`];
    default:
      return [];
  }
}

/** A create that only asks: `dryRun` in its body, or in every item of a batch. */
export function isDryRun(body: unknown): boolean {
  if (!Array.isArray(body)) return (body as { dryRun?: boolean }).dryRun === true;
  const dryRuns = body.map((item: { dryRun?: boolean }) => item.dryRun === true);
  const odd = dryRuns.findIndex((dryRun) => dryRun !== dryRuns[0]);
  if (odd >= 0)
    throw errors.badParameter(`[${odd}].dryRun`, 'differs from the items before it', 'A batch is a dry run as a whole or not at all.');
  return dryRuns[0] ?? false;
}

export const sendQuote = (reply: FastifyReply, quote: Quote): FastifyReply =>
  reply.header('content-type', 'application/json; charset=utf-8').send(JSON.stringify(quote));
