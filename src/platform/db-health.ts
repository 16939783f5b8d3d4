// Health check of the database over one dedicated connection that sends a ping at an interval.
import pg from 'pg';

export interface ServerWatch {
  isSilent(): boolean;
  /**
   * Increases when older connections may lead to a server that is gone, even if it was not reported as unresponsive.
   */
  era(): number;
  /** Records a response on another connection: a server that is slow to answer pings under load is not unavailable. */
  heard(): void;
  /** Calls back whenever the server becomes unresponsive. Returns a function that unsubscribes. */
  onSilence(listener: () => void): () => void;
  stop(): void;
}

export interface WatchTimes {
  readonly pingMs: number;
  readonly silentMs: number;
  /**
   * If our own event loop was blocked this long, a late ping proves nothing about the server. A server that is gone is
   * still detected a few pings later.
   */
  readonly ownLateMs: number;
}

const TIMES: WatchTimes = { pingMs: 500, silentMs: 1500, ownLateMs: 250 };
const LOOK_MS = 100;
const EXCUSES_MAX = 2;

class Late extends Error {}

/**
 * Like `setTimeout`, but lets the event loop read the network first. After a process was blocked, its timers fire
 * before responses that arrived long ago are read.
 */
export function patientTimeout(late: () => void, ms: number): NodeJS.Timeout {
  return setTimeout(() => setImmediate(() => setImmediate(late)), ms);
}

/** `failed` is called with the URL of a server that could not be reached. */
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
    // A late ping was excused and no other connection received a response since: the ping may have reached another
    // server.
    if (heardAt < doubtedAt) era++;
    doubtedAt = Number.NEGATIVE_INFINITY;
  };
  const ask = async (): Promise<void> => {
    if (!client) {
      const chosen = config();
      address = chosen.connectionString ?? '';
      // The driver's own connection timeout would not tolerate a blocked event loop.
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
