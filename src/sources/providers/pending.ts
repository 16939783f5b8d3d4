// Searches that were ordered and not yet fetched: a job that comes again goes on waiting for its own instead of ordering another.

const ENTRIES_MAX = 10_000;

export interface Pending {
  find(order: string): string | null;
  keep(order: string, id: string): void;
  drop(order: string): void;
}

/** Remembers in this process only: a job that another process takes up orders anew, which costs once more and harms nothing. */
export function createPending(msMax: number, now: () => number = () => performance.now()): Pending {
  const entries = new Map<string, { readonly id: string; readonly until: number }>();
  return {
    find(order) {
      const entry = entries.get(order);
      return entry && entry.until > now() ? entry.id : null;
    },
    keep(order, id) {
      entries.set(order, { id, until: now() + msMax });
      // The oldest comes first in a map.
      for (const oldest of entries.keys()) {
        if (entries.size <= ENTRIES_MAX) break;
        entries.delete(oldest);
      }
    },
    drop: (order) => void entries.delete(order),
  };
}
