// Long work in slices, one per turn of the event loop: however many large bodies arrive at once, other requests are served in between.

export interface Ticks {
  /** Resolves when it is the caller's turn; undefined when it is now. */
  next(): Promise<void> | undefined;
  /** Takes the steps of the work, and hands each slice to `slice`, which must run it at once. */
  run<T>(work: Generator<void, T>, slice: (steps: () => void) => void): Promise<T>;
}

/** Long enough that the pauses cost little, short against the time that a request takes anyway. */
const SLICE_MS = 2;

export function createTicks(sliceMs = SLICE_MS, now: () => number = () => performance.now()): Ticks {
  const waiting: (() => void)[] = [];
  let taken = false;
  const nextTurn = (): void => {
    const resolve = waiting.shift();
    taken = resolve !== undefined;
    if (!resolve) return;
    setImmediate(nextTurn);
    resolve();
  };
  const next = (): Promise<void> | undefined => {
    if (taken) return new Promise((resolve) => waiting.push(resolve));
    taken = true;
    setImmediate(nextTurn);
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

/** A process has one event loop. */
export const turns = createTicks();
