// Notices a database that has fallen silent: one connection that does nothing but ask, and is never busy with anything else.
import pg from 'pg';

export interface ServerWatch {
  isSilent(): boolean;
  /** Rises when connections from before may lead to a server that is gone without a word, whether or not it was judged so. */
  era(): number;
  /** Somebody else was answered: a server that is slow to answer the watch, for it has more to do than it can, is not away. */
  heard(): void;
  /** Calls back whenever the server is found silent; the answer takes the wish back. */
  onSilence(listener: () => void): () => void;
  stop(): void;
}

export interface WatchTimes {
  readonly pingMs: number;
  readonly silentMs: number;
  /**
   * If our own event loop was blocked this long, a late ping proves nothing about the server.
   * A server that is gone is found out all the same, some pings later.
   */
  readonly ownLateMs: number;
}

const TIMES: WatchTimes = { pingMs: 500, silentMs: 1500, ownLateMs: 250 };
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
export function watchServer(config: () => pg.ClientConfig, failed: (address: string) => void, times: WatchTimes = TIMES): ServerWatch {
  const listeners = new Set<() => void>();
  let client: pg.Client | null = null;
  let address = '';
  let silent = false;
  let era = 0;
  let stopped = false;
  let [heardAt, doubtedAt] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  let [lookedAt, ownLateMs, excuses] = [performance.now(), 0, 0];
  const look = setInterval(() => {
    const at = performance.now();
    ownLateMs = Math.max(ownLateMs, at - lookedAt - LOOK_MS);
    lookedAt = at;
  }, LOOK_MS);
  look.unref();

  const isExcused = (): boolean => {
    if (performance.now() - heardAt < times.silentMs) return true;
    return ownLateMs > times.ownLateMs && excuses++ < EXCUSES_MAX;
  };
  const lost = (isLate: boolean): void => {
    doubtedAt = performance.now();
    if (isLate && isExcused()) return;
    failed(address);
    silent = true;
    era++;
    for (const listener of [...listeners]) listener();
  };
  const found = (): void => {
    silent = false;
    excuses = 0;
    // Excused, and nobody has heard anything since: the watch alone may have found its way to another server.
    if (heardAt < doubtedAt) era++;
    doubtedAt = Number.NEGATIVE_INFINITY;
  };
  const ask = async (): Promise<void> => {
    if (!client) {
      const chosen = config();
      address = chosen.connectionString ?? '';
      // A clock of its own would know no patience.
      client = new pg.Client({ ...chosen, connectionTimeoutMillis: 0 });
      client.on('error', () => undefined);
      await client.connect();
    }
    await client.query('select 1');
  };
  const ping = async (): Promise<void> => {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = patientTimeout(() => reject(new Late()), times.silentMs);
    });
    ownLateMs = 0;
    const asked = ask();
    asked.catch(() => undefined);
    try {
      await Promise.race([asked, late]);
      found();
    } catch (error) {
      client?.end().catch(() => undefined);
      client = null;
      lost(error instanceof Late);
    }
    clearTimeout(timer);
    if (!stopped) setTimeout(() => void ping(), times.pingMs).unref();
  };
  void ping();

  return {
    isSilent: () => silent,
    era: () => era,
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
