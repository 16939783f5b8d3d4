// Limits callbacks in flight per host, account and receiver, so that a slow receiver delays no other.

import { createShares, type Destination, type Host, type Receiver, type Share } from './shares.ts';
import { createSlots } from './slots.ts';

export type { Destination } from './shares.ts';

export interface LimiterSettings {
  /** Maximum in flight to one host. While late callbacks occupy slots, others may exceed it, up to twice as many. */
  readonly perHostMax: number;
  /** Maximum of callbacks that are claimed and not sent yet. */
  readonly atOnceMax: number;
}

export interface HostLimiter {
  /** Takes a slot for a claimed callback. Returns false when the callback must be released. */
  acquire(to: Destination): boolean;
  /**
   * Runs the work as soon as a slot is free. Returns null when the receiver became slow before that and the callback
   * must be released. A response counts as late `extraMs` later than usual.
   */
  run<T>(to: Destination, work: () => Promise<T>, extraMs?: number): Promise<T | null>;
  release(to: Destination): void;
  /** Returns the capacity of queues with slow receivers. */
  queueCapacities(): { readonly accounts: number[]; readonly queues: string[]; readonly capacities: number[] };
  /** Returns the capacity of accounts that may claim fewer than `wanted`. */
  accountCapacities(wanted: number): { readonly accounts: number[]; readonly capacities: number[] };
  /** Slots of callbacks to slow receivers. */
  readonly slowSlots: number;
  /** Releases all callbacks that wait for a slot. */
  close(): void;
}

/** A receiver is slow when a callback stays unanswered this long, until it responds to another one sooner. */
const QUICK_MS = 1000;
/** A callback that waits longer is released. Its hold would expire before the response arrives. */
const WAIT_MS_MAX = 10_000;
/** Maximum in flight to a receiver that has not responded yet. */
const FIRST_WINDOW = 2;
/** Share of an account's slots on a host that slow receivers leave to its other receivers. */
const RESERVE_SHARE = 0.2;

const hasSlow = ({ receivers }: Share): boolean => [...receivers.values()].some(({ slow }) => slow);
const hasWaiting = ({ receivers }: Share): boolean => [...receivers.values()].some(({ waiting }) => waiting.length > 0);

