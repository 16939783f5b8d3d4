// A worker process: started by the service, which sends the database URL, or by the operator on another machine.
import { checkPeppers } from '../business/accounts/peppers.ts';
import { type Config, readConfig } from '../config.ts';
import { createIpc } from '../platform/ipc.ts';
import { createLog } from '../platform/log.ts';
import { onShutdownRelease } from '../platform/shutdown.ts';
import { ownDigestKey } from './fleet.ts';
import { connect, givenAddresses, StartProblem } from './installation.ts';
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
  const log = createLog(config.LOG_LEVEL);
  const db = connect(beginning, config, true);
  if (!process.send && knowsPepper(config)) await checkPeppers(db, givenPeppers(openSecrets(config)));
  const worker = await createWorker(db, config, log, beginning);
  workerReady(worker);
  const stop = onShutdownRelease(async () => {
    await worker.stop(STOP_WORK_MS);
    await db.close();
  });
  // The service is gone without a message, so no process would stop this worker.
  process.once('disconnect', stop);
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
