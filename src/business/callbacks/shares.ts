// Hosts, accounts and receivers of recent callbacks, with their counters.

/** The destination of a callback: the account's share of a host, and the receiver on it. */
export interface Destination {
  readonly account: number;
  readonly host: string;
  /** Hash of the path. Callbacks with equal numbers are limited together. */
  readonly receiver: number;
  /** The queue in the outbox for callbacks that could not be sent. */
  readonly queue: string;
}

export interface Receiver {
  slots: number;
  inFlight: number;
  /** Maximum in flight. Small until the receiver has shown its speed. */
  window: number;
  slow: boolean;
  readonly waiting: { readonly since: number; readonly call: (acquired: boolean) => void }[];
}

/** One account on one host. */
export interface Share {
  readonly account: number;
  readonly queue: string;
  readonly host: Host;
  readonly receivers: Map<number, Receiver>;
  slots: number;
  slowSlots: number;
  inFlight: number;
  slowInFlight: number;
  idleSince: number;
}

export interface Host {
  readonly shares: Map<number, Share>;
  /** Shares with waiting callbacks, in round-robin order. */
  readonly waiting: Set<Share>;
  /** Shares with slow receivers whose callbacks did not all get a slot. */
  readonly wanting: Set<Share>;
  /** Slots of callbacks to slow receivers. */
  slowSlots: number;
  inFlight: number;
  /** In flight to slow receivers. */
  slowInFlight: number;
  /** In flight and not yet late. */
  fresh: number;
}

export interface Shares {
  of(to: Destination): { readonly share: Share; readonly receiver: Receiver };
  all(): Share[];
  /** Removes shares without callbacks for a while. */
  dropIdle(): void;
}

const IDLE_MS_MAX = 60_000;
/** Above this number, all idle shares are removed at once. */
const SHARES_MAX = 1000;

/** `firstWindow` is the maximum in flight of a new receiver. */
export function createShares(firstWindow: number): Shares {
  const hosts = new Map<string, Host>();
  let shareCount = 0;

  const drop = (idleMs: number): void => {
    const now = performance.now();
    for (const [name, host] of hosts) {
      for (const share of host.shares.values()) {
        if (share.slots > 0 || now - share.idleSince < idleMs) continue;
        host.shares.delete(share.account);
        host.wanting.delete(share);
        shareCount--;
      }
      if (host.shares.size === 0) hosts.delete(name);
    }
  };
  const hostOf = (name: string): Host => {
    let host = hosts.get(name);
    if (host) return host;
    host = { shares: new Map(), waiting: new Set(), wanting: new Set(), slowSlots: 0, inFlight: 0, slowInFlight: 0, fresh: 0 };
    hosts.set(name, host);
    return host;
  };
  const shareOf = ({ account, host: name, queue }: Destination): Share => {
    const known = hosts.get(name)?.shares.get(account);
    if (known) return known;
    if (shareCount >= SHARES_MAX) drop(0);
    const host = hostOf(name);
    const counts = { slots: 0, slowSlots: 0, inFlight: 0, slowInFlight: 0 };
    const share = { account, queue, host, receivers: new Map(), ...counts, idleSince: performance.now() };
    host.shares.set(account, share);
    shareCount++;
    return share;
  };

  return {
    of: (to) => {
      const share = shareOf(to);
      const known = share.receivers.get(to.receiver);
      if (known) return { share, receiver: known };
      const receiver: Receiver = { slots: 0, inFlight: 0, window: firstWindow, slow: false, waiting: [] };
      share.receivers.set(to.receiver, receiver);
      return { share, receiver };
    },
    all: () => [...hosts.values()].flatMap((host) => [...host.shares.values()]),
    dropIdle: () => drop(IDLE_MS_MAX),
  };
}
