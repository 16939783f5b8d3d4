// Searches that were created but not yet fetched, so that a retry continues its search.

const ENTRIES_MAX = 10_000;

export interface Pending {
  find(order: string): string | null;
  store(order: string, id: string): void;
  drop(order: string): void;
}

/**
 * The state is local to the process. A retry in another process creates a new search, which is only charged once more.
 */
export function createPending(msMax: number, now: () => number = () => performance.now()): Pending {
  const entries = new Map<string, { readonly id: string; readonly until: number }>();
  return {
    find(order) {
      const entry = entries.get(order);
      return entry && entry.until > now() ? entry.id : null;
    },
    store(order, id) {
      entries.set(order, { id, until: now() + msMax });
      // A map iterates from the oldest entry.
      for (const oldest of entries.keys()) {
        if (entries.size <= ENTRIES_MAX) break;
        entries.delete(oldest);
      }
    },
    drop: (order) => void entries.delete(order),
  };
}
