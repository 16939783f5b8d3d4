// A worker process: started by the service, which sends the database URL, or by the operator on another machine.
import type { Server } from 'node:http';
import { checkPeppers } from '../business/accounts/peppers.ts';
import { type Config, readConfig } from '../config.ts';
import { createIpc } from '../platform/ipc.ts';
import { createLog } from '../platform/log.ts';
import { onShutdownRelease } from '../platform/shutdown.ts';
import { openMetricsListener } from '../worker/metrics-listener.ts';
import { ownDigestKey } from './fleet.ts';
import { connect, givenAddresses, StartProblem } from './installation.ts';
import { listenProblem } from './listen-problem.ts';
import { askBeginning, type WorkerBeginning } from './processes.ts';
import { givenPeppers, openSecrets, readKept, secretsFile } from './secrets.ts';
import { createWorker, type Worker } from './worker.ts';

const STOP_WORK_MS = 5000;

export async function runWorker(): Promise<void> {
  const config = readConfig();
  // Requests that arrive before the worker has started wait for it.
  let workerReady: (worker: Worker) => void = () => undefined;
  const started = new Promise<Worker>((resolve) => {
    workerReady = resolve;
  });
  createIpc(process, { metrics: async () => (await started).metrics.snapshot() });
  const given = givenAddresses(config);
  const beginning = process.send
    ? await askBeginning<WorkerBeginning>()
    : given && { ...given, workers: 1, digestKey: ownDigestKey(config) };
  if (!beginning) throw new StartProblem('`sextant worker` needs DATABASE_URL. Set it to the database of the API.');
  // The service collects the metrics of the workers that it starts.
  const listener = process.send ? null : await serveMetrics(started, config);
  const log = createLog(config.LOG_LEVEL);
  const db = connect(beginning, config, true);
  if (!process.send && knowsPepper(config)) await checkPeppers(db, givenPeppers(openSecrets(config)));
  const worker = await createWorker(db, config, log, beginning);
  workerReady(worker);
  const stop = onShutdownRelease(async () => {
    await worker.stop(STOP_WORK_MS);
    listener?.close();
    listener?.closeAllConnections();
    await db.close();
  });
  // The service is gone without a message, so no process would stop this worker.
  process.once('disconnect', stop);
}

async function serveMetrics(started: Promise<Worker>, { ADMIN_HOST: host, WORKER_METRICS_PORT: port }: Config): Promise<Server | null> {
  if (port === 0) return null;
  try {
    return await openMetricsListener(host, port, async () => (await started).metrics.text([]));
  } catch (cause) {
    throw listenProblem(cause, { host, port, names: ['ADMIN_HOST', 'WORKER_METRICS_PORT'] });
  }
}

/**
 * A worker hashes no keys, so it may run without a pepper. A wrong pepper means that the machine is set up for another
 * database.
 */
function knowsPepper(config: Config): boolean {
  if (config.KEY_PEPPER !== null) return true;
  const secrets = readKept(secretsFile(config));
  return secrets === 'damaged' || secrets.keyPepper !== undefined;
}
