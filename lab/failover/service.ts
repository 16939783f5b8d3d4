// API and worker processes of one trial. Until the fault, a process that ends is started again, as a service manager does.
import { openCluster } from '../cluster-test/cluster.ts';
import { type Addresses, NETWORK } from '../cluster-test/network.ts';
import { isRunning } from '../processes.ts';
import type { Say } from '../report.ts';
import { CHECKED } from '../resilience/invariant-checker.ts';
import { APIS, WORKERS } from './hosts.ts';

/** Small, so that one worker cannot take all jobs and both must work. */
const WORKER_CONCURRENCY = '5';
const START_ATTEMPTS = 3;

export interface ServiceParts {
  readonly addresses: Addresses;
  readonly databaseUrl: string;
  readonly folder: string;
  /** The file that gets the standard error of all processes. */
  readonly log: number;
  readonly say: Say;
}

export interface Service {
  start(): Promise<void>;
  /** Starts workers again that have ended. */
  restartWorkers(): void;
  close(): Promise<void>;
}

export function openService({ addresses, databaseUrl, folder, log, say }: ServiceParts): Service {
  const cluster = openCluster({
    addresses,
    databaseUrl,
    folder,
    log,
    settingsOf: (host) => ({
      ...CHECKED,
      HOST: addresses[host]!,
      DATABASE_TIMEOUT_SECONDS: '10',
      DATABASE_POOL_SIZE: '8',
      CALLBACK_ALLOW: NETWORK,
      // Names the sessions of each process, also behind a load balancer.
      PGAPPNAME: host,
    }),
  });
  const startApi = async (host: string): Promise<void> => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await cluster.startApi(host);
      } catch (error) {
        if (attempt === START_ATTEMPTS) throw error;
        say(`  ${host} ended while starting and is started again`);
      }
    }
  };
  return {
    start: async () => {
      for (const host of APIS) await startApi(host);
      for (const host of WORKERS) cluster.startWorker(host, { WORKER_CONCURRENCY });
    },
    restartWorkers: () => {
      for (const host of WORKERS.filter((name) => !isRunning(cluster.child(name)))) {
        say(`  ${host} ended while starting and is started again`);
        cluster.startWorker(host, { WORKER_CONCURRENCY });
      }
    },
    close: cluster.close,
  };
}
