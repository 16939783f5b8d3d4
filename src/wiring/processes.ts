// The processes that a start keeps: workers, and API processes that share one port when there is more than one.
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
  /** Those of the start, also for a child that is started again after the file was changed: siblings must accept the same keys. */
  readonly secrets: Secrets;
}

const PROGRAM = fileURLToPath(new URL('../main.js', import.meta.url));
const STDIO: ('ignore' | 'inherit' | 'ipc')[] = ['ignore', 'inherit', 'inherit', 'ipc'];
const READY_MS_MAX = 60_000;
const BEGIN_TRIES = 10;

export interface Processes {
  metrics(): Promise<MetricObject[][]>;
  stop(): Promise<void>;
}

export function keepWorkers(count: number, addresses: Addresses, log: Log): Processes {
  const workers = Array.from({ length: count }, () =>
    superviseChild({
      spawn: () => fork(PROGRAM, ['worker'], { stdio: STDIO }),
      begin: () => addresses,
      onDeath: (reason) => log.error('worker exited, restarting', { reason }),
    }),
  );
  return {
    metrics: () => metricsOf(workers),
    stop: async () => void (await Promise.all(workers.map((worker) => worker.stop()))),
  };
}

/** API processes behind one port: the first that is free accepts the next connection, and each knows what the others admitted. */
export async function keepApis(
  count: number,
  {
    config,
    addresses,
    secrets,
    log,
    otherMetrics,
  }: { config: Config; addresses: Addresses; secrets: Secrets; log: Log; otherMetrics: () => Promise<MetricObject[][]> },
): Promise<Processes & { readonly port: number }> {
  const port = config.PORT === 0 ? await freePort(config.HOST) : config.PORT;
  // Each takes connections from the system itself. Handed round by this process, those on their way to a child that dies would stay open for
  // ever, with nobody to answer them.
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
          begin: (): ApiBeginning => ({ ...addresses, port, secrets }),
          onDeath: (reason) => log.error('api process exited, restarting', { reason }),
          topics: {
            ready: () => ++started >= count && resolve(),
            problem: (line: string) => reject(new StartProblem(line)),
            spent: (spent: unknown) => {
              for (const sibling of siblings()) sibling.tell('spent', spent);
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
  const all = await Promise.all(children.map((child) => child.ask<MetricObject[]>('metrics')));
  return all.filter((metrics) => metrics !== null);
}

/** A child's side: what its parent has for it to begin with. */
export async function askBeginning<T>(): Promise<T> {
  const ipc = createIpc(process, {});
  for (let tries = 0; tries < BEGIN_TRIES && process.connected; tries++) {
    const beginning = await ipc.ask<T>('begin');
    if (beginning) return beginning;
  }
  throw new StartProblem('The process that started this one is gone.');
}

/** Children can only share a port that has a number before the first of them listens. */
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
