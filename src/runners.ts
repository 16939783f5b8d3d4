// Implementations of the commands. Loaded only when a command runs.

import { type Accounts, createAccounts } from './business/accounts/accounts.ts';
import { createAudit } from './business/accounts/audit.ts';
import { createOperators } from './business/accounts/operators.ts';
import { checkPeppers, PepperProblem, type Peppers } from './business/accounts/peppers.ts';
import { createStore } from './business/orders/objects.ts';
import { accountCommand } from './cli/account.ts';
import { type Arguments, parseArguments, UsageProblem } from './cli/arguments.ts';
import { auditCommand } from './cli/audit.ts';
import { backupCommand, restoreCommand } from './cli/backup.ts';
import { JournalProblem } from './cli/batch-journal.ts';
import { Rejection } from './cli/batch-run.ts';
import { keyCommand } from './cli/key.ts';
import { operatorCommand } from './cli/operator.ts';
import type { Paint } from './cli/paint.ts';
import { parseCommand } from './cli/parse.ts';
import { ROTATE_PEPPER, rotatePepperCommand } from './cli/pepper.ts';
import { reparseCommand } from './cli/reparse.ts';
import { banner } from './cli/start.ts';
import { type Config, ConfigProblem, readConfig } from './config.ts';
import { ApiError } from './contract/errors.ts';
import { BackupProblem } from './platform/backup.ts';
import { DatabaseUnavailable, type Db } from './platform/db.ts';
import { FolderBusy } from './platform/folder-lock.ts';
import { createIpc } from './platform/ipc.ts';
import { createLog } from './platform/log.ts';
import { MigrationProblem, migrate } from './platform/migrate.ts';
import { poolerProblem } from './platform/pooler.ts';
import { PostgresProblem } from './platform/postgres.ts';
import { PostgresMissing } from './platform/postgres-files.ts';
import { onShutdownRelease } from './platform/shutdown.ts';
import { reparse } from './products/serp/reparse.ts';
import { createEngineTable } from './sources/catalogue.ts';
import { readStored } from './sources/stored-page.ts';
import { serveApi } from './wiring/api-process.ts';
import { backupParts } from './wiring/backup.ts';
import { visitDatabase } from './wiring/data-lock.ts';
import { doctor } from './wiring/doctor.ts';
import { connect, dataFolder, givenAddresses, SQL_FOLDER, StartProblem } from './wiring/installation.ts';
import { jobTable } from './wiring/jobs.ts';
import { mcp } from './wiring/mcp.ts';
import { ask, keywords, regions, registries, search, tech, whois } from './wiring/one-off.ts';
import { pepperParts } from './wiring/peppers.ts';
import { shapeOf } from './wiring/process-counts.ts';
import { askBeginning, type WorkerBeginning } from './wiring/processes.ts';
import { batch } from './wiring/remote.ts';
import { createResultStorage } from './wiring/s3-storage.ts';
import { agreeOnSecrets, givenPeppers, openSecrets, peppersIn, readKept, type Secrets, secretsFile } from './wiring/secrets.ts';
import { startService } from './wiring/service.ts';
import { createSourceAccess } from './wiring/source-access.ts';
import { isLoopback } from './wiring/targets.ts';
import { createWorker, type Worker } from './wiring/worker.ts';
import { serveIsolated } from './worker/isolated.ts';

const STOP_WORK_MS = 5000;
/** The actor in the audit log. */
const COMMAND_LINE = 'command line';

/** `fixedCounts` are process counts that the command itself sets. */
async function start(args: Arguments, fixedCounts: { workers?: string } = {}): Promise<void> {
  const started = performance.now();
  const config = readConfig();
  const service = await startService(config, shapeOf(config, { api: args.option('api'), workers: args.option('workers'), ...fixedCounts }));
  const details = {
    ...service,
    mode: config.MODE,
    openHost: isLoopback(config.HOST) ? null : config.HOST,
    dataFolder: dataFolder(config),
    tokenGiven: config.ADMIN_TOKEN !== null,
    seconds: (performance.now() - started) / 1000,
  };
  // In production a generated token stays in its file and is not printed as JSON either.
  const printed = config.MODE === 'production' ? { ...details, newToken: null, tokenIsNew: details.newToken !== null } : details;
  process.stdout.write(args.json ? `${JSON.stringify(printed)}\n` : banner(details));
  onShutdownRelease(() => service.stop());
}

