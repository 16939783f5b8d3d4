// What each verb does, with the parts it needs; loaded only when a verb is really run.

import { createAccounts } from './business/accounts/accounts.ts';
import { createAudit } from './business/accounts/audit.ts';
import { createStore } from './business/orders/store.ts';
import { accountVerb } from './cli/account.ts';
import { auditVerb } from './cli/audit.ts';
import { backupVerb, restoreVerb } from './cli/backup.ts';
import { JournalProblem } from './cli/batch-journal.ts';
import { Refusal } from './cli/batch-run.ts';
import { keyVerb } from './cli/key.ts';
import type { Paint } from './cli/paint.ts';
import { parseVerb } from './cli/parse.ts';
import { regionsVerb } from './cli/regions.ts';
import { reparseVerb } from './cli/reparse.ts';
import { banner } from './cli/start.ts';
import { readWords, UsageProblem, type Words } from './cli/words.ts';
import { ConfigProblem, readConfig } from './config.ts';
import { ApiError } from './contract/errors.ts';
import { BackupProblem } from './platform/backup.ts';
import { DatabaseAway, type Db } from './platform/db.ts';
import { createLog } from './platform/log.ts';
import { MigrationProblem, migrate } from './platform/migrate.ts';
import { PostgresProblem } from './platform/postgres.ts';
import { PostgresMissing } from './platform/postgres-files.ts';
import { onStop } from './platform/stop.ts';
import { createTalk } from './platform/talk.ts';
import { createEngineTable } from './sources/catalogue.ts';
import { readStored } from './sources/stored-page.ts';
import { serveApi } from './wiring/api-process.ts';
import { backupParts } from './wiring/backup.ts';
import { batch } from './wiring/batch.ts';
import { doctor } from './wiring/doctor.ts';
import {
  type Addresses,
  connect,
  dataFolder,
  givenAddresses,
  openDatabase,
  openSecrets,
  SQL_FOLDER,
  StartProblem,
} from './wiring/installation.ts';
import { mcp } from './wiring/mcp.ts';
import { createBodyKeeping } from './wiring/object-store.ts';
import { askBeginning } from './wiring/processes.ts';
import { ask, keywords, registries, search, tech, whois } from './wiring/questions.ts';
import { reparse } from './wiring/reparse.ts';
import { isServed, startService } from './wiring/service.ts';
import { shapeOf } from './wiring/shape.ts';
import { createWorker, jobTable, type Worker } from './wiring/worker.ts';
import { createWorldAccess } from './wiring/world.ts';
import { serveAlone } from './worker/alone.ts';

const STOP_WORK_MS = 5000;
/** Who it was, in the audit. */
const COMMAND_LINE = 'command line';

/** `given` is what the verb itself says about processes. */
async function start(words: Words, given: { workers?: string } = {}): Promise<void> {
  const started = performance.now();
  const config = readConfig();
  const service = await startService(config, shapeOf(config, { api: words.option('api'), workers: words.option('workers'), ...given }));
  const told = {
    ...service,
    dataFolder: dataFolder(config),
    tokenGiven: config.ADMIN_TOKEN !== null,
    seconds: (performance.now() - started) / 1000,
  };
  process.stdout.write(words.json ? `${JSON.stringify(told)}\n` : banner(told));
  onStop(() => service.stop());
}

/** A worker: started by the service, which sends the database's address, or by hand on another machine. */
async function work(): Promise<void> {
  const config = readConfig();
  // Whoever asks before the worker is there waits for it.
  let begun: (worker: Worker) => void = () => undefined;
  const started = new Promise<Worker>((resolve) => {
    begun = resolve;
  });
  createTalk(process, { metrics: async () => (await started).metrics.snapshot() });
  const addresses = process.send ? await askBeginning<Addresses>() : givenAddresses(config);
  if (!addresses) throw new StartProblem('A worker by hand needs DATABASE_URL.');
  const log = createLog(config.LOG_LEVEL);
  const db = connect(addresses, config);
  const worker = await createWorker(db, config, log);
  begun(worker);
  const stop = onStop(async () => {
    await worker.stop(STOP_WORK_MS);
    await db.close();
  });
  // The service is gone without a word; nobody would stop us any more.
  process.once('disconnect', stop);
}

