// One trial: a new database, API and worker processes, load, one fault, and the check of what became of everything.
import path from 'node:path';
import type { Client } from 'pg';
import type { Accounts } from '../chaos/accounts.ts';
import { PROFILES } from '../chaos/profiles.ts';
import type { Addresses } from '../cluster-test/network.ts';
import type { Say } from '../report.ts';
import { startChecker } from '../resilience/invariant-checker.ts';
import { sleep, until } from '../wait.ts';
import type { Agents } from './agents.ts';
import type { DatabaseCluster, Mode } from './database-cluster.ts';
import type { Fault } from './faults.ts';
import { type Figures, figuresOf } from './figures.ts';
import { APIS, CLIENTS, DATABASES, WORKERS } from './hosts.ts';
import { type PrimaryWatch, watchPrimary } from './primary-watch.ts';
import { commitsOfReplaced } from './replaced-primary.ts';
import { openService, type Service } from './service.ts';
import type { Tools } from './tools.ts';
import { startWriteProbe } from './write-probe.ts';

const API_PORT = 8080;
const RATE = 10;
/** Creates that each API acknowledges before the load counts as running. */
const WARM_WRITES = 5;
const WARM_MS_MAX = 90_000;
const CALM_MS = 4000;
const PROMOTION_MS_MAX = 90_000;
/** How long a replaced primary is watched. Longer than the time in which every process must have left it. */
const REPLACED_MS = 6000;
const AVAILABLE_MS_MAX = 90_000;
const SETTLED_MS = 4000;

export interface TrialParts {
  readonly agents: Agents;
  readonly cluster: DatabaseCluster;
  readonly addresses: Addresses;
  readonly accounts: Accounts;
  readonly tools: Tools;
  readonly folder: string;
  readonly say: Say;
}

export interface TrialSettings {
  readonly mode: Mode;
  readonly fault: Fault;
  /** A copy of the template with the schema and the accounts. */
  readonly database: string;
  readonly log: number;
}

/** Leaves the cluster healthy, or throws. */
export async function runTrial(parts: TrialParts, settings: TrialSettings): Promise<Figures> {
  const { cluster, addresses, folder, say } = parts;
  const { mode, fault, database, log } = settings;
  const watch = watchPrimary(cluster, database);
  const databaseUrl = cluster.urlOf(mode, database);
  const service = openService({ addresses, databaseUrl, folder: path.join(folder, database), log, say });
  try {
    await service.start();
    return await observe(parts, settings, { watch, service });
  } finally {
    await service.close();
    await watch.stop();
    parts.agents.restore();
    await cluster.healthy(fault);
  }
}

interface Running {
  readonly watch: PrimaryWatch;
  readonly service: Service;
}

async function observe(parts: TrialParts, { fault, database }: TrialSettings, { watch, service }: Running): Promise<Figures> {
  const { agents, cluster, addresses, accounts, folder, say } = parts;
  const connect = async (): Promise<Client> => {
    await until(() => watch.current() !== null, { msMax: AVAILABLE_MS_MAX, problem: () => 'no host is the primary' });
    return cluster.connect(watch.current()!, database);
  };
  const apis = new Map(APIS.map((host) => [host, `http://${addresses[host]}:${API_PORT}`]));
  const checker = await startChecker({
    folder,
    accounts,
    apis: [...apis.values()].map((base) => ({ base })),
    rate: RATE,
    connect,
    receiverHost: addresses[CLIENTS]!,
    acceptAll: true,
    // The ledger check expects an end of every object, and a deleted one has none.
    mix: { ...PROFILES.full.mix, remove: 0 },
  });
  const probe = startWriteProbe(apis, accounts, checker.history);
  try {
    const isWarm = async (): Promise<boolean> => {
      service.restartWorkers();
      const acknowledged = APIS.every((host) => probe.acknowledged.filter(({ api }) => api === host).length >= WARM_WRITES);
      return acknowledged && (await allWorkersSettle(connect));
    };
    await until(isWarm, {
      msMax: WARM_MS_MAX,
      everyMs: 500,
      problem: () => `the service does not work before the fault: ${JSON.stringify(checker.history.statuses)}`,
    });
    await sleep(CALM_MS);
    const leader = await cluster.leader();
    const faultAt = Date.now();
    let replacedCommits: number[] | null = null;
    const promotion = async (): Promise<void> => {
      await until(() => watch.promotionAfter(faultAt) !== null, {
        msMax: PROMOTION_MS_MAX,
        problem: () => `no host was promoted: ${agents.logOf(leader)}`,
      });
      say(`  ${watch.promotionAfter(faultAt)!.host} is the primary after ${seconds(watch.promotionAfter(faultAt)!.at - faultAt)}`);
      await sleep(REPLACED_MS);
      const client = await connect();
      replacedCommits = await commitsOfReplaced(client, agents.dataOf(leader), parts.tools).finally(() => client.end());
    };
    const standbys = DATABASES.filter((host) => host !== leader);
    await fault.run({ agents, cluster, database, leader, standbys, promotion });
    agents.restore();
    await until(() => watch.availableSince(faultAt) !== null, {
      msMax: AVAILABLE_MS_MAX,
      problem: () => 'the database stayed unavailable',
    });
    const promoted = watch.promotionAfter(faultAt);
    const availableAt = promoted ? watch.commitAfter(promoted.at)! : watch.availableSince(faultAt)!;
    say(`  commits work after ${seconds(availableAt - faultAt)}`);
    await cluster.healthy(fault);
    await sleep(SETTLED_MS);
    await probe.stop();
    const verdict = await checker.finish(say);
    const acknowledged = new Set(checker.history.orders.flatMap(({ answers }) => answers.flatMap(({ ids }) => ids ?? [])));
    const client = await connect();
    return await figuresOf(client, {
      faultAt,
      promotion: promoted,
      availableAt,
      replacedCommits,
      writes: probe.acknowledged,
      acknowledged,
      verdict,
      synchronous: fault.synchronous,
    }).finally(() => client.end());
  } finally {
    await probe.stop();
    await checker.close();
  }
}

async function allWorkersSettle(connect: () => Promise<Client>): Promise<boolean> {
  const client = await connect();
  const { rows } = await client.query<{ client: string }>('select distinct client from chaos_events').finally(() => client.end());
  return WORKERS.every((host) => rows.some((row) => row.client === host));
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
