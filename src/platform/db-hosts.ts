// Chooses a host of the database URL: the one that responded last, or the next one when it fails.
import type pg from 'pg';

export interface Hosts {
  readonly many: boolean;
  /** The whole URL, with one host. */
  current(): string;
  /** Moves on to the next host, unless another connection has done so already. */
  failed(address: string): void;
}

/** `postgres://user:password@one:5432,two:5432/name`: several hosts separated by commas, as in libpq. */
export function createHosts(url: string): Hosts {
  const [, before = '', hosts = '', after = ''] = /^([a-z]+:\/\/(?:[^@/?]*@)?)([^/?]*)(.*)$/is.exec(url) ?? [];
  const addresses = hosts.includes(',') ? hosts.split(',').map((host) => `${before}${host}${after}`) : [url];
  let at = 0;
  return {
    many: addresses.length > 1,
    current: () => addresses[at]!,
    failed: (address) => {
      if (address === addresses[at]) at = (at + 1) % addresses.length;
    },
  };
}

/**
 * For a pool with several hosts: each new connection uses the current host, and is accepted only if that host allows
 * writes.
 */
export function poolConfigFor(Base: typeof pg.Client, config: () => pg.ClientConfig, hosts: Hosts): object {
  return {
    Client: class extends Base {
      readonly address = hosts.current();
      constructor() {
        super(config());
        const connect = this.connect.bind(this) as (done: (error?: Error) => void) => void;
        // Report the failed host here. The caller may have been waiting for another host or for a free connection.
        Object.assign(this, {
          connect: (done: (error?: Error) => void) =>
            connect((error) => {
              if (error) hosts.failed(this.address);
              done(error);
            }),
        });
      }
    },
    verify: (client: pg.PoolClient & { address: string }, done: (error?: Error) => void) => {
      client.query('select pg_is_in_recovery() as reading').then(
        ({ rows }) => {
          if (rows[0].reading) hosts.failed(client.address);
          done(rows[0].reading ? new Error('host is read-only') : undefined);
        },
        (error: Error) => done(error),
      );
    },
  };
}
