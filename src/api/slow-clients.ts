// Limits unread responses in time and in total bytes, and disconnects the slowest clients first.
import type { ServerResponse } from 'node:http';

export interface ReaderSettings {
  /** Smaller responses fit into the kernel's buffers and are not counted. */
  readonly bytesMin: number;
  readonly graceMs: number;
  readonly bytesPerMs: number;
  /** Maximum unread bytes of all clients. */
  readonly bytesMax: number;
  /** A response younger than this is never cut off to free memory. */
  readonly youngMs: number;
}

interface Reader {
  readonly size: number;
  readonly since: number;
  readonly cut: () => void;
}

export interface Readers {
  /** Registers a response of this size before it is written. */
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
