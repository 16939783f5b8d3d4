// Lets many streams watch timelines without a database connection each: notifications plus polling.
import type { Timeline } from './timeline.ts';

export interface Watched {
  readonly id: string;
  readonly keep: number;
}

export interface TimelineWatch {
  /** Calls `onChange` after each change, with true when the object is gone. Returns a function that stops watching. */
  watch(watched: Watched, onChange: (gone: boolean) => void): () => void;
  /** Checks these objects now, after a notification. */
  heard(ids: readonly string[]): void;
  close(): void;
}

export interface TimelineWatchParts {
  readonly marks: (watched: readonly Watched[]) => Promise<Map<string, string>>;
  readonly lookMs?: number;
}

interface Subject extends Watched {
  /** Null until the first poll, which cannot distinguish new steps from shown ones. */
  mark: string | null;
  readonly listeners: Set<(gone: boolean) => void>;
}

const LOOK_MS = 1000;

export function createTimelineWatch({ marks, lookMs = LOOK_MS }: TimelineWatchParts): TimelineWatch {
  const subjects = new Map<string, Subject>();
  let busy = false;

  const look = async (some: readonly Subject[]): Promise<void> => {
    if (some.length === 0) return;
    const found = await marks(some);
    for (const subject of some) {
      const mark = found.get(subject.id);
      if (mark === subject.mark) continue;
      subject.mark = mark ?? null;
      for (const listener of [...subject.listeners]) listener(mark === undefined);
    }
  };
  const timer = setInterval(() => {
    if (busy) return;
    busy = true;
    // The next poll makes up for a failed one.
    look([...subjects.values()])
      .catch(() => undefined)
      .finally(() => {
        busy = false;
      });
  }, lookMs);
  timer.unref();

  return {
    watch: ({ id, keep }, onChange) => {
      const subject = subjects.get(id) ?? { id, keep, mark: null, listeners: new Set() };
      subjects.set(id, subject);
      subject.listeners.add(onChange);
      return () => {
        subject.listeners.delete(onChange);
        if (subject.listeners.size === 0) subjects.delete(id);
      };
    },
    heard: (ids) => {
      const some = ids.flatMap((id) => subjects.get(id) ?? []);
      look(some).catch(() => undefined);
    },
    close: () => clearInterval(timer),
  };
}

/** Returns whether two timelines look equal to the client. */
export const sameTimeline = (one: Timeline, other: Timeline): boolean => JSON.stringify(one.life) === JSON.stringify(other.life);
