// Configuration files of Patroni and HAProxy.
import path from 'node:path';
import type { Addresses } from '../cluster-test/network.ts';
import { NETWORK } from '../cluster-test/network.ts';
import { BALANCER, DATABASES, ETCD } from './hosts.ts';
import type { Tools } from './tools.ts';

export const POSTGRES_PORT = 5432;
export const REST_PORT = 8008;
export const ETCD_PORT = 2379;
export const BALANCER_PORT = 5000;
export const OWNER = 'sextant';
export const PASSWORD = 'failover';

/** Seconds. Patroni accepts no `ttl` below 20, and wants `loopWait` + 2 × `retryTimeout` to be at most `ttl`. */
export interface AgentTimes {
  readonly ttl: number;
  readonly loopWait: number;
  readonly retryTimeout: number;
}

/** What Patroni may change while it runs. */
export interface Replication {
  readonly synchronous: boolean;
  /** Commits wait even when no standby is left. */
  readonly strict: boolean;
}

/** Autovacuum is off, so that every commit in the WAL comes from a client. */
const PARAMETERS = {
  max_connections: 200,
  shared_buffers: '32MB',
  wal_keep_size: '64MB',
  max_wal_size: '96MB',
  min_wal_size: '4MB',
  autovacuum: 'off',
  jit: 'off',
  timezone: 'UTC',
};

export const replicationSettings = ({ synchronous, strict }: Replication): Readonly<Record<string, boolean>> => ({
  synchronous_mode: synchronous,
  synchronous_mode_strict: strict,
});

interface MemberParts {
  readonly host: string;
  readonly home: string;
  readonly addresses: Addresses;
  readonly times: AgentTimes;
  readonly tools: Tools;
}

export const dataFolder = (home: string): string => path.join(home, 'data');

/** JSON is valid YAML. */
export function patroniFile({ host, home, addresses, times, tools }: MemberParts): string {
  const address = addresses[host]!;
  const login = (username: string) => ({ username, password: PASSWORD });
  return JSON.stringify({
    scope: 'sextant',
    name: host,
    restapi: { listen: `${address}:${REST_PORT}`, connect_address: `${address}:${REST_PORT}` },
    etcd3: { hosts: [`${addresses[ETCD]}:${ETCD_PORT}`] },
    bootstrap: {
      dcs: {
        ttl: times.ttl,
        loop_wait: times.loopWait,
        retry_timeout: times.retryTimeout,
        maximum_lag_on_failover: 1_048_576,
        // A primary that crashed and cannot start soon gives up the lock.
        primary_start_timeout: 10,
        ...replicationSettings({ synchronous: true, strict: false }),
        postgresql: { use_pg_rewind: true, use_slots: true, parameters: PARAMETERS },
      },
      // Small WAL files, so that a full disk is noticed after one megabyte and not after sixteen.
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, { 'wal-segsize': '1' }, 'data-checksums'],
    },
    postgresql: {
      listen: `${address}:${POSTGRES_PORT}`,
      connect_address: `${address}:${POSTGRES_PORT}`,
      data_dir: dataFolder(home),
      bin_dir: tools.postgres,
      pgpass: path.join(home, 'pgpass'),
      authentication: { superuser: login(OWNER), replication: login('replicator'), rewind: login('rewinder') },
      parameters: { unix_socket_directories: home, logging_collector: 'off' },
      pg_hba: ['local all all trust', `host all all ${NETWORK} scram-sha-256`, `host replication replicator ${NETWORK} scram-sha-256`],
    },
    watchdog: { mode: 'off' },
  });
}

/** As in docs/failover.md. */
export function balancerFile(addresses: Addresses): string {
  const servers = DATABASES.map((host) => `  server ${host} ${addresses[host]}:${POSTGRES_PORT} check port ${REST_PORT}`);
  return `global
  maxconn 1000
defaults
  mode tcp
  timeout connect 2s
  timeout client 1h
  timeout server 1h
  timeout check 1s
listen primary
  bind ${addresses[BALANCER]}:${BALANCER_PORT}
  option httpchk GET /primary
  http-check expect status 200
  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
${servers.join('\n')}
`;
}
