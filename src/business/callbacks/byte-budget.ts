// Limits the bytes of callback bodies in memory, in total and per account.

export interface ByteBudget {
  /** Waits for free bytes. Returns the function that releases them, or null when the wait times out. */
  reserve(account: number, bytes: number): Promise<(() => void) | null>;
  /** Ends all waits. */
  close(): void;
}

interface Waiting {
  readonly account: number;
  readonly bytes: number;
  readonly grant: (release: (() => void) | null) => void;
}

/** One account has at most this share of the budget. */
const ACCOUNT_SHARE = 0.5;

/** A request above an account's share counts as one of that size, so that it can pass alone. */
export function createByteBudget(bytesMax: number, msMax: number): ByteBudget {
  const accountMax = Math.floor(bytesMax * ACCOUNT_SHARE);
  const held = new Map<number, number>();
  const waiting = new Set<Waiting>();
  let total = 0;
  let closed = false;

  const fits = ({ account, bytes }: Waiting): boolean => (held.get(account) ?? 0) + bytes <= accountMax;
  const start = ({ account, bytes, grant }: Waiting): void => {
    total += bytes;
    held.set(account, (held.get(account) ?? 0) + bytes);
    let open = true;
    grant(() => {
      if (!open) return;
      open = false;
      total -= bytes;
      const rest = held.get(account)! - bytes;
      if (rest > 0) held.set(account, rest);
      else held.delete(account);
      startWaiting();
    });
  };
  /**
   * Serves waiting requests in order. An account at its limit is skipped. A request that waits for the total is not
   * skipped, or large ones would never pass.
   */
  const startWaiting = (): void => {
    for (const one of waiting) {
      if (!fits(one)) continue;
      if (total + one.bytes > bytesMax) return;
      waiting.delete(one);
      start(one);
    }
  };

  return {
    reserve: (account, bytes) =>
      new Promise((resolve) => {
        if (closed) return resolve(null);
        const timer = setTimeout(() => {
          waiting.delete(one);
          resolve(null);
        }, msMax);
        const one: Waiting = {
          account,
          bytes: Math.min(bytes, accountMax),
          grant: (release) => {
            clearTimeout(timer);
            resolve(release);
          },
        };
        waiting.add(one);
        startWaiting();
      }),
    close: () => {
      closed = true;
      for (const { grant } of waiting) grant(null);
      waiting.clear();
    },
  };
}
