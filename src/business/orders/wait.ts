// Lets many clients wait for their objects without holding a database connection: by signal, and by one look a second for all.

export interface Waits {
  /** Ends when the object is finished or gone, after that time, or when the client hangs up. */
  until(id: string, msMax: number, hungUp: AbortSignal): Promise<void>;
  finished(ids: readonly string[]): void;
  readonly count: number;
  /** Answers everybody now; for the end of the process. */
  endAll(): void;
  close(): void;
}

const LOOK_MS = 1000;

export function createWaits(finishedAmong: (ids: readonly string[]) => Promise<string[]>): Waits {
  const waiting = new Map<string, Set<() => void>>();

  const finished = (ids: readonly string[]): void => {
    for (const id of ids) for (const end of waiting.get(id) ?? []) end();
  };
  const timer = setInterval(() => {
    if (waiting.size === 0) return;
    // A look that fails is made up for by the next one.
    finishedAmong([...waiting.keys()]).then(finished, () => undefined);
  }, LOOK_MS);
  timer.unref();

  return {
    until: (id, msMax, hungUp) =>
      new Promise((resolve) => {
        const ends = waiting.get(id) ?? new Set();
        const end = (): void => {
          clearTimeout(limit);
          hungUp.removeEventListener('abort', end);
          ends.delete(end);
          if (ends.size === 0) waiting.delete(id);
          resolve();
        };
        const limit = setTimeout(end, msMax);
        hungUp.addEventListener('abort', end, { once: true });
        ends.add(end);
        waiting.set(id, ends);
        if (hungUp.aborted) end();
      }),
    finished,
    get count() {
      return waiting.size;
    },
    endAll: () => finished([...waiting.keys()]),
    close: () => clearInterval(timer),
  };
}
