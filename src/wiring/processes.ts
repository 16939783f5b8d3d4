// Child processes of a start: workers, and API processes that share one port when there are several.
import { fork } from 'node:child_process';
import cluster from 'node:cluster';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { MetricObject } from 'prom-client';
import type { Config } from '../config.ts';
import { createIpc } from '../platform/ipc.ts';
import type { Log } from '../platform/log.ts';
import { type SupervisedChild, superviseChild } from '../platform/supervisor.ts';
import { type Addresses, StartProblem } from './installation.ts';
import type { Secrets } from './secrets.ts';

export interface ApiBeginning extends Addresses {
  readonly port: number;
  /** The secrets of the start, even for a child that restarts after the file was changed: all children must accept the same keys. */
  readonly secrets: Secrets;
}

/** Why an API process could not start. */
export interface ApiProblem {
  readonly line: string;
  /** The port that another process listens on. */
  readonly takenPort: number | null;
}

export interface WorkerBeginning extends Addresses {
  /** Workers that share this machine. */
  readonly workers: number;
  /** For the digests of secrets in the fleet. */
  readonly digestKey: string | null;
}

const PROGRAM = fileURLToPath(new URL('../main.js', import.meta.url));
const STDIO: ('ignore' | 'inherit' | 'ipc')[] = ['ignore', 'inherit', 'inherit', 'ipc'];
/** A small heap is collected every few pages. This initial size saves a sixth of the CPU time of a page. */
export const WORKER_FLAGS = ['--initial-heap-size=64'];
const READY_MS_MAX = 60_000;
const BEGIN_TRIES = 10;
const PORT_TRIES = 5;

export interface Processes {
  metrics(): Promise<MetricObject[][]>;
  stop(): Promise<void>;
}

export function keepWorkers(count: number, addresses: Addresses, digestKey: string, log: Log): Processes {
  const workers = Array.from({ length: count }, () =>
    superviseChild({
      spawn: () => fork(PROGRAM, ['worker'], { stdio: STDIO, execArgv: [...process.execArgv, ...WORKER_FLAGS] }),
      initialData: (): WorkerBeginning => ({ ...addresses, workers: count, digestKey }),
      onExit: (reason) => log.error('worker exited, restarting', { reason }),
    }),
  );
  return {
    metrics: () => metricsOf(workers),
    stop: async () => void (await Promise.all(workers.map((worker) => worker.stop()))),
  };
}

export interface ApiSettings {
  readonly config: Config;
  readonly addresses: Addresses;
  readonly secrets: Secrets;
  readonly log: Log;
  readonly otherMetrics: () => Promise<MetricObject[][]>;
}

type Apis = Processes & { readonly port: number };

/** API processes behind one port: a free one accepts the next connection, and all of them share their rate limits. */
export async function keepApis(count: number, settings: ApiSettings): Promise<Apis> {
  const { HOST, PORT } = settings.config;
  if (PORT !== 0) return startApis(count, PORT, settings);
  for (let attempts = 1; ; attempts++) {
    const port = await freePort(HOST);
    try {
      return await startApis(count, port, settings);
    } catch (error) {
      // Another process may take the port before the children listen.
      if (!(error instanceof PortTaken) || attempts >= PORT_TRIES) throw error;
    }
  }
}

class PortTaken extends StartProblem {}

async function startApis(count: number, port: number, { addresses, secrets, log, otherMetrics }: ApiSettings): Promise<Apis> {
  // Each child accepts connections itself. If this process passed them on, connections on their way to a child that dies would stay
  // open for ever.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  cluster.setupPrimary({ exec: PROGRAM, args: ['serve-api'], stdio: STDIO });
  const apis: SupervisedChild[] = [];
  let started = 0;
  const ready = new Promise<void>((resolve, reject) => {
    setTimeout(() => reject(new StartProblem('The API processes were not ready after 60 seconds.')), READY_MS_MAX).unref();
    for (let number = 0; number < count; number++) {
      const siblings = () => apis.filter((_, index) => index !== number);
      apis.push(
        superviseChild({
          spawn: () => cluster.fork().process,
          initialData: (): ApiBeginning => ({ ...addresses, port, secrets }),
          onExit: (reason) => log.error('api process exited, restarting', { reason }),
          topics: {
            ready: () => ++started >= count && resolve(),
            problem: ({ line, takenPort }: ApiProblem) => reject(takenPort === port ? new PortTaken(line) : new StartProblem(line)),
            spent: (spent: unknown) => {
              for (const sibling of siblings()) sibling.send('spent', spent);
            },
            others: async () => [...(await metricsOf(siblings())), ...(await otherMetrics())],
          },
        }),
      );
    }
  });
  const stop = async (): Promise<void> => void (await Promise.all(apis.map((api) => api.stop())));
  try {
    await ready;
  } catch (error) {
    await stop();
    throw error;
  }
  return { port, metrics: () => metricsOf(apis), stop };
}

async function metricsOf(children: readonly SupervisedChild[]): Promise<MetricObject[][]> {
  const all = await Promise.all(children.map((child) => child.request<MetricObject[]>('metrics')));
  return all.filter((metrics) => metrics !== null);
}

/** Called in a child: requests the values that it starts with from its parent. */
export async function askBeginning<T>(): Promise<T> {
  const ipc = createIpc(process, {});
  for (let attempts = 0; attempts < BEGIN_TRIES && process.connected; attempts++) {
    const beginning = await ipc.request<T>('begin');
    if (beginning) return beginning;
  }
  throw new StartProblem('The process that started this one is gone.');
}

/** Children can share a port only if its number is known before the first of them listens. */
function freePort(host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (cause) => reject(new StartProblem(`Cannot listen on ${host} port 0: check HOST and PORT.`, { cause })));
    probe.listen(0, host, () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
}
