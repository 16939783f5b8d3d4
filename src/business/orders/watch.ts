// Lets many people watch lives without holding a database connection: by signal, and by one look a second for all of them.
import type { Timeline } from './timeline.ts';

export interface Watched {
  readonly id: string;
  readonly keep: number;
}

export interface TimelineWatch {
  /** `onChange` is called whenever something happened to it, with true when it is gone. Answers how to stop. */
  watch(watched: Watched, onChange: (gone: boolean) => void): () => void;
  /** Something was heard of these; they are looked at now. */
  heard(ids: readonly string[]): void;
  close(): void;
}

export interface TimelineWatchParts {
  readonly marks: (watched: readonly Watched[]) => Promise<Map<string, string>>;
  readonly lookMs?: number;
}

interface Subject extends Watched {
  /** Null until the first look: what happened before it cannot be told from what was shown already. */
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
    // A look that fails is made up for by the next one.
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

/** Whether two looks at a life show people the same. */
export const sameTimeline = (one: Timeline, other: Timeline): boolean => JSON.stringify(one.life) === JSON.stringify(other.life);
