// Which of the hosts in a database's address is asked: the one that answered last, the next one when it fails.
import type pg from 'pg';

export interface Hosts {
  readonly many: boolean;
  /** The whole address, with one host. */
  current(): string;
  /** Goes on to the next host, unless somebody else has done so already. */
  failed(address: string): void;
}

/** `postgres://user:password@one:5432,two:5432/name`: several hosts with commas, as PostgreSQL's own tools take them. */
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

/** For a pool with several hosts: each new connection goes to the host of the moment, and counts only if that one takes writes. */
export function choosing(Base: typeof pg.Client, config: () => pg.ClientConfig, hosts: Hosts): object {
  return {
    Client: class extends Base {
      readonly address = hosts.current();
      constructor() {
        super(config());
        const connect = this.connect.bind(this) as (done: (error?: Error) => void) => void;
        // Told here and not by who waits for a connection: he may have waited for one to another host, or for his turn.
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
          done(rows[0].reading ? new Error('this host only reads') : undefined);
        },
        (error: Error) => done(error),
      );
    },
  };
}
