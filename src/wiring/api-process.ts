// One of several API processes behind one port. They share their rate limits over IPC.
import { setTimeout as sleep } from 'node:timers/promises';
import type { MetricObject } from 'prom-client';
import type { Config } from '../config.ts';
import { createIpc } from '../platform/ipc.ts';
import { createLog } from '../platform/log.ts';
import { createBuckets, type Spent, shareBuckets } from '../platform/rate-limit.ts';
import { type Api, createApi } from './api.ts';
import { connect, StartProblem } from './installation.ts';
import { openListeners } from './listen.ts';
import { type ApiBeginning, type ApiProblem, askBeginning } from './processes.ts';

/** Long enough for one message to reach the parent. */
const TOLD_MS = 200;

export async function serveApi(given: Config): Promise<{ stop(): Promise<void> }> {
  const { port, secrets, ...addresses } = await askBeginning<ApiBeginning>();
  const config: Config = { ...given, PORT: port };
  const db = connect(addresses, config, true);
  let api: Api | null = null;
  const ipc = createIpc(process, {
    metrics: () => api?.metrics() ?? [],
    spent: (spent: Spent) => buckets.receive(spent),
  });
  const buckets = shareBuckets(createBuckets(), (spent) => ipc.send('spent', spent));
  try {
    api = await createApi({
      db,
      config,
      secrets,
      log: createLog(config.LOG_LEVEL),
      otherMetrics: async () => (await ipc.request<MetricObject[][]>('others')) ?? [],
      buckets,
    });
    const listeners = await openListeners(api, config);
    ipc.send('ready');
    return {
      stop: async () => {
        await listeners.drain(config.DRAIN_SECONDS);
        await db.close();
      },
    };
  } catch (error) {
    // The parent prints the problem; this process only exits.
    if (error instanceof StartProblem) {
      const { code, port: takenPort = null } = (error.cause ?? {}) as { code?: string; port?: number };
      const problem: ApiProblem = { line: error.message, takenPort: code === 'EADDRINUSE' ? takenPort : null };
      ipc.send('problem', problem);
      await sleep(TOLD_MS);
      process.exit(1);
    }
    throw error;
  }
}