/** Calls `onCapacity` when an account with surplus callbacks for slow receivers has free slots again. */
export function createHostLimiter(settings: LimiterSettings, onCapacity: () => void): HostLimiter {
  const { perHostMax, atOnceMax } = settings;
  const perShareMax = perHostMax + Math.ceil(perHostMax * RESERVE_SHARE);
  const shares = createShares(Math.min(FIRST_WINDOW, perHostMax));
  const slots = createSlots(atOnceMax);
  let closed = false;

  /** One account may use all slots for slow receivers of a host. Several accounts share them equally. */
  const slowCapacityOf = (share: Share): number => {
    const sharing = [...share.host.shares.values()].filter((one) => one === share || one.slowSlots > 0 || share.host.wanting.has(one));
    const own = Math.ceil(perHostMax / sharing.length) - share.slowSlots;
    return Math.min(own, perHostMax - share.host.slowSlots, slots.slowCapacityOf(share.account));
  };
  const capacityOf = (share: Share, slow: boolean): number =>
    Math.max(0, Math.min(slots.capacityOf(share.account), slow ? slowCapacityOf(share) : atOnceMax));
  const mayStart = (share: Share, receiver: Receiver): boolean =>
    share.host.fresh < perHostMax &&
    share.host.inFlight < 2 * perHostMax &&
    share.inFlight < perShareMax &&
    receiver.inFlight < receiver.window &&
    (!receiver.slow || (share.slowInFlight < perHostMax && share.host.slowInFlight < perHostMax));

  const count = (share: Share, receiver: Receiver, by: 1 | -1): void => {
    receiver.inFlight += by;
    share.inFlight += by;
    share.host.inFlight += by;
    if (!receiver.slow) return;
    share.slowInFlight += by;
    share.host.slowInFlight += by;
  };
  const countSlowSlots = (share: Share, by: number): void => {
    share.slowSlots += by;
    share.host.slowSlots += by;
    slots.countSlow(share.account, by);
  };
  const mark = (share: Share, receiver: Receiver, slow: boolean): void => {
    if (receiver.slow === slow) return;
    receiver.slow = slow;
    const by = slow ? 1 : -1;
    share.slowInFlight += by * receiver.inFlight;
    share.host.slowInFlight += by * receiver.inFlight;
    countSlowSlots(share, by * receiver.slots);
  };
  const releaseWaiting = (share: Share, receiver: Receiver): void => {
    if (receiver.waiting.length > 0) share.host.wanting.add(share);
    for (const { call } of receiver.waiting.splice(0)) call(false);
  };

  const hasCapacityForWanting = ({ wanting }: Host): boolean => {
    let capacity = false;
    for (const share of wanting) {
      if (!hasSlow(share)) wanting.delete(share);
      capacity ||= capacityOf(share, hasSlow(share)) > 0;
    }
    return capacity;
  };

  /** Returns the waiting receiver with the fewest callbacks in flight, of the account with the fewest on this host. */
  const nextOf = (host: Host): { share: Share; receiver: Receiver } | null => {
    let next: { share: Share; receiver: Receiver } | null = null;
    for (const share of host.waiting) {
      if (next && share.inFlight >= next.share.inFlight) continue;
      const able = [...share.receivers.values()].filter((receiver) => receiver.waiting.length > 0 && mayStart(share, receiver));
      const receiver = able.reduce<Receiver | null>((least, one) => (least && least.inFlight <= one.inFlight ? least : one), null);
      if (receiver) next = { share, receiver };
    }
    return next;
  };
  const startNext = (host: Host): void => {
    for (let next = nextOf(host); next; next = nextOf(host)) {
      const { share, receiver } = next;
      const { since, call } = receiver.waiting.shift()!;
      host.waiting.delete(share);
      if (hasWaiting(share)) host.waiting.add(share);
      const acquired = performance.now() - since <= WAIT_MS_MAX;
      if (acquired) start(share, receiver);
      call(acquired);
    }
  };
  const start = (share: Share, receiver: Receiver): void => {
    count(share, receiver, 1);
    share.host.fresh++;
  };
  const waitForSlot = (share: Share, receiver: Receiver): Promise<boolean> | boolean => {
    if (mayStart(share, receiver)) {
      start(share, receiver);
      return true;
    }
    if (closed) return false;
    share.host.waiting.add(share);
    return new Promise((call) => receiver.waiting.push({ since: performance.now(), call }));
  };

  return {
    acquire: (to) => {
      const { share, receiver } = shares.of(to);
      const free = capacityOf(share, receiver.slow) > 0;
      if (free) {
        receiver.slots++;
        share.slots++;
        slots.count(share.account, 1);
        if (receiver.slow) countSlowSlots(share, 1);
      }
      if (receiver.slow && (!free || capacityOf(share, true) === 0)) share.host.wanting.add(share);
      else share.host.wanting.delete(share);
      return free;
    },
    run: async (to, work, extraMs = 0) => {
      const { share, receiver } = shares.of(to);
      if (!(await waitForSlot(share, receiver))) return null;
      let [late, responded] = [false, false];
      const judge = (): void => {
        if (responded) return;
        late = true;
        share.host.fresh--;
        receiver.window = perHostMax;
        // The remaining callbacks would exceed the slots for slow receivers.
        if (!receiver.slow) {
          mark(share, receiver, true);
          releaseWaiting(share, receiver);
        }
        startNext(share.host);
      };
      // A response may have arrived while the event loop was blocked. `setImmediate` lets it be read first.
      const timer = setTimeout(() => setImmediate(judge), QUICK_MS + extraMs);
      try {
        return await work();
      } finally {
        responded = true;
        clearTimeout(timer);
        count(share, receiver, -1);
        if (!late) {
          share.host.fresh--;
          receiver.window = Math.min(perHostMax, receiver.window + 1);
          mark(share, receiver, false);
        }
        startNext(share.host);
      }
    },
    release: (to) => {
      const { share, receiver } = shares.of(to);
      receiver.slots--;
      share.slots--;
      slots.count(share.account, -1);
      if (receiver.slow) countSlowSlots(share, -1);
      share.idleSince = performance.now();
      if (hasCapacityForWanting(share.host)) onCapacity();
    },
    queueCapacities: () => {
      shares.dropIdle();
      const limited = new Map<string, { account: number; queue: string; capacity: number }>();
      for (const share of shares.all()) {
        if (!hasSlow(share)) continue;
        const { account, queue } = share;
        const capacity = Math.min(capacityOf(share, true), limited.get(`${account} ${queue}`)?.capacity ?? atOnceMax);
        limited.set(`${account} ${queue}`, { account, queue, capacity });
      }
      const all = [...limited.values()];
      return {
        accounts: all.map(({ account }) => account),
        queues: all.map(({ queue }) => queue),
        capacities: all.map(({ capacity }) => capacity),
      };
    },
    accountCapacities: slots.capacitiesBelow,
    get slowSlots() {
      return slots.slow;
    },
    close: () => {
      closed = true;
      for (const share of shares.all()) for (const receiver of share.receivers.values()) releaseWaiting(share, receiver);
    },
  };
}