/** Runs a worker: started by the service, which sends the database URL, or by the operator on another machine. */
async function runWorker(): Promise<void> {
  const config = readConfig();
  // Requests that arrive before the worker has started wait for it.
  let workerReady: (worker: Worker) => void = () => undefined;
  const started = new Promise<Worker>((resolve) => {
    workerReady = resolve;
  });
  createIpc(process, { metrics: async () => (await started).metrics.snapshot() });
  const given = givenAddresses(config);
  const addresses: WorkerBeginning | null = process.send ? await askBeginning<WorkerBeginning>() : given && { ...given, workers: 1 };
  if (!addresses) throw new StartProblem('`sextant worker` needs DATABASE_URL. Set it to the database of the API.');
  const log = createLog(config.LOG_LEVEL);
  const db = connect(addresses, config);
  if (!process.send && knowsPepper(config)) await checkPeppers(db, givenPeppers(openSecrets(config)));
  const worker = await createWorker(db, config, log, addresses.workers);
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

/** Runs one of several API processes that share a port. */
async function runApiProcess(): Promise<void> {
  const served = await serveApi(readConfig());
  onShutdownRelease(served.stop);
}

async function runIsolated(): Promise<void> {
  const config = readConfig();
  const table = jobTable(await createSourceAccess(config), config);
  serveIsolated((job) => table[job.kind](job));
}

/** For commands that use the database while the service may be running. */
async function withDatabase(
  run: (db: Db, config: Config) => Promise<void>,
  first: (db: Db) => Promise<void> = async () => undefined,
): Promise<void> {
  const config = readConfig();
  const visit = await visitDatabase(config);
  const db = connect(visit.database, config);
  try {
    await first(db);
    await migrate(db, SQL_FOLDER, { waitSeconds: config.MIGRATION_WAIT_SECONDS, log: (line) => void process.stderr.write(`${line}\n`) });
    await run(db, config);
  } finally {
    await db.close();
    await visit.end();
  }
}

const withAccounts = (rest: readonly string[], run: (accounts: Accounts) => Promise<void>): Promise<void> =>
  withPeppers(rest.includes('create'), (db, peppers) => run(createAccounts(db, peppers, createAudit(db, COMMAND_LINE))));

/** Commands that create credentials need the pepper and reject a wrong one. Other commands work without it. */
async function withPeppers(makes: boolean, run: (db: Db, peppers: Peppers | string) => Promise<void>): Promise<void> {
  if (!makes) return withDatabase((db) => run(db, 'none is needed'));
  let secrets: Secrets;
  return withDatabase(
    async (db, config) => run(db, peppersIn(await agreeOnSecrets(db, config, secrets))),
    async (db) => {
      secrets = openSecrets(readConfig());
      await checkPeppers(db, givenPeppers(secrets));
    },
  );
}

/** Parsing needs no credentials. Any values enable all parsers. */
const NO_ACCESS = { apiKey: '', model: '', baseUrl: 'https://api.example' };
const EVERY_ENGINE = { chatgpt: NO_ACCESS, perplexity: NO_ACCESS };

export type Runners = Readonly<Record<string, () => Promise<void>>>;

/** For commands with their own exit code. */
const exitWith = (status: number): void => {
  if (status !== 0) process.exitCode = status;
};
export const createRunners = (rest: readonly string[], print: (text: string) => void, paint: Paint): Runners => ({
  start: () => start(parseArguments(rest, 'start')),
  api: () => start(parseArguments(rest, 'api'), { workers: '0' }),
  'serve-api': runApiProcess,
  worker: runWorker,
  'run-isolated': runIsolated,
  migrate: () =>
    withDatabase(async () => print(parseArguments(rest, 'migrate').json ? '{"migrated":true}' : 'The database is up to date.')),
  doctor: async () => exitWith(await doctor(rest, print, paint)),
  account: () => withAccounts(rest, (accounts) => accountCommand(rest, accounts, print)),
  backup: () => backupCommand(rest, backupParts(print)),
  restore: () => restoreCommand(rest, backupParts(print)),
  audit: () => withDatabase(async (db) => exitWith((await auditCommand(rest, createAudit(db, COMMAND_LINE), print)) ? 0 : 1)),
  key: () =>
    rest.includes(ROTATE_PEPPER)
      ? withDatabase((db, config) => rotatePepperCommand(rest, pepperParts(db, config, createAudit(db, COMMAND_LINE)), print))
      : withAccounts(rest, (accounts) => keyCommand(rest, accounts, print)),
  operator: () =>
    withPeppers(rest.includes('add'), (db, peppers) =>
      operatorCommand(rest, createOperators(db, peppers, createAudit(db, COMMAND_LINE)), print),
    ),
  search: async () => exitWith(await search(rest, print)),
  mcp: () => mcp(rest),
  batch: async () => exitWith(await batch(rest, print)),
  keywords: async () => exitWith(await keywords(rest, print)),
  technologies: () => tech(rest, print),
  ask: async () => exitWith(await ask(rest, print)),
  whois: () => whois(rest, print),
  registries: () => registries(rest, print),
  reparse: () =>
    withDatabase(async (db) => {
      const { bodies, close } = createResultStorage(db, readConfig(), () => undefined);
      const [store, engines] = [createStore(db, bodies), createEngineTable(EVERY_ENGINE)];
      await reparseCommand(rest, (id) => reparse(id, { store, engineOf: (name) => engines[name] }), print);
      await close();
    }),
  parse: async () => exitWith(await parseCommand(rest, (kind, bytes) => readStored(kind, bytes, createEngineTable(EVERY_ENGINE)), print)),
  regions: () => regions(rest, print),
});

const KNOWN_PROBLEMS = [
  ConfigProblem,
  StartProblem,
  FolderBusy,
  PepperProblem,
  PostgresProblem,
  PostgresMissing,
  MigrationProblem,
  UsageProblem,
  BackupProblem,
  JournalProblem,
  Rejection,
  ApiError,
];

/** Returns one line for a known problem, and the whole stack for an unexpected error. */
export function messageOf(error: unknown): string {
  if (error instanceof DatabaseUnavailable)
    return poolerProblem(error) ?? 'The database cannot be reached. Check DATABASE_URL, or start the service.';
  if (KNOWN_PROBLEMS.some((kind) => error instanceof kind)) return (error as Error).message;
  return `Sextant could not start: ${(error as Error).stack ?? error}`;
}
