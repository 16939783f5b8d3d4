// The database cluster as its clients and its operator see it: roles, settings, connections.
import pg from 'pg';
import type { Addresses } from '../cluster-test/network.ts';
import { sleep } from '../wait.ts';
import { BALANCER_PORT, OWNER, PASSWORD, POSTGRES_PORT, REST_PORT, type Replication, replicationSettings } from './configuration.ts';
import { BALANCER, DATABASES } from './hosts.ts';

const REST_MS_MAX = 1000;
const CONNECT_MS_MAX = 3000;
/** A host that is cut off never responds. */
const QUERY_MS_MAX = 20_000;
const HEALTHY_MS_MAX = 150_000;

/** How the service reaches the database: a list of hosts, or one endpoint. */
export type Mode = 'hosts' | 'haproxy';
export const MODES: readonly Mode[] = ['hosts', 'haproxy'];

interface Member {
  readonly name: string;
  readonly role: string;
  readonly state: string;
  readonly timeline?: number;
  readonly lag?: number | string;
}

export interface DatabaseCluster {
  urlOf(mode: Mode, database: string): string;
  urlAt(host: string, database: string): string;
  connect(host: string, database: string, queryMsMax?: number): Promise<pg.Client>;
  /** The timeline of the host when its agent holds the leader lock and its PostgreSQL accepts writes; otherwise null. */
  primaryTimeline(host: string): Promise<number | null>;
  leader(): Promise<string>;
  configure(replication: Replication): Promise<void>;
  switchover(leader: string): Promise<void>;
  /** Waits until all hosts run on one timeline and, with synchronous replication, commits wait for a standby. Returns the leader. */
  healthy(replication: Replication): Promise<string>;
}

export function createDatabaseCluster(addresses: Addresses): DatabaseCluster {
  const rest = async (host: string, method: string, route: string, body?: unknown, msMax = REST_MS_MAX) => {
    const response = await fetch(`http://${addresses[host]}:${REST_PORT}${route}`, {
      method,
      signal: AbortSignal.timeout(msMax),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, text: await response.text() };
  };
  const urlTo = (hosts: string, database: string): string => `postgres://${OWNER}:${PASSWORD}@${hosts}/${database}`;
  const endpoint = (host: string): string => `${addresses[host]}:${POSTGRES_PORT}`;
  const members = async (): Promise<readonly Member[]> => {
    for (const host of DATABASES) {
      const answer = await rest(host, 'GET', '/cluster').catch(() => null);
      if (answer?.status === 200) return (JSON.parse(answer.text) as { members: Member[] }).members;
    }
    return [];
  };
  const leaderAmong = (list: readonly Member[]): Member | undefined => list.find(({ role }) => role === 'leader');
  const leader = async (): Promise<string> => {
    const found = leaderAmong(await members());
    if (!found) throw new Error('the database cluster has no leader');
    return found.name;
  };
  /** Returns why the cluster is not healthy, or null. */
  const problemOf = (list: readonly Member[], { synchronous }: Replication): string | null => {
    const primary = leaderAmong(list);
    if (primary?.state !== 'running') return 'no leader runs';
    const follows = ({ state, timeline, lag }: Member): boolean =>
      ['running', 'streaming'].includes(state) && timeline === primary.timeline && Number(lag ?? 0) < 1_048_576;
    const standbys = list.filter((member) => member !== primary && follows(member));
    if (standbys.length < DATABASES.length - 1) return `${standbys.length} standbys follow: ${JSON.stringify(list)}`;
    if (synchronous !== standbys.some(({ role }) => role === 'sync_standby')) return 'the replication mode has not changed yet';
    return null;
  };

  return {
    urlOf: (mode, database) =>
      urlTo(mode === 'hosts' ? DATABASES.map(endpoint).join() : `${addresses[BALANCER]}:${BALANCER_PORT}`, database),
    urlAt: (host, database) => urlTo(endpoint(host), database),
    connect: async (host, database, queryMsMax = QUERY_MS_MAX) => {
      const client = new pg.Client({
        connectionString: urlTo(endpoint(host), database),
        connectionTimeoutMillis: CONNECT_MS_MAX,
        query_timeout: queryMsMax,
      });
      client.on('error', () => undefined);
      await client.connect();
      return client;
    },
    primaryTimeline: async (host) => {
      const answer = await rest(host, 'GET', '/primary').catch(() => null);
      return answer?.status === 200 ? (JSON.parse(answer.text) as { timeline: number }).timeline : null;
    },
    leader,
    configure: async (replication) => {
      const { status, text } = await rest(await leader(), 'PATCH', '/config', replicationSettings(replication), 10_000);
      if (status !== 200) throw new Error(`Patroni did not accept the settings: ${status} ${text}`);
    },
    switchover: async (from) => {
      const { status, text } = await rest(from, 'POST', '/switchover', { leader: from }, 60_000);
      if (status !== 200) throw new Error(`Patroni did not switch over: ${status} ${text}`);
    },
    healthy: async (replication) => {
      let problem: string | null = null;
      for (const started = Date.now(); Date.now() - started < HEALTHY_MS_MAX; await sleep(500)) {
        const list = await members();
        problem = problemOf(list, replication);
        if (problem === null) return leaderAmong(list)!.name;
      }
      throw new Error(`the database cluster is not healthy: ${problem}`);
    },
  };
}
