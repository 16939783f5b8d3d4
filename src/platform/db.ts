// The way to PostgreSQL: pooled, prepared, counted, and quick to say that the database is away.
import pg from 'pg';
import { ByteClient, byteQuery, type RawValue } from './db-bytes.ts';
import { patientTimeout, type WatchTimes, watchServer } from './db-health.ts';
import { choosing, createHosts, type Hosts } from './db-hosts.ts';

/** A prepared statement; the name lets the server keep its plan. */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

export interface Db {
  /** One statement, one round trip. */
  query<Row extends object>(statement: Statement, values?: readonly unknown[]): Promise<Row[]>;
  /** The same over a connection that nobody else's statements ever hold, for signs of life and figures. */
  aside<Row extends object>(statement: Statement, values?: readonly unknown[]): Promise<Row[]>;
  /** The same for statements that bring many bytes: rows as lists of what came over the wire, in the binary format. */
  bytes(statement: Statement, values?: readonly unknown[]): Promise<RawValue[][]>;
  /** For set-up work: plain SQL text, several statements allowed. */
  script(text: string): Promise<void>;
  /** Runs `work` on one connection, inside one transaction. */
  transaction<T>(work: (query: Db['query']) => Promise<T>): Promise<T>;
  /** A connection of its own, for LISTEN and for locks that last as long as the process. */
  connect(): Promise<pg.Client>;
  readonly stats: { readonly roundTrips: number; readonly waiting: number; readonly open: number };
  close(): Promise<void>;
}

/** The database did not answer: refused, cut off or too slow. The caller cannot know whether the statement took effect. */
export class DatabaseUnavailable extends Error {
  constructor(cause: unknown) {
    super('the database is away', { cause });
    this.name = 'DatabaseAway';
  }
}

const noSignOfLife = (): DatabaseUnavailable => new DatabaseUnavailable(new Error('no sign of life'));

export interface DbSettings {
  readonly url: string;
  /** For connections that last: LISTEN, locks, the watch. Differs from `url` when that leads through a pooler that shares sessions. */
  readonly directUrl?: string;
  /** False behind a pooler that does not carry prepared statements from one session to the next. */
  readonly prepared?: boolean;
  readonly connectionsMax: number;
  readonly queryMsMax: number;
  readonly connectMsMax: number;
  /** Asks the server for a sign of life all the time, so that a silent one is noticed before the next statement runs into it. */
  readonly watched?: boolean | WatchTimes;
}

/** They carry reads that share round trips, so a few are enough. */
const BYTE_CONNECTIONS = 3;
/** Classes of SQLSTATE that mean the server or the way to it is gone: connection, resources, operator intervention, system. */
const UNAVAILABLE = /^(08|53|57|58|XX)/;
/** A server that only reads is a standby, or was the first one until a moment ago: the one to write to is elsewhere. */
const READ_ONLY = '25006';
const NETWORK = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENOTFOUND', 'EAI_AGAIN']);

function isUnavailable(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string };
  if (code !== undefined) return NETWORK.has(code) || UNAVAILABLE.test(code) || code === READ_ONLY;
  return /Connection terminated|timeout|Client was closed|not queryable|server closed/i.test(message ?? '');
}

const parsers = new pg.TypeOverrides(pg.types);
parsers.setTypeParser(20, Number); // bigint: credits and counts stay far below 2^53
parsers.setTypeParser(114, (text: string) => text); // json: passed through unparsed

