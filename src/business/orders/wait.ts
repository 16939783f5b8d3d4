// Lets many clients wait for objects without a database connection each: notifications plus polling.

export interface Waits {
  /** Resolves when the object is finished or gone, after that time, or when the client disconnects. */
  until(id: string, msMax: number, disconnected: AbortSignal): Promise<void>;
  finished(ids: readonly string[]): void;
  readonly count: number;
  /** Ends all waits at shutdown. */
  endAll(): void;
  close(): void;
}

const POLL_MS = 1000;

export function createWaits(finishedAmong: (ids: readonly string[]) => Promise<string[]>): Waits {
  const waiting = new Map<string, Set<() => void>>();

  const finished = (ids: readonly string[]): void => {
    for (const id of ids) for (const end of waiting.get(id) ?? []) end();
  };
  const timer = setInterval(() => {
    if (waiting.size === 0) return;
    // The next poll makes up for a failed one.
    finishedAmong([...waiting.keys()]).then(finished, () => undefined);
  }, POLL_MS);
  timer.unref();

  return {
    until: (id, msMax, disconnected) =>
      new Promise((resolve) => {
        const ends = waiting.get(id) ?? new Set();
        const end = (): void => {
          clearTimeout(limit);
          disconnected.removeEventListener('abort', end);
          ends.delete(end);
          if (ends.size === 0) waiting.delete(id);
          resolve();
        };
        const limit = setTimeout(end, msMax);
        disconnected.addEventListener('abort', end, { once: true });
        ends.add(end);
        waiting.set(id, ends);
        if (disconnected.aborted) end();
      }),
    finished,
    get count() {
      return waiting.size;
    },
    endAll: () => finished([...waiting.keys()]),
    close: () => clearInterval(timer),
  };
}
