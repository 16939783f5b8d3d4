// Limits the bytes that many callers hold together. Callers beyond the limit wait in order.

export interface ByteBudget {
  /**
   * Resolves when the bytes fit into the budget, or when nothing else is held: more bytes than the whole budget must
   * not wait for ever. Rejects when the signal aborts the wait.
   */
  reserve(bytes: number, signal?: AbortSignal): Promise<Reservation>;
  /** Returns true while callers wait. */
  isFull(): boolean;
}

export interface Reservation {
  /** Corrects an estimate. It never waits, so the budget may be exceeded until others release theirs. */
  resize(bytes: number): void;
  /** May be called again without effect. */
  release(): void;
}

interface Waiting {
  readonly bytes: number;
  readonly admit: () => void;
}

export function createByteBudget(bytesMax: number): ByteBudget {
  const queue = new Set<Waiting>();
  let held = 0;

  const admitNext = (): void => {
    for (const waiting of queue) {
      if (held > 0 && held + waiting.bytes > bytesMax) return;
      queue.delete(waiting);
      waiting.admit();
    }
  };
  const reservationOf = (reserved: number): Reservation => {
    let bytes = reserved;
    let released = false;
    held += bytes;
    const resize = (next: number): void => {
      if (released) return;
      held += next - bytes;
      bytes = next;
      admitNext();
    };
    return {
      resize,
      release: () => {
        resize(0);
        released = true;
      },
    };
  };

  return {
    reserve: (bytes, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason);
        const onAbort = (): void => {
          queue.delete(waiting);
          reject(signal?.reason);
          // The caller behind it may be smaller.
          admitNext();
        };
        const waiting: Waiting = {
          bytes,
          admit: () => {
            signal?.removeEventListener('abort', onAbort);
            resolve(reservationOf(bytes));
          },
        };
        signal?.addEventListener('abort', onAbort, { once: true });
        queue.add(waiting);
        admitNext();
      }),
    isFull: () => queue.size > 0,
  };
}
