// API and worker nodes on separate hosts, and calls to them.
import type { ChildProcess } from 'node:child_process';
import path from 'node:path';
import { type Answer, callJson } from '../net.ts';
import { PROGRAM } from '../paths.ts';
import { exitOf, isRunning } from '../processes.ts';
import { sleep } from '../wait.ts';
import { type Addresses, spawnOn } from './network.ts';

const TOKEN = 'nodes-operator-token';
const PORT = 8080;
const READY_TRIES = 600;
const CALL_MS_MAX = 10_000;

export interface ClusterParts {
  readonly addresses: Addresses;
  readonly databaseUrl: string;
  readonly folder: string;
  /** Further settings of the processes on a host. */
  readonly settingsOf?: (host: string) => Readonly<Record<string, string>>;
  /** The standard error of the processes; this process's own when absent. */
  readonly log?: number;
}

export interface Cluster {
  readonly token: string;
  callAt(host: string, method: string, route: string, key: string, body?: unknown): Promise<Answer>;
  startApi(host: string): Promise<void>;
  startWorker(host: string, concurrency: number): ChildProcess;
  child(host: string): ChildProcess;
  kill(host: string): Promise<void>;
  stop(...hosts: string[]): Promise<void>;
  close(): Promise<void>;
}

export function openCluster({ addresses, databaseUrl, folder, settingsOf, log }: ClusterParts): Cluster {
  const children = new Map<string, ChildProcess>();
  const start = (host: string, command: string, settings: Readonly<Record<string, string>> = {}): ChildProcess => {
    const child = spawnOn(host, [process.execPath, PROGRAM, command], {
      stdio: ['ignore', 'ignore', log ?? 'inherit'],
      env: {
        PATH: process.env.PATH,
        DATABASE_URL: databaseUrl,
        DATA_DIR: path.join(folder, host),
        HOST: addresses[host],
        PORT: String(PORT),
        KEY_PEPPER: 'nodes',
        ADMIN_TOKEN: TOKEN,
        API_PROCESSES: '1',
        DRAIN_SECONDS: '0',
        LOG_LEVEL: 'error',
        ...settings,
        ...settingsOf?.(host),
      },
    });
    children.set(host, child);
    return child;
  };
  const callAt: Cluster['callAt'] = (host, method, route, key, body) =>
    callJson(`http://${addresses[host]}:${PORT}${route}`, method, key, body, CALL_MS_MAX);
  return {
    token: TOKEN,
    callAt,
    startApi: async (host) => {
      const child = start(host, 'api');
      for (let attempts = 0; attempts < READY_TRIES && child.exitCode === null; attempts++) {
        const ready = await callAt(host, 'GET', '/readyz', TOKEN).then(
          ({ status }) => status === 200,
          () => false,
        );
        if (ready) return;
        await sleep(100);
      }
      throw new Error(`the API on ${host} did not start`);
    },
    startWorker: (host, concurrency) => start(host, 'worker', { WORKER_CONCURRENCY: String(concurrency) }),
    child: (host) => children.get(host)!,
    kill: (host) => end(children.get(host), 'SIGKILL'),
    stop: async (...hosts) => void (await Promise.all(hosts.map((host) => end(children.get(host), 'SIGTERM')))),
    close: async () => void (await Promise.all([...children.values()].map((child) => end(child, 'SIGKILL')))),
  };
}

async function end(child: ChildProcess | undefined, signal: NodeJS.Signals): Promise<void> {
  if (!child || !isRunning(child)) return;
  const gone = exitOf(child);
  child.kill('SIGCONT');
  child.kill(signal);
  await gone;
}
