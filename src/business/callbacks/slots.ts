// Counts the slots of claimed callbacks per account, so that one account cannot occupy all slots.

export interface Places {
  count(account: number, by: number): void;
  /** Counts callbacks to slow receivers, which are part of the total. */
  countSlow(account: number, by: number): void;
  roomOf(account: number): number;
  slowRoomOf(account: number): number;
  /** Returns the accounts with capacity for fewer than `wanted` more. */
  roomsBelow(wanted: number): { readonly accounts: number[]; readonly rooms: number[] };
  readonly slow: number;
}

/** Share of the slots for all slow receivers. */
const SLOW_SHARE = 0.5;
/** Maximum share of one account, of all slots and of those for slow receivers. */
const ACCOUNT_SHARE = 0.8;

export function createPlaces(atOnceMax: number): Places {
  const shareOf = (all: number, share: number): number => Math.max(1, Math.floor(all * share));
  const accountMax = shareOf(atOnceMax, ACCOUNT_SHARE);
  const slowMax = shareOf(atOnceMax, SLOW_SHARE);
  const accountSlowMax = shareOf(slowMax, ACCOUNT_SHARE);
  const accounts = new Map<number, { places: number; slow: number }>();
  let slow = 0;

  const of = (account: number): { places: number; slow: number } => {
    const known = accounts.get(account);
    if (known) return known;
    const fresh = { places: 0, slow: 0 };
    accounts.set(account, fresh);
    return fresh;
  };
  const roomOf = (account: number): number => accountMax - (accounts.get(account)?.places ?? 0);

  return {
    count: (account, by) => {
      const one = of(account);
      one.places += by;
      if (one.places === 0) accounts.delete(account);
    },
    countSlow: (account, by) => {
      slow += by;
      const one = accounts.get(account);
      if (one) one.slow += by;
    },
    roomOf,
    slowRoomOf: (account) => Math.min(slowMax - slow, accountSlowMax - (accounts.get(account)?.slow ?? 0)),
    roomsBelow: (wanted) => {
      const bounded = [...accounts.keys()].filter((account) => roomOf(account) < wanted);
      return { accounts: bounded, rooms: bounded.map((account) => Math.max(0, roomOf(account))) };
    },
    get slow() {
      return slow;
    },
  };
}
