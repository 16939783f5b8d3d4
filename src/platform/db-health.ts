// Health check of the database over one dedicated connection that sends a ping at an interval.
import pg from 'pg';

export interface ServerHealth {
  isUnresponsive(): boolean;
  /**
   * Increases when older connections may lead to a server that is gone, even if it was not reported as unresponsive.
   */
  generation(): number;
  /** Records a response on another connection: a server that is slow to answer pings under load is not unavailable. */
  recordResponse(): void;
  /** Calls back whenever the server becomes unresponsive. Returns a function that unsubscribes. */
  onUnresponsive(listener: () => void): () => void;
  stop(): void;
}

export interface HealthTimes {
  readonly pingMs: number;
  readonly unresponsiveMs: number;
  /**
   * If our own event loop was blocked this long, a late ping proves nothing about the server. A server that is gone is
   * still detected a few pings later.
   */
  readonly ownLagMs: number;
}

const TIMES: HealthTimes = { pingMs: 500, unresponsiveMs: 1500, ownLagMs: 250 };
const POLL_MS = 100;
const TOLERATED_MAX = 2;

class PingTimeout extends Error {}

/**
 * Like `setTimeout`, but lets the event loop read the network first. After a process was blocked, its timers fire
 * before responses that arrived long ago are read.
 */
export function timeoutAfterIo(timeout: () => void, ms: number): NodeJS.Timeout {
  return setTimeout(() => setImmediate(() => setImmediate(timeout)), ms);
}

/** `failed` is called with the URL of a server that could not be reached. */
export function monitorServer(config: () => pg.ClientConfig, failed: (address: string) => void, times: HealthTimes = TIMES): ServerHealth {
  const listeners = new Set<() => void>();
  let client: pg.Client | null = null;
  let address = '';
  let unresponsive = false;
  let generation = 0;
  let stopped = false;
  let [respondedAt, lateAt] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  let [polledAt, ownLagMs, tolerated] = [performance.now(), 0, 0];
  const poll = setInterval(() => {
    const at = performance.now();
    ownLagMs = Math.max(ownLagMs, at - polledAt - POLL_MS);
    polledAt = at;
  }, POLL_MS);
  poll.unref();

  const isTolerated = (): boolean => {
    if (performance.now() - respondedAt < times.unresponsiveMs) return true;
    return ownLagMs > times.ownLagMs && tolerated++ < TOLERATED_MAX;
  };
  const reportFailure = (timedOut: boolean): void => {
    lateAt = performance.now();
    if (timedOut && isTolerated()) return;
    failed(address);
    unresponsive = true;
    generation++;
    for (const listener of [...listeners]) listener();
  };
  const reportSuccess = (): void => {
    unresponsive = false;
    tolerated = 0;
    // A late ping was excused and no other connection received a response since: the ping may have reached another
    // server.
    if (respondedAt < lateAt) generation++;
    lateAt = Number.NEGATIVE_INFINITY;
  };
  const sendPing = async (): Promise<void> => {
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
    const timeout = new Promise<never>((_, reject) => {
      timer = timeoutAfterIo(() => reject(new PingTimeout()), times.unresponsiveMs);
    });
    ownLagMs = 0;
    const pinging = sendPing();
    pinging.catch(() => undefined);
    try {
      await Promise.race([pinging, timeout]);
      reportSuccess();
    } catch (error) {
      client?.end().catch(() => undefined);
      client = null;
      reportFailure(error instanceof PingTimeout);
    }
    clearTimeout(timer);
    if (!stopped) setTimeout(() => void ping(), times.pingMs).unref();
  };
  void ping();

  return {
    isUnresponsive: () => unresponsive,
    generation: () => generation,
    recordResponse: () => {
      respondedAt = performance.now();
    },
    onUnresponsive: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    stop: () => {
      stopped = true;
      clearInterval(poll);
      client?.end().catch(() => undefined);
    },
  };
}
