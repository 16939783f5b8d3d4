// Price of an object: ceil((base + depth) × engine × priority × over-limit), in integer arithmetic.
import type { Account } from '../../contract/order.ts';
import type { Kind, Lookup, Priority } from '../../contract/vocabulary.ts';

/** Prices by name: `base.serp`, `depth.serp` per further ten results, `engine.google`, `priority.INSTANT`. */
export type Prices = Readonly<Record<string, number>>;

export const DEFAULT_PRICES: Prices = {
  'base.serp': 1,
  'base.keyword': 3,
  'base.whois': 1,
  'base.technologies': 1,
  'base.ai': 1,
  'depth.serp': 0,
  'priority.LOW': 1,
  'priority.NORMAL': 1,
  'priority.REALTIME': 2,
  'priority.INSTANT': 5,
};

export interface Priced {
  readonly kind: Kind | Lookup;
  /** Engine, keyword source or AI service. Each may have its own factor. */
  readonly engine?: string;
  readonly priority: Priority;
  readonly maxResults?: number;
}

/** Prices have at most six decimals, so millionths represent them exactly. */
const PARTS = 1_000_000n;
const inParts = (value: number): bigint => BigInt(Math.round(value * 1_000_000));

export interface Price {
  readonly cost: number;
  /** Above the account's limits. */
  readonly overCost: number;
}
type Charged = Pick<Account, 'prices' | 'chargeMultiplier'>;

/** Prices of the lists that an account sends. Their requests are mostly alike, and the arithmetic takes longer than a look-up. */
const known = new WeakMap<Charged, { readonly defaults: Prices; readonly prices: Map<string, Price> }>();

export function priceOf(priced: Priced, account: Charged, defaults: Prices): Price {
  const steps = Math.max(0, Math.ceil((priced.maxResults ?? 10) / 10) - 1);
  const key = `${priced.kind} ${priced.engine} ${priced.priority} ${steps}`;
  let ofAccount = known.get(account);
  if (ofAccount?.defaults !== defaults) {
    ofAccount = { defaults, prices: new Map() };
    known.set(account, ofAccount);
  }
  const price = ofAccount.prices.get(key) ?? calculate(priced, steps, account, defaults);
  ofAccount.prices.set(key, price);
  return price;
}

function calculate(priced: Priced, steps: number, account: Charged, defaults: Prices): Price {
  const rule = (name: string, fallback: number): bigint => inParts(account.prices[name] ?? defaults[name] ?? fallback);
  const start = rule(`base.${priced.kind}`, 1) + rule(`depth.${priced.kind}`, 0) * BigInt(steps);
  // The contract has no priority prices for AI jobs and lookups. A price of the operator still applies.
  const urgent =
    priced.kind === 'serp' || priced.kind === 'keyword'
      ? rule(`priority.${priced.priority}`, 1)
      : rule(`priority.${priced.kind}.${priced.priority}`, 1);
  const product = start * rule(`engine.${priced.engine ?? ''}`, 1) * urgent;
  const scale = PARTS * PARTS * PARTS;
  return { cost: roundUp(product, scale), overCost: roundUp(product * inParts(account.chargeMultiplier), scale * PARTS) };
}

const roundUp = (value: bigint, scale: bigint): number => Number((value + scale - 1n) / scale);
