// Lets many streams wait for their feeds without holding a database connection: by signal, and by one look a second for all.
import { createWaits } from '../orders/wait.ts';

export interface FeedWatch {
  /** Ends when the feed may have gone past that number, after that time, or when the client hangs up. */
  until(name: string, number: number, msMax: number, hungUp: AbortSignal): Promise<void>;
  /** These feeds have something new. */
  told(names: readonly string[]): void;
  /** Streams end now; for the end of the process. */
  end(): void;
  readonly ended: boolean;
  close(): void;
}

export function createFeedWatch(lasts: (names: readonly string[]) => Promise<Map<string, number>>): FeedWatch {
  const known = new Map<string, number>();
  let ended = false;
  const waits = createWaits(async (names) => {
    const now = await lasts(names);
    const moved = names.filter((name) => now.get(name) !== known.get(name));
    for (const name of moved) known.set(name, now.get(name) ?? 0);
    return moved;
  });
  return {
    until: async (name, number, msMax, hungUp) => {
      // A look for another stream of the same feed may have seen it already.
      if (ended || (known.get(name) ?? 0) > number) return;
      await waits.until(name, msMax, hungUp);
    },
    told: waits.finished,
    end: () => {
      ended = true;
      waits.endAll();
    },
    get ended() {
      return ended;
    },
    close: waits.close,
  };
}
