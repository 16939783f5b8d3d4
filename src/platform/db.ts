// Access to PostgreSQL: pooled, prepared, counted, and quick to detect an unavailable database.
import pg from 'pg';
import { ByteClient, byteQuery, type RawValue } from './db-bytes.ts';
import { isUnavailable, READ_ONLY } from './db-errors.ts';
import { type HealthTimes, timeoutAfterIo } from './db-health.ts';
import { createServerChoice } from './db-server.ts';
import { retryDeadlocks } from './deadlock.ts';

/** A prepared statement. The server caches its plan under the name. */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

export interface Db {
  /**
   * Runs one statement in one round trip. The victim of a deadlock is repeated: creating or dropping a partition locks several
   * tables, in an order that not every statement follows.
   */
  query<Row extends object>(statement: Statement, values?: readonly unknown[]): Promise<Row[]>;
  /** Like `query`, but over a dedicated connection that other statements never occupy. For health checks and metrics. */
  queryMonitoring<Row extends object>(statement: Statement, values?: readonly unknown[]): Promise<Row[]>;
  /** Like `query`, for statements that return many bytes: rows are arrays of the raw values, in the binary format. */
  bytes(statement: Statement, values?: readonly unknown[]): Promise<RawValue[][]>;
  /** For setup: plain SQL text, several statements allowed. */
  script(text: string): Promise<void>;
  /** Runs `work` on one connection, inside one transaction. */
  transaction<T>(work: (query: Db['query']) => Promise<T>): Promise<T>;
  /** A dedicated connection, for LISTEN and for locks that last as long as the process. */
  connect(): Promise<pg.Client>;
  /** False while the server does not respond, or while its commits do not reach the standby. Needs `healthCheck`. */
  isAvailable(): boolean;
  /** Increases when another server becomes the primary. What was read from the earlier one may be lost. */
  takeovers(): number;
  readonly stats: { readonly roundTrips: number; readonly waiting: number; readonly open: number };
  close(): Promise<void>;
}

/**
 * The database rejected or lost the connection, or was too slow. The caller cannot know whether the statement took
 * effect.
 */
export class DatabaseUnavailable extends Error {
  constructor(cause: unknown) {
    super('the database is unavailable', { cause });
    this.name = 'DatabaseUnavailable';
  }
}

const unresponsiveError = (): DatabaseUnavailable => new DatabaseUnavailable(new Error('no response to pings'));

export interface DbSettings {
  readonly url: string;
  /**
   * For long-lived connections: LISTEN, locks and health checks. Differs from `url` when that connects to a pooler that
   * shares sessions.
   */
  readonly directUrl?: string;
  /** False behind a pooler that does not support prepared statements across sessions. */
  readonly prepared?: boolean;
  readonly connectionsMax: number;
  readonly queryMsMax: number;
  readonly connectMsMax: number;
  /** Pings the server all the time, so that an unresponsive server is detected before the next statement reaches it. */
  readonly healthCheck?: boolean | HealthTimes;
}

/** Used for reads that share round trips, so a few are enough. */
const BYTE_CONNECTIONS = 3;
const parsers = new pg.TypeOverrides(pg.types);
parsers.setTypeParser(20, Number); // bigint: credits and counts stay far below 2^53
parsers.setTypeParser(114, (text: string) => text); // json: passed through unparsed

