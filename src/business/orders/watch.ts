// Lets many streams watch timelines without a database connection each: notifications plus polling.
import type { Timeline } from './timeline.ts';

export interface Watched {
  readonly id: string;
  readonly retentionClass: number;
}

export interface TimelineWatch {
  /** Calls `onChange` after each change, with true when the object is gone. Returns a function that stops watching. */
  watch(watched: Watched, onChange: (gone: boolean) => void): () => void;
  /** Checks these objects now, after a notification. */
  notified(ids: readonly string[]): void;
  close(): void;
}

export interface TimelineWatchParts {
  readonly versions: (watched: readonly Watched[]) => Promise<Map<string, string>>;
  readonly pollMs?: number;
}

interface Subject extends Watched {
  /** Null until the first poll, which cannot distinguish new steps from shown ones. */
  version: string | null;
  readonly listeners: Set<(gone: boolean) => void>;
}

const POLL_MS = 1000;

export function createTimelineWatch({ versions, pollMs = POLL_MS }: TimelineWatchParts): TimelineWatch {
  const subjects = new Map<string, Subject>();
  let busy = false;

  const poll = async (some: readonly Subject[]): Promise<void> => {
    if (some.length === 0) return;
    const found = await versions(some);
    for (const subject of some) {
      const version = found.get(subject.id);
      if (version === subject.version) continue;
      subject.version = version ?? null;
      for (const listener of [...subject.listeners]) listener(version === undefined);
    }
  };
  const timer = setInterval(() => {
    if (busy) return;
    busy = true;
    // The next poll makes up for a failed one.
    poll([...subjects.values()])
      .catch(() => undefined)
      .finally(() => {
        busy = false;
      });
  }, pollMs);
  timer.unref();

  return {
    watch: ({ id, retentionClass }, onChange) => {
      const subject = subjects.get(id) ?? { id, retentionClass, version: null, listeners: new Set() };
      subjects.set(id, subject);
      subject.listeners.add(onChange);
      return () => {
        subject.listeners.delete(onChange);
        if (subject.listeners.size === 0) subjects.delete(id);
      };
    },
    notified: (ids) => {
      const some = ids.flatMap((id) => subjects.get(id) ?? []);
      poll(some).catch(() => undefined);
    },
    close: () => clearInterval(timer),
  };
}

/** Returns whether two timelines look equal to the client. */
export const sameTimeline = (one: Timeline, other: Timeline): boolean => JSON.stringify(one.life) === JSON.stringify(other.life);
