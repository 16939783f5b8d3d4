// The faults, each as a short script. Afterwards the cluster is restored.
import { sleep } from '../wait.ts';
import type { Agents } from './agents.ts';
import type { Replication } from './configuration.ts';
import type { DatabaseCluster } from './database-cluster.ts';

const LAG_MS = 6000;
const STANDBY_LOST_MS = 12_000;
/** Longer than `ttl`: by then the agent of the leader has made its PostgreSQL read-only. */
const ETCD_MS = 25_000;
const DISK_MS = 20_000;

export interface FaultContext {
  readonly agents: Agents;
  readonly cluster: DatabaseCluster;
  readonly database: string;
  readonly leader: string;
  readonly standbys: readonly string[];
  /** Waits for the promotion of a host, then some seconds more, so that work of the replaced primary would show. */
  promotion(): Promise<void>;
}

export interface Fault extends Replication {
  readonly description: string;
  readonly run: (context: FaultContext) => Promise<void>;
}

const SYNCHRONOUS: Replication = { synchronous: true, strict: false };

async function hangAgent({ agents, leader, promotion }: FaultContext): Promise<void> {
  agents.pauseAgent(leader);
  await promotion();
  agents.resumeAgent(leader);
}

async function loseStandbys({ agents, standbys }: FaultContext): Promise<void> {
  for (const host of standbys) agents.kill(host);
  await sleep(STANDBY_LOST_MS);
}

export const FAULTS: Readonly<Record<string, Fault>> = {
  'leader-killed': {
    ...SYNCHRONOUS,
    description: 'the host of the primary loses power',
    run: async ({ agents, leader, promotion }) => {
      agents.kill(leader);
      await promotion();
    },
  },
  switchover: {
    ...SYNCHRONOUS,
    description: 'a planned switchover',
    run: async ({ cluster, leader, promotion }) => {
      await cluster.switchover(leader);
      await promotion();
    },
  },
  'agent-hung': { ...SYNCHRONOUS, description: 'the agent of the primary hangs, its PostgreSQL runs on', run: hangAgent },
  'agent-hung-async': {
    synchronous: false,
    strict: false,
    description: 'the same with asynchronous replication, which may lose commits',
    run: hangAgent,
  },
  'cut-from-cluster': {
    ...SYNCHRONOUS,
    description: 'the primary is cut off from etcd and the standbys; clients reach it',
    run: async ({ agents, leader, promotion }) => {
      agents.cutFromCluster(leader);
      await promotion();
    },
  },
  'cut-from-all': {
    ...SYNCHRONOUS,
    description: 'the primary is cut off from all hosts',
    run: async ({ agents, leader, promotion }) => {
      agents.cutFromAll(leader);
      await promotion();
    },
  },
  'etcd-unavailable': {
    ...SYNCHRONOUS,
    description: 'etcd stops for a while, so no host may be the primary',
    run: async ({ agents }) => {
      agents.killEtcd();
      await sleep(ETCD_MS);
      agents.startEtcd();
    },
  },
  'replica-lag': {
    ...SYNCHRONOUS,
    description: 'the standbys receive but do not replay, then the primary loses power',
    run: async ({ agents, cluster, database, leader, standbys, promotion }) => {
      for (const host of standbys) {
        const client = await cluster.connect(host, database);
        await client.query('select pg_wal_replay_pause()').finally(() => client.end());
      }
      await sleep(LAG_MS);
      agents.kill(leader);
      await promotion();
    },
  },
  'standby-lost': { ...SYNCHRONOUS, description: 'both standbys lose power', run: loseStandbys },
  'standby-lost-strict': {
    synchronous: true,
    strict: true,
    description: 'both standbys lose power, and commits must wait for one',
    run: loseStandbys,
  },
  'disk-full': {
    ...SYNCHRONOUS,
    description: 'the disk of the primary is full for a while',
    // Patroni 3.0.2 promotes no standby while the agent of the crashed primary reports a later WAL position (seen 2026-11).
    run: async ({ agents, leader }) => {
      agents.fillDisk(leader);
      await sleep(DISK_MS);
    },
  },
};

/** The faults of a quick run: one that is planned, one that fools a client, one without a promotion. */
export const QUICK: readonly string[] = ['switchover', 'agent-hung', 'standby-lost'];
