// Notices a database that has fallen silent: one connection that does nothing but ask, and is never busy with anything else.
import pg from 'pg';

export interface ServerWatch {
  isSilent(): boolean;
  /** Somebody else was answered: a server that is slow to answer the watch, for it has more to do than it can, is not away. */
  heard(): void;
  /** Calls back whenever the server is found silent; the answer takes the wish back. */
  onSilence(listener: () => void): () => void;
  stop(): void;
}

const PING_MS = 500;
const SILENT_MS = 1500;
/**
 * Who was himself kept from running so long does not judge others: the machine has more to do than it can, and what is late may only be that.
 * A server that is gone is found out all the same, some pings later.
 */
const OWN_LATE_MS = 250;
const LOOK_MS = 100;
const EXCUSES_MAX = 2;

class Late extends Error {}

/**
 * Calls back after that time and one more look at the network: a process that was kept from running sees its timers first,
 * though the answer may have been there for long.
 */
export function patientTimeout(late: () => void, ms: number): NodeJS.Timeout {
  return setTimeout(() => setImmediate(() => setImmediate(late)), ms);
}

/** `failed` is told the address of a server that could not be reached. */
export function watchServer(config: () => pg.ClientConfig, failed: (address: string) => void): ServerWatch {
  const listeners = new Set<() => void>();
  let client: pg.Client | null = null;
  let address = '';
  let silent = false;
  let stopped = false;
  let heardAt = Number.NEGATIVE_INFINITY;
  let [lookedAt, ownLateMs, excuses] = [performance.now(), 0, 0];
  const look = setInterval(() => {
    const at = performance.now();
    ownLateMs = Math.max(ownLateMs, at - lookedAt - LOOK_MS);
    lookedAt = at;
  }, LOOK_MS);
  look.unref();

  const isExcused = (): boolean => {
    if (performance.now() - heardAt < SILENT_MS) return true;
    return ownLateMs > OWN_LATE_MS && excuses++ < EXCUSES_MAX;
  };
  const ask = async (): Promise<void> => {
    if (!client) {
      const chosen = config();
      address = chosen.connectionString ?? '';
      client = new pg.Client(chosen);
      client.on('error', () => undefined);
      await client.connect();
    }
    await client.query('select 1');
  };
  const ping = async (): Promise<void> => {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = patientTimeout(() => reject(new Late()), SILENT_MS);
    });
    ownLateMs = 0;
    const asked = ask();
    asked.catch(() => undefined);
    try {
      await Promise.race([asked, late]);
      silent = false;
      excuses = 0;
    } catch (error) {
      client?.end().catch(() => undefined);
      client = null;
      if (!(error instanceof Late && isExcused())) {
        failed(address);
        silent = true;
        for (const listener of [...listeners]) listener();
      }
    }
    clearTimeout(timer);
    if (!stopped) setTimeout(() => void ping(), PING_MS).unref();
  };
  void ping();

  return {
    isSilent: () => silent,
    heard: () => {
      heardAt = performance.now();
    },
    onSilence: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    stop: () => {
      stopped = true;
      clearInterval(look);
      client?.end().catch(() => undefined);
    },
  };
}
