// Answers that clients have not read yet: each has its time, all together have their room, and the slowest are cut off first.
import type { ServerResponse } from 'node:http';

export interface ReaderSettings {
  /** Smaller answers fit into the system's own buffers and are nobody's burden. */
  readonly bytesMin: number;
  readonly graceMs: number;
  readonly bytesPerMs: number;
  /** Unread bytes of all clients together. */
  readonly bytesMax: number;
  /** Whoever reads faster than this is never cut off to make room. */
  readonly youngMs: number;
}

interface Reader {
  readonly size: number;
  readonly since: number;
  readonly cut: () => void;
}

export interface Readers {
  /** An answer of that size is about to be written. */
  add(response: ServerResponse, size: number): void;
  readonly bytes: number;
}

export const READERS: ReaderSettings = {
  bytesMin: 64 * 1024,
  graceMs: 10_000,
  bytesPerMs: 128,
  bytesMax: 256 * 1024 * 1024,
  youngMs: 2000,
};

export function createReaders(settings: ReaderSettings): Readers {
  const readers = new Set<Reader>();
  let bytes = 0;

  const makeRoom = (): void => {
    const now = performance.now();
    for (const reader of readers) {
      if (bytes <= settings.bytesMax || now - reader.since < settings.youngMs) return;
      reader.cut();
    }
  };
  return {
    add: (response, size) => {
      if (size < settings.bytesMin) return;
      const timer = setTimeout(() => reader.cut(), settings.graceMs + size / settings.bytesPerMs);
      timer.unref();
      const forget = (): void => {
        clearTimeout(timer);
        if (readers.delete(reader)) bytes -= size;
      };
      const reader: Reader = {
        size,
        since: performance.now(),
        cut: () => {
          forget();
          response.destroy();
        },
      };
      readers.add(reader);
      bytes += size;
      response.once('close', forget);
      makeRoom();
    },
    get bytes() {
      return bytes;
    },
  };
}