export function createDb(settings: DbSettings): Db {
  const prepared = settings.prepared ?? true;
  const server = createServerChoice({ ...settings, directUrl: settings.directUrl ?? settings.url, types: parsers });
  const { health, generation } = server;
  const poolOf = (Client: typeof pg.Client, max: number): pg.Pool =>
    new pg.Pool({ ...server.poolConfig(Client), max, idleTimeoutMillis: 30_000 });
  const pool = poolOf(pg.Client, settings.connectionsMax);
  const bytePool = poolOf(ByteClient, Math.min(BYTE_CONNECTIONS, settings.connectionsMax));
  const monitoringPool = poolOf(pg.Client, 1);
  // A query on a connection of an earlier generation might never get a response.
  const generations = new WeakMap<pg.PoolClient, number>();
  for (const each of [pool, bytePool, monitoringPool]) {
    // An idle connection that breaks would otherwise end the process. The next query reports the error.
    each.on('error', () => undefined);
    each.on('connect', (client) => {
      // The same applies to a connection that breaks while it is in use; its statement reports the error.
      client.on('error', () => undefined);
      generations.set(client, generation());
    });
  }
  let roundTrips = 0;

  /** Rejects when the server becomes unresponsive or `msMax` has passed. `end` unsubscribes. */
  const failFast = (msMax?: number): { failed: Promise<never>; end: () => void } => {
    let timer: NodeJS.Timeout | undefined;
    let unsubscribe: (() => void) | undefined;
    const failed = new Promise<never>((_, reject) => {
      unsubscribe = health?.onUnresponsive(() => reject(unresponsiveError()));
      if (msMax !== undefined)
        timer = timeoutAfterIo(() => reject(new DatabaseUnavailable(new Error(`no response within ${msMax} ms`))), msMax);
    });
    const end = (): void => {
      clearTimeout(timer);
      unsubscribe?.();
    };
    return { failed, end };
  };
  /** A new connection may take long to open under load. Wait for it as long as the server responds to pings. */
  const openConnection = async (from: pg.Pool): Promise<pg.PoolClient> => {
    await server.ready;
    const started = performance.now();
    for (let attempts = 0; ; attempts++) {
      if (health?.isUnresponsive()) throw unresponsiveError();
      const connecting = from.connect();
      const guard = attempts > 0 ? failFast() : null;
      try {
        return await (guard ? Promise.race([connecting, guard.failed]) : connecting);
      } catch (error) {
        if (error instanceof DatabaseUnavailable) {
          connecting.then((client) => client.release(true)).catch(() => undefined);
          throw error;
        }
        const isSlow = /timeout/.test((error as Error).message);
        if (!health || !isSlow || performance.now() - started >= settings.queryMsMax) throw new DatabaseUnavailable(error);
      } finally {
        guard?.end();
      }
    }
  };
  const acquire = async (from: pg.Pool): Promise<pg.PoolClient> => {
    for (;;) {
      const client = await openConnection(from);
      if (generations.get(client) === generation()) return client;
      client.release(true);
    }
  };

  const queryConfig = ({ name, text }: Statement, values: readonly unknown[]): pg.QueryConfig => ({
    ...(prepared ? { name } : {}),
    text,
    values: values as unknown[],
  });
  /** A client whose query timed out is still busy, so it is destroyed and never returned to the pool. */
  const run = async (client: pg.ClientBase, query: pg.QueryConfig | pg.QueryArrayConfig): Promise<pg.QueryResult> => {
    roundTrips++;
    const { failed, end } = failFast(settings.queryMsMax);
    try {
      const result = await Promise.race([client.query(query), failed]);
      health?.recordResponse();
      return result;
    } catch (error) {
      if ((error as { code?: string }).code === READ_ONLY) server.suspectHost();
      throw isUnavailable(error) ? new DatabaseUnavailable(error) : error;
    } finally {
      end();
    }
  };

  const using = async <T>(work: (client: pg.PoolClient) => Promise<T>, from = pool): Promise<T> => {
    const client = await acquire(from);
    let broken: Error | undefined;
    try {
      return await work(client);
    } catch (error) {
      if (error instanceof DatabaseUnavailable) broken = error;
      throw error;
    } finally {
      client.release(broken);
    }
  };

  return {
    query: (statement, values = []) =>
      retryDeadlocks(() => using(async (client) => (await run(client, queryConfig(statement, values))).rows)),
    queryMonitoring: (statement, values = []) =>
      using(async (client) => (await run(client, queryConfig(statement, values))).rows, monitoringPool),
    bytes: ({ name, text }, values = []) =>
      retryDeadlocks(() =>
        using(
          async (client) => (await run(client, byteQuery(prepared ? name : undefined, text, values))).rows as unknown as RawValue[][],
          bytePool,
        ),
      ),
    script: (text) => using(async (client) => void (await client.query(text))),
    transaction: (work) =>
      using(async (client) => {
        await run(client, { text: 'begin' });
        try {
          const result = await work(async (statement, values = []) => (await run(client, queryConfig(statement, values))).rows);
          await run(client, { text: 'commit' });
          return result;
        } catch (error) {
          // The connection is closed anyway, and its server might not respond.
          if (!(error instanceof DatabaseUnavailable)) await run(client, { text: 'rollback' }).catch(() => undefined);
          throw error;
        }
      }),
    connect: async () => {
      try {
        return await server.openDedicated();
      } catch (error) {
        throw new DatabaseUnavailable(error);
      }
    },
    isAvailable: () => !health?.isUnresponsive(),
    takeovers: server.takeovers,
    get stats() {
      return {
        roundTrips,
        waiting: pool.waitingCount + bytePool.waitingCount,
        open: pool.totalCount + bytePool.totalCount + monitoringPool.totalCount,
      };
    },
    close: async () => {
      server.stop();
      await Promise.all([pool.end(), bytePool.end(), monitoringPool.end()]);
    },
  };
}
