// Health check of the database over one dedicated connection that sends a ping at an interval.
import pg from 'pg';
import { destroyConnection } from './db-dedicated.ts';

export interface ServerHealth {
  isUnresponsive(): boolean;
  /**
   * Increases when older connections may lead to a server that is gone, even if it was not reported as unresponsive.
   */
  generation(): number;
  /** Records a response on another connection: a server that is slow to answer pings under load is not unavailable. */
  recordResponse(): void;
  /** Calls back whenever the server becomes unresponsive or is replaced. Returns a function that unsubscribes. */
  onUnresponsive(listener: () => void): () => void;
  /** Another server has become the primary. Statements in progress fail, and later ones use new connections. */
  changeServer(): void;
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

export interface HealthParts {
  /** The first ping waits for this. */
  readonly ready: Promise<unknown>;
  readonly config: () => pg.ClientConfig;
  /** Called with the URL of a server that could not be used. */
  readonly failed: (address: string) => void;
  /** Throws when the server must not be used, although it responds. */
  readonly check: (client: pg.Client) => Promise<void>;
}

const TIMES: HealthTimes = { pingMs: 500, unresponsiveMs: 1500, ownLagMs: 250 };
/** A commit that a standby must confirm may take longer than a query. */
const SYNCHRONOUS_MS_MAX = 3000;
const POLL_MS = 100;
const TOLERATED_MAX = 2;

/**
 * With synchronous replication, the ping is a commit. A primary that was cut off from its standby still answers queries and commits
 * asynchronously, but this hangs. The message is a WAL record that needs no table.
 */
const PING = `select case when current_setting('synchronous_standby_names') <> ''
  then pg_logical_emit_message(true, 'sextant', 'heartbeat') end is not null as synchronous`;

class PingTimeout extends Error {}

/**
 * Like `setTimeout`, but lets the event loop read the network first. After a process was blocked, its timers fire
 * before responses that arrived long ago are read.
 */
export function timeoutAfterIo(timeout: () => void, ms: number): NodeJS.Timeout {
  return setTimeout(() => setImmediate(() => setImmediate(timeout)), ms);
}

export function monitorServer({ ready, config, failed, check }: HealthParts, times: HealthTimes = TIMES): ServerHealth {
  const listeners = new Set<() => void>();
  let client: pg.Client | null = null;
  let address = '';
  let synchronous = false;
  let unresponsive = false;
  let generation = 0;
  let stopped = false;
  let pings = 0;
  let next: NodeJS.Timeout | undefined;
  let [respondedAt, lateAt] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  let [polledAt, ownLagMs, tolerated] = [performance.now(), 0, 0];
  const poll = setInterval(() => {
    const at = performance.now();
    ownLagMs = Math.max(ownLagMs, at - polledAt - POLL_MS);
    polledAt = at;
  }, POLL_MS);
  poll.unref();

  /** A response to a query does not excuse a commit that hangs. */
  const isTolerated = (): boolean => {
    if (!synchronous && performance.now() - respondedAt < times.unresponsiveMs) return true;
    return ownLagMs > times.ownLagMs && tolerated++ < TOLERATED_MAX;
  };
  const startGeneration = (): void => {
    generation++;
    for (const listener of [...listeners]) listener();
  };
  const reportFailure = (timedOut: boolean): void => {
    lateAt = performance.now();
    if (timedOut && isTolerated()) return;
    failed(address);
    unresponsive = true;
    startGeneration();
  };
  const reportSuccess = (): void => {
    unresponsive = false;
    tolerated = 0;
    // A late ping was excused and no other connection received a response since: the ping may have reached another
    // server.
    if (respondedAt < lateAt) generation++;
    lateAt = Number.NEGATIVE_INFINITY;
  };
  const dropClient = (): void => {
    if (client) destroyConnection(client);
    client = null;
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
    await check(client);
    synchronous = (await client.query<{ synchronous: boolean }>(PING)).rows[0]!.synchronous;
  };
  const ping = async (): Promise<void> => {
    if (stopped) return;
    const number = ++pings;
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<never>((_, reject) => {
      const ms = synchronous ? Math.max(SYNCHRONOUS_MS_MAX, times.unresponsiveMs) : times.unresponsiveMs;
      timer = timeoutAfterIo(() => reject(new PingTimeout()), ms);
    });
    ownLagMs = 0;
    const pinging = sendPing();
    pinging.catch(() => undefined);
    const error = await Promise.race([pinging, timeout]).then(
      () => null,
      (reason) => reason as Error,
    );
    clearTimeout(timer);
    // A later ping has replaced this one.
    if (number !== pings || stopped) return;
    if (error) {
      dropClient();
      reportFailure(error instanceof PingTimeout);
    } else reportSuccess();
    next = setTimeout(() => void ping(), times.pingMs);
    next.unref();
  };
  void ready.then(ping);

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
    changeServer: () => {
      clearTimeout(next);
      dropClient();
      synchronous = false;
      startGeneration();
      void ping();
    },
    stop: () => {
      stopped = true;
      clearTimeout(next);
      clearInterval(poll);
      client?.end().catch(() => undefined);
    },
  };
}
