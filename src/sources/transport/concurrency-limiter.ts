// Concurrency limiter with a bounded queue. Fails with `unreachable` when it is full or times out.
import { unreachable } from '../adapter.ts';

export interface ConcurrencyLimiter {
  /** Runs the work when a slot is free. */
  run<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T>;
  /** Rejects all waiting and later calls. */
  close(): void;
}

export interface ConcurrencyLimiterSettings {
  readonly atOnce: number;
  readonly waitingMax: number;
  readonly waitMsMax: number;
}

export function createConcurrencyLimiter(settings: ConcurrencyLimiterSettings): ConcurrencyLimiter {
  const waiting = new Set<{ enter(): void; leave(reason: string): void }>();
  let inside = 0;
  let closed = false;

  const acquire = (signal: AbortSignal | undefined): Promise<void> =>
    new Promise((resolve, reject) => {
      const stop = (): void => {
        waiting.delete(slot);
        clearTimeout(timer);
        signal?.removeEventListener('abort', abort);
      };
      const slot = {
        enter: () => {
          stop();
          inside += 1;
          resolve();
        },
        leave: (reason: string) => {
          stop();
          reject(unreachable(reason));
        },
      };
      const abort = (): void => slot.leave('aborted while waiting for the browser');
      const timer = setTimeout(() => slot.leave('the browser is busy'), settings.waitMsMax);
      signal?.addEventListener('abort', abort);
      waiting.add(slot);
    });

  return {
    run: async (work, signal) => {
      if (closed) throw unreachable('the browser is closed');
      if (signal?.aborted) throw unreachable('aborted before the browser started');
      if (inside < settings.atOnce) inside += 1;
      else if (waiting.size >= settings.waitingMax) throw unreachable('the browser is busy');
      else await acquire(signal);
      try {
        return await work();
      } finally {
        inside -= 1;
        for (const next of waiting) {
          next.enter();
          break;
        }
      }
    },
    close: () => {
      closed = true;
      for (const slot of waiting) slot.leave('the browser is closed');
    },
  };
}
