// API and worker nodes on separate hosts, and calls to them.
import type { ChildProcess } from 'node:child_process';
import path from 'node:path';
import type { MetricObject } from 'prom-client';
import { createIpc } from '#product/platform/ipc.js';
import { type CpuGroup, openCpuGroup } from '../cgroup.ts';
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

export interface Keys {
  readonly test: string;
  readonly live: string;
}

export interface Cluster {
  readonly token: string;
  callAt(host: string, method: string, route: string, key: string, body?: unknown): Promise<Answer>;
  createAccount(host: string): Promise<Keys>;
  startApi(host: string): Promise<void>;
  startWorker(host: string, settings: Readonly<Record<string, string>>): void;
  /** Starts a worker in the CPU group of its host. `claims` reads its metrics. */
  startMeasuredWorker(host: string, settings: Readonly<Record<string, string>>): void;
  child(host: string): ChildProcess;
  /** The CPU group of a worker. */
  group(host: string): CpuGroup;
  /** Claims of a worker since its start. */
  claims(host: string): Promise<Claims>;
  kill(host: string): Promise<void>;
  stop(...hosts: string[]): Promise<void>;
  close(): Promise<void>;
}

export interface Claims {
  readonly all: number;
  /** Those that found no job. */
  readonly empty: number;
}

export const groupName = (host: string): string => `sextant-${host}`;

export function openCluster({ addresses, databaseUrl, folder, settingsOf, log }: ClusterParts): Cluster {
  const children = new Map<string, ChildProcess>();
  const channels = new Map<string, ReturnType<typeof createIpc>>();
  const start = (host: string, words: readonly string[], settings: Readonly<Record<string, string>>, ipc: boolean): ChildProcess => {
    const child = spawnOn(host, words, {
      stdio: ['ignore', 'ignore', log ?? 'inherit', ...(ipc ? (['ipc'] as const) : [])],
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
    createAccount: async (host) => {
      const { json } = await callAt(host, 'POST', '/admin/accounts', TOKEN, {
        name: 'Nodes',
        email: 'nodes@mail.example',
        credits: 1_000_000,
        rates: { perMinute: 1_000_000, burst: 1_000_000 },
      });
      return json.keys;
    },
    startApi: async (host) => {
      const child = start(host, [process.execPath, PROGRAM, 'api'], {}, false);
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
    startWorker: (host, settings) => void start(host, [process.execPath, PROGRAM, 'worker'], settings, false),
    startMeasuredWorker: (host, settings) => {
      const child = start(host, openCpuGroup(groupName(host)).command([process.execPath, PROGRAM, 'worker']), settings, true);
      // The trial takes the part of the main process of the node: it gives the worker its start values and reads its metrics.
      channels.set(host, createIpc(child, { begin: () => ({ url: databaseUrl, directUrl: databaseUrl, workers: 1 }) }));
    },
    child: (host) => children.get(host)!,
    group: (host) => openCpuGroup(groupName(host)),
    claims: async (host) => claimsIn((await channels.get(host)?.request<MetricObject[]>('metrics')) ?? []),
    kill: (host) => end(children.get(host), 'SIGKILL'),
    stop: async (...hosts) => void (await Promise.all(hosts.map((host) => end(children.get(host), 'SIGTERM')))),
    close: async () => void (await Promise.all([...children.values()].map((child) => end(child, 'SIGKILL')))),
  };
}

interface ClaimMetric {
  readonly values: readonly { readonly labels: { readonly found?: string }; readonly value: number }[];
}

function claimsIn(metrics: readonly MetricObject[]): Claims {
  const metric = metrics.find(({ name }) => name === 'sextant_job_claims_total');
  if (!metric) throw new Error('a worker did not return its metrics');
  const { values } = metric as unknown as ClaimMetric;
  const sum = (some: ClaimMetric['values']): number => some.reduce((total, { value }) => total + value, 0);
  return { all: sum(values), empty: sum(values.filter(({ labels }) => labels.found === 'none')) };
}

async function end(child: ChildProcess | undefined, signal: NodeJS.Signals): Promise<void> {
  if (!child || !isRunning(child)) return;
  const gone = exitOf(child);
  child.kill('SIGCONT');
  child.kill(signal);
  await gone;
}