/** One of several API processes behind one port. */
async function serve(): Promise<void> {
  const served = await serveApi(readConfig());
  onStop(served.stop);
}

async function alone(): Promise<void> {
  const config = readConfig();
  const table = jobTable(await createWorldAccess(config), config);
  serveAlone((job) => table[job.kind](job));
}

/** Verbs that work on the database while the service may be running. */
async function withAccounts(run: (accounts: ReturnType<typeof createAccounts>, db: Db) => Promise<void>): Promise<void> {
  const config = readConfig();
  const database = await openDatabase(config);
  const db = connect(database, config);
  const idle = database.embedded && !(await isServed(db));
  try {
    await migrate(db, SQL_FOLDER);
    await run(createAccounts(db, openSecrets(config).keyPepper, createAudit(db, COMMAND_LINE)), db);
  } finally {
    await db.close();
    // A running service keeps its database; one that we started for this alone is stopped again.
    if (idle) await database.stop();
  }
}

/** Reading needs no access; any will do to have every reader at hand. */
const NO_ACCESS = { apiKey: '', model: '', baseUrl: 'https://api.example' };
const EVERY_ENGINE = { chatgpt: NO_ACCESS, perplexity: NO_ACCESS };

export type Runners = Readonly<Record<string, () => Promise<void>>>;

/** For verbs that answer with a status of their own. */
const leaveWith = (status: number): void => {
  if (status !== 0) process.exitCode = status;
};
export const createRunners = (rest: readonly string[], print: (text: string) => void, paint: Paint): Runners => ({
  start: () => start(readWords(rest, 'start')),
  api: () => start(readWords(rest, 'api'), { workers: '0' }),
  serve,
  work,
  alone,
  migrate: () => withAccounts(async () => print(readWords(rest, 'migrate').json ? '{"migrated":true}' : 'The database is up to date.')),
  doctor: async () => leaveWith(await doctor(rest, print, paint)),
  account: () => withAccounts((accounts) => accountVerb(rest, accounts, print)),
  backup: () => backupVerb(rest, backupParts(print)),
  restore: () => restoreVerb(rest, backupParts(print)),
  audit: () => withAccounts(async (_accounts, db) => leaveWith((await auditVerb(rest, createAudit(db, COMMAND_LINE), print)) ? 0 : 1)),
  key: () => withAccounts((accounts) => keyVerb(rest, accounts, print)),
  search: () => search(rest, print),
  mcp: () => mcp(rest),
  batch: async () => leaveWith(await batch(rest, print)),
  keywords: () => keywords(rest, print),
  tech: () => tech(rest, print),
  ask: () => ask(rest, print),
  whois: () => whois(rest, print),
  registries: () => registries(rest, print),
  reparse: () =>
    withAccounts(async (_accounts, db) => {
      const { bodies, close } = createBodyKeeping(db, readConfig(), () => undefined);
      await reparseVerb(rest, (id) => reparse(id, createStore(db, bodies), createEngineTable(EVERY_ENGINE)), print);
      await close();
    }),
  parse: () => parseVerb(rest, (kind, bytes) => readStored(kind, bytes, createEngineTable(EVERY_ENGINE)), print),
  regions: () => regionsVerb(rest, dataFolder(readConfig()), print),
});

const KNOWN_PROBLEMS = [
  ConfigProblem,
  StartProblem,
  PostgresProblem,
  PostgresMissing,
  MigrationProblem,
  UsageProblem,
  BackupProblem,
  JournalProblem,
  Refusal,
  ApiError,
];

/** The one line for people; the whole of what nobody expected. */
export function lineOf(error: unknown): string {
  if (error instanceof DatabaseAway) return 'The database cannot be reached: check DATABASE_URL, or start the service.';
  if (KNOWN_PROBLEMS.some((kind) => error instanceof kind)) return (error as Error).message;
  return `Sextant could not start: ${(error as Error).stack ?? error}`;
}
