// Runs long work in slices, one per event loop tick, so that other requests are served in between.

export interface Ticks {
  /** Resolves when the caller's slice may run. Undefined: it may run now. */
  next(): Promise<void> | undefined;
  /** Runs the steps of the work. `slice` receives each slice and must run it synchronously. */
  run<T>(work: Generator<void, T>, slice: (steps: () => void) => void): Promise<T>;
}

/** Long enough to make the pauses cheap, and short compared with a request. */
const SLICE_MS = 2;

export function createTicks(sliceMs = SLICE_MS, now: () => number = () => performance.now()): Ticks {
  const waiting: (() => void)[] = [];
  let busy = false;
  const nextTick = (): void => {
    const resolve = waiting.shift();
    busy = resolve !== undefined;
    if (!resolve) return;
    setImmediate(nextTick);
    resolve();
  };
  const next = (): Promise<void> | undefined => {
    if (busy) return new Promise((resolve) => waiting.push(resolve));
    busy = true;
    setImmediate(nextTick);
    return undefined;
  };

  return {
    next,
    run: async (work, slice) => {
      for (;;) {
        const wait = next();
        if (wait) await wait;
        let step = { done: false } as IteratorResult<void, Awaited<ReturnType<typeof work.next>>['value']>;
        slice(() => {
          const started = now();
          do step = work.next();
          while (!step.done && now() - started < sliceMs);
        });
        if (step.done) return step.value as never;
      }
    },
  };
}

/** One per process, like the event loop. */
export const ticks = createTicks();