export function createDb(settings: DbSettings): Db {
  const hosts = createHosts(settings.url);
  const directUrl = settings.directUrl ?? settings.url;
  const directHosts = directUrl === settings.url ? hosts : createHosts(directUrl);
  const prepared = settings.prepared ?? true;
  const configFor = (from: Hosts) => (): pg.ClientConfig => ({
    connectionString: from.current(),
    connectionTimeoutMillis: settings.connectMsMax,
    keepAlive: true,
    types: parsers,
  });
  const [config, direct] = [configFor(hosts), configFor(directHosts)];
  const poolOf = (Client: typeof pg.Client, max: number): pg.Pool =>
    new pg.Pool({
      ...config(),
      max,
      idleTimeoutMillis: 30_000,
      ...(hosts.many ? choosing(Client, config, hosts) : { Client }),
    } as pg.PoolConfig);
  const pool = poolOf(pg.Client, settings.connectionsMax);
  const bytePool = poolOf(ByteClient, Math.min(BYTE_CONNECTIONS, settings.connectionsMax));
  const sidePool = poolOf(pg.Client, 1);
  const { watched = false } = settings;
  const watch = watched ? watchServer(direct, directHosts.failed, watched === true ? undefined : watched) : null;
  const era = (): number => watch?.era() ?? 0;
  // A query on a connection of an earlier era might never be answered.
  const eras = new WeakMap<pg.PoolClient, number>();
  for (const each of [pool, bytePool, sidePool]) {
    // An idle connection that breaks would otherwise end the process; the next query reports it.
    each.on('error', () => undefined);
    each.on('connect', (client) => {
      // The same holds for one that breaks while it is lent out; its statement reports it.
      client.on('error', () => undefined);
      eras.set(client, era());
    });
  }
  let roundTrips = 0;

  /** Rejects when the server is found silent, or after that time; `end` stops listening. */
  const lateness = (msMax?: number): { late: Promise<never>; end: () => void } => {
    let timer: NodeJS.Timeout | undefined;
    let deafen: (() => void) | undefined;
    const late = new Promise<never>((_, reject) => {
      deafen = watch?.onSilence(() => reject(noSignOfLife()));
      if (msMax !== undefined) timer = patientTimeout(() => reject(new DatabaseUnavailable(new Error(`no answer in ${msMax} ms`))), msMax);
    });
    const end = (): void => {
      clearTimeout(timer);
      deafen?.();
    };
    return { late, end };
  };
  /** One more connection may take long to open where everybody is busy; as long as the server gives signs of life, that is waited for. */
  const opened = async (from: pg.Pool): Promise<pg.PoolClient> => {
    const started = performance.now();
    for (let tries = 0; ; tries++) {
      if (watch?.isSilent()) throw noSignOfLife();
      const connecting = from.connect();
      const again = tries > 0 ? lateness() : null;
      try {
        return await (again ? Promise.race([connecting, again.late]) : connecting);
      } catch (error) {
        if (error instanceof DatabaseUnavailable) {
          connecting.then((client) => client.release(true)).catch(() => undefined);
          throw error;
        }
        const isSlow = /timeout/.test((error as Error).message);
        if (!watch || !isSlow || performance.now() - started >= settings.queryMsMax) throw new DatabaseUnavailable(error);
      } finally {
        again?.end();
      }
    }
  };
  const acquire = async (from: pg.Pool): Promise<pg.PoolClient> => {
    for (;;) {
      const client = await opened(from);
      if (eras.get(client) === era()) return client;
      client.release(true);
    }
  };

  const asked = ({ name, text }: Statement, values: readonly unknown[]): pg.QueryConfig => ({
    ...(prepared ? { name } : {}),
    text,
    values: values as unknown[],
  });
  /** A client whose query ran out of time is still busy, so it is destroyed, never put back. */
  const run = async (client: pg.ClientBase, query: pg.QueryConfig | pg.QueryArrayConfig): Promise<pg.QueryResult> => {
    roundTrips++;
    const { late, end } = lateness(settings.queryMsMax);
    try {
      const answer = await Promise.race([client.query(query), late]);
      watch?.heard();
      return answer;
    } catch (error) {
      if ((error as { code?: string }).code === READ_ONLY) hosts.failed(hosts.current());
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
    query: (statement, values = []) => using(async (client) => (await run(client, asked(statement, values))).rows),
    aside: (statement, values = []) => using(async (client) => (await run(client, asked(statement, values))).rows, sidePool),
    bytes: ({ name, text }, values = []) =>
      using(
        async (client) => (await run(client, byteQuery(prepared ? name : undefined, text, values))).rows as unknown as RawValue[][],
        bytePool,
      ),
    script: (text) => using(async (client) => void (await client.query(text))),
    transaction: (work) =>
      using(async (client) => {
        await run(client, { text: 'begin' });
        try {
          const result = await work(async (statement, values = []) => (await run(client, asked(statement, values))).rows);
          await run(client, { text: 'commit' });
          return result;
        } catch (error) {
          await run(client, { text: 'rollback' }).catch(() => undefined);
          throw error;
        }
      }),
    connect: async () => {
      const client = new pg.Client(direct());
      const address = directHosts.current();
      client.on('error', () => undefined);
      try {
        await client.connect();
      } catch (error) {
        directHosts.failed(address);
        throw new DatabaseUnavailable(error);
      }
      return client;
    },
    get stats() {
      return {
        roundTrips,
        waiting: pool.waitingCount + bytePool.waitingCount,
        open: pool.totalCount + bytePool.totalCount + sidePool.totalCount,
      };
    },
    close: async () => {
      watch?.stop();
      await Promise.all([pool.end(), bytePool.end(), sidePool.end()]);
    },
  };
}
