// Lets many streams wait for feeds without a database connection each: notifications plus polling.
import { createWaits } from '../orders/wait.ts';

export interface FeedWatch {
  /** Resolves when the feed may have passed that number, after that time, or when the client disconnects. */
  until(name: string, number: number, msMax: number, hungUp: AbortSignal): Promise<void>;
  /** These feeds have new events. */
  notify(names: readonly string[]): void;
  /** Ends all streams at shutdown. */
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
      // A poll for another stream of the same feed may have seen the number already.
      if (ended || (known.get(name) ?? 0) > number) return;
      await waits.until(name, msMax, hungUp);
    },
    notify: waits.finished,
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
