// The server in use: its host, whether it is the primary, its health, and the settings of connections to it.
import type pg from 'pg';
import { createDedicatedConnections, openDedicated } from './db-dedicated.ts';
import { type HealthTimes, monitorServer, type ServerHealth } from './db-health.ts';
import { createHosts, type Hosts } from './db-hosts.ts';
import { type Primary, poolConfigFor, watchPrimary } from './db-primary.ts';

export interface ServerSettings {
  readonly url: string;
  readonly directUrl: string;
  readonly connectMsMax: number;
  readonly healthCheck?: boolean | HealthTimes;
  readonly types: pg.CustomTypesConfig;
}

export interface ServerChoice {
  /** Resolves when the host is chosen. */
  readonly ready: Promise<unknown>;
  readonly health: ServerHealth | null;
  poolConfig(Client: typeof pg.Client): pg.PoolConfig;
  /** A connection outside the pools, which is closed when another server becomes the primary. */
  openDedicated(): Promise<pg.Client>;
  /** Increases when connections that were opened before must not be used any more. */
  generation(): number;
  /** The number of times that another server became the primary. */
  takeovers(): number;
  /** The host in use rejected a write. */
  suspectHost(): void;
  stop(): void;
}

export function createServerChoice({ url, directUrl, connectMsMax, healthCheck = false, types }: ServerSettings): ServerChoice {
  const hosts = createHosts(url);
  const directHosts = directUrl === url ? hosts : createHosts(directUrl);
  const configOf = (connectionString: string): pg.ClientConfig => ({
    connectionString,
    connectionTimeoutMillis: connectMsMax,
    keepAlive: true,
    types,
  });
  const watch = (watched: Hosts): Primary | null =>
    watched.many
      ? watchPrimary({ hosts: watched, open: (address) => openDedicated(configOf(address)), onTakeover: () => onTakeover() })
      : null;
  const directPrimary = watch(directHosts);
  const primary = hosts === directHosts ? directPrimary : watch(hosts);
  const ready = Promise.all([primary?.ready, directPrimary?.ready]);
  const directConfig = (): pg.ClientConfig => configOf(directHosts.current());
  const check = async (client: pg.Client): Promise<void> => directPrimary?.check(client);
  const dedicated = createDedicatedConnections(directConfig, check);
  const health = healthCheck
    ? monitorServer(
        { ready, config: directConfig, failed: (address) => directPrimary?.suspect(address), check },
        healthCheck === true ? undefined : healthCheck,
      )
    : null;
  let takeovers = 0;
  const onTakeover = (): void => {
    takeovers++;
    health?.changeServer();
    dedicated.destroyAll();
  };

  return {
    ready,
    health,
    poolConfig: (Client) => ({
      ...configOf(hosts.current()),
      ...(primary ? poolConfigFor(Client, () => configOf(hosts.current()), hosts, primary) : { Client }),
    }),
    openDedicated: async () => {
      await ready;
      return dedicated.open();
    },
    generation: () => takeovers + (health?.generation() ?? 0),
    takeovers: () => takeovers,
    suspectHost: () => primary?.suspect(hosts.current()),
    stop: () => {
      health?.stop();
      for (const each of [primary, directPrimary]) each?.stop();
    },
  };
}
