// Finds the primary among several hosts, and rejects a primary that was replaced.
//
// A replaced primary may run on and accept writes: when its failover agent hangs, or when it is cut off from the others. Commits on it
// are lost. A promotion increases the timeline, so of two hosts that accept writes the one with the lower timeline was replaced.
import type pg from 'pg';
import { destroyConnection } from './db-dedicated.ts';
import type { Hosts } from './db-hosts.ts';

interface Role {
  /** True for a standby, which accepts no writes. */
  readonly reading: boolean;
  /** 0 for a standby. */
  readonly timeline: number;
}

/** The name of a WAL file begins with the timeline, as eight hex digits. */
const ROLE = `select pg_is_in_recovery() as reading, case when pg_is_in_recovery() then 0
  else ('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::integer end as timeline`;
const POLL_MS = 1000;
/** Hosts are polled independently, so a host that does not respond delays no other. */
const RESPONSE_MS_MAX = 3000;
const FIRST_POLL_MS_MAX = 1000;

export class NotPrimary extends Error {}

export interface Primary {
  /**
   * Resolves when the host is chosen: when all hosts were asked once, or after a second with those that responded. A replaced primary can
   * only be recognised by comparison. Without any primary it resolves after three seconds.
   */
  readonly ready: Promise<unknown>;
  /** Throws `NotPrimary` for a standby and for a replaced primary. */
  check(client: pg.ClientBase): Promise<void>;
  /** The host failed. It is left as soon as another one is the primary, but not before. */
  suspect(address: string): void;
  stop(): void;
}

export interface PrimaryParts {
  readonly hosts: Hosts;
  readonly open: (address: string) => Promise<pg.Client>;
  /** Another server is the primary now. Connections to the earlier one must not be used any more. */
  readonly onTakeover: () => void;
}

/** Asks every host once a second for its role, so that a promotion is noticed even while the earlier primary responds. */
export function watchPrimary({ hosts, open, onTakeover }: PrimaryParts, pollMs = POLL_MS): Primary {
  const probes = hosts.addresses.map((address) => createProbe(() => open(address)));
  let highest = 0;
  let confirmed = { address: hosts.current(), timeline: 0, fails: true };
  let stopped = false;
  let isReady = false;
  let onFound = (): void => undefined;
  const found = new Promise<void>((resolve) => {
    onFound = resolve;
  });

  const accept = ({ reading, timeline }: Role): void => {
    highest = Math.max(highest, timeline);
    if (reading) throw new NotPrimary('host is read-only');
    if (timeline < highest) throw new NotPrimary('host is no longer the primary');
  };
  const confirm = (address: string): void => {
    const isSame = address === confirmed.address && confirmed.timeline === highest;
    // Two addresses may lead to one server. The one in use is kept while it works.
    if (!isSame && confirmed.timeline === highest && !confirmed.fails) return;
    // Before the first choice there is nothing to take over.
    const isTakeover = !isSame && (confirmed.timeline > 0 || isReady);
    confirmed = { address, timeline: highest, fails: false };
    hosts.use(address);
    onFound();
    if (isTakeover) onTakeover();
  };
  const suspect = (address: string): void => {
    if (address === confirmed.address) confirmed.fails = true;
  };
  const poll = async (probe: Probe, address: string): Promise<void> => {
    try {
      accept(await probe.role());
      if (!stopped) confirm(address);
    } catch {
      suspect(address);
    }
    if (!stopped) setTimeout(() => void poll(probe, address), pollMs).unref();
  };
  const polled = Promise.all(probes.map((probe, index) => poll(probe, hosts.addresses[index]!)));
  const compared = new Promise((resolve) => void setTimeout(resolve, FIRST_POLL_MS_MAX).unref());
  const late = new Promise((resolve) => void setTimeout(resolve, RESPONSE_MS_MAX).unref());

  const ready = Promise.race([polled, late, Promise.all([compared, found])]).then(() => {
    isReady = true;
  });

  return {
    ready,
    check: async (client) => accept(await inTime(roleOf(client))),
    suspect,
    stop: () => {
      stopped = true;
      for (const probe of probes) probe.close();
    },
  };
}

/** Rejects when there is no response in time. */
async function inTime<T>(response: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('no response in time')), RESPONSE_MS_MAX);
  });
  // After a timeout nobody waits for the response.
  response.catch(() => undefined);
  return Promise.race([response, late]).finally(() => clearTimeout(timer));
}

async function roleOf(client: pg.ClientBase): Promise<Role> {
  return (await client.query<Role>(ROLE)).rows[0]!;
}

interface Probe {
  role(): Promise<Role>;
  close(): void;
}

/** Keeps one connection to a host, and opens another when it fails. */
function createProbe(open: () => Promise<pg.Client>): Probe {
  let client: pg.Client | null = null;
  let closed = false;
  const close = (): void => {
    if (client) destroyConnection(client);
    client = null;
  };
  const ask = async (isAbandoned: () => boolean): Promise<Role> => {
    if (!client) {
      const opened = await open();
      if (isAbandoned()) {
        destroyConnection(opened);
        throw new Error('no response in time');
      }
      client = opened;
    }
    return roleOf(client);
  };
  return {
    role: async () => {
      let abandoned = false;
      try {
        return await inTime(ask(() => abandoned || closed));
      } catch (error) {
        abandoned = true;
        close();
        throw error;
      }
    },
    close: () => {
      closed = true;
      close();
    },
  };
}

/** For a pool with several hosts: each new connection uses the current host, and is accepted only if that host is the primary. */
export function poolConfigFor(Base: typeof pg.Client, config: () => pg.ClientConfig, hosts: Hosts, primary: Primary): object {
  return {
    Client: class extends Base {
      readonly address = hosts.current();
      constructor() {
        super(config());
        const connect = this.connect.bind(this) as (done: (error?: Error) => void) => void;
        // Report the failed host here. The caller may be waiting for another host or for a free connection.
        Object.assign(this, {
          connect: (done: (error?: Error) => void) =>
            connect((error) => {
              if (error) primary.suspect(this.address);
              done(error);
            }),
        });
      }
    },
    verify: (client: pg.PoolClient & { address: string }, done: (error?: Error) => void) => {
      primary.check(client).then(
        () => done(),
        (error: Error) => {
          primary.suspect(client.address);
          done(error);
        },
      );
    },
  };
}
