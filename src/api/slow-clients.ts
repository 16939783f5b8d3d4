// Limits unread responses in time and in total bytes, and disconnects the slowest clients first.
import type { ServerResponse } from 'node:http';

export interface SlowClientSettings {
  /** Smaller responses fit into the kernel's buffers and are not counted. */
  readonly bytesMin: number;
  readonly graceMs: number;
  readonly bytesPerMs: number;
  /** Maximum unread bytes of all clients. */
  readonly bytesMax: number;
  /** A response younger than this is never cut off to free memory. */
  readonly youngMs: number;
}

interface UnreadResponse {
  readonly size: number;
  readonly since: number;
  readonly cut: () => void;
}

export interface SlowClients {
  /** Registers a response of this size before it is written. */
  add(response: ServerResponse, size: number): void;
  readonly bytes: number;
}

export const SLOW_CLIENTS: SlowClientSettings = {
  bytesMin: 64 * 1024,
  graceMs: 10_000,
  bytesPerMs: 128,
  bytesMax: 256 * 1024 * 1024,
  youngMs: 2000,
};

export function createSlowClients(settings: SlowClientSettings): SlowClients {
  const responses = new Set<UnreadResponse>();
  let bytes = 0;

  const freeMemory = (): void => {
    const now = performance.now();
    for (const unread of responses) {
      if (bytes <= settings.bytesMax || now - unread.since < settings.youngMs) return;
      unread.cut();
    }
  };
  return {
    add: (response, size) => {
      if (size < settings.bytesMin) return;
      const timer = setTimeout(() => unread.cut(), settings.graceMs + size / settings.bytesPerMs);
      timer.unref();
      const remove = (): void => {
        clearTimeout(timer);
        if (responses.delete(unread)) bytes -= size;
      };
      const unread: UnreadResponse = {
        size,
        since: performance.now(),
        cut: () => {
          remove();
          response.destroy();
        },
      };
      responses.add(unread);
      bytes += size;
      response.once('close', remove);
      freeMemory();
    },
    get bytes() {
      return bytes;
    },
  };
}
