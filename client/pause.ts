// Pauses that a signal can end, so that an aborted call does not wait.

/** Throws the reason of an aborted signal. */
export function throwIfAborted(...signals: readonly (AbortSignal | undefined)[]): void {
  for (const signal of signals) signal?.throwIfAborted();
}

/** Runs `work` with a new signal that follows the given ones. Removes its listeners from them afterwards. */
export async function withSignals<T>(
  signals: readonly (AbortSignal | undefined)[],
  work: (signal: AbortSignal, abort: (reason: unknown) => void) => Promise<T>,
): Promise<T> {
  throwIfAborted(...signals);
  const controller = new AbortController();
  const cleanups = signals.map((signal) => {
    const follow = () => controller.abort(signal?.reason);
    signal?.addEventListener('abort', follow, { once: true });
    return () => signal?.removeEventListener('abort', follow);
  });
  try {
    return await work(controller.signal, (reason) => controller.abort(reason));
  } finally {
    for (const end of cleanups) end();
  }
}

export async function pause(ms: number, ...signals: readonly (AbortSignal | undefined)[]): Promise<void> {
  await withSignals(
    signals,
    (signal) =>
      new Promise<void>((resolve, reject) => {
        const timer = setTimeout(resolve, Math.max(0, ms));
        signal.addEventListener('abort', () => {
          clearTimeout(timer);
          reject(signal.reason);
        });
      }),
  );
}

/** Returns a random time between half of `ms` and `ms`, so that many clients do not retry at once. */
export const randomised = (ms: number): number => ms * (0.5 + Math.random() / 2);
