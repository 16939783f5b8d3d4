// Counts the slots of claimed callbacks per account, so that one account cannot occupy all slots.

export interface Slots {
  count(account: number, by: number): void;
  /** Counts callbacks to slow receivers, which are part of the total. */
  countSlow(account: number, by: number): void;
  capacityOf(account: number): number;
  slowCapacityOf(account: number): number;
  /** Returns the accounts with capacity for fewer than `wanted` more. */
  capacitiesBelow(wanted: number): { readonly accounts: number[]; readonly capacities: number[] };
  readonly slow: number;
}

/** Share of the slots for all slow receivers. */
const SLOW_SHARE = 0.5;
/** Maximum share of one account, of all slots and of those for slow receivers. */
const ACCOUNT_SHARE = 0.8;

export function createSlots(atOnceMax: number): Slots {
  const shareOf = (all: number, share: number): number => Math.max(1, Math.floor(all * share));
  const accountMax = shareOf(atOnceMax, ACCOUNT_SHARE);
  const slowMax = shareOf(atOnceMax, SLOW_SHARE);
  const accountSlowMax = shareOf(slowMax, ACCOUNT_SHARE);
  const accounts = new Map<number, { slots: number; slow: number }>();
  let slow = 0;

  const of = (account: number): { slots: number; slow: number } => {
    const known = accounts.get(account);
    if (known) return known;
    const fresh = { slots: 0, slow: 0 };
    accounts.set(account, fresh);
    return fresh;
  };
  const capacityOf = (account: number): number => accountMax - (accounts.get(account)?.slots ?? 0);

  return {
    count: (account, by) => {
      const one = of(account);
      one.slots += by;
      if (one.slots === 0) accounts.delete(account);
    },
    countSlow: (account, by) => {
      slow += by;
      const one = accounts.get(account);
      if (one) one.slow += by;
    },
    capacityOf,
    slowCapacityOf: (account) => Math.min(slowMax - slow, accountSlowMax - (accounts.get(account)?.slow ?? 0)),
    capacitiesBelow: (wanted) => {
      const limited = [...accounts.keys()].filter((account) => capacityOf(account) < wanted);
      return { accounts: limited, capacities: limited.map((account) => Math.max(0, capacityOf(account))) };
    },
    get slow() {
      return slow;
    },
  };
}
