// The front door: picks the verb, hands it its parts, and turns problems into one clear line.

import { createAccounts } from './business/accounts/accounts.ts';
import { createAudit } from './business/accounts/audit.ts';
import { createStore } from './business/orders/store.ts';
import { accountVerb } from './cli/account.ts';
import { auditVerb } from './cli/audit.ts';
import { backupVerb, restoreVerb } from './cli/backup.ts';
import { helpText } from './cli/help.ts';
import { keyVerb } from './cli/key.ts';
import { parseVerb } from './cli/parse.ts';
import { regionsVerb } from './cli/regions.ts';
import { reparseVerb } from './cli/reparse.ts';
import { banner } from './cli/start.ts';
import { readWords, UsageProblem } from './cli/words.ts';
import { ConfigProblem, readConfig } from './config.ts';
import { ApiError } from './contract/errors.ts';
import { BackupProblem } from './platform/backup.ts';
import { DatabaseAway, type Db } from './platform/db.ts';
import { createLog } from './platform/log.ts';
import { MigrationProblem, migrate } from './platform/migrate.ts';
import { PostgresProblem } from './platform/postgres.ts';
import { PostgresMissing } from './platform/postgres-files.ts';
import { createTalk } from './platform/talk.ts';
import { createEngineTable } from './sources/catalogue.ts';
import { readStored } from './sources/stored-page.ts';
import { serveApi } from './wiring/api-process.ts';
import { backupParts } from './wiring/backup.ts';
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
async function start(given: { workers?: string } = {}): Promise<void> {
  const started = performance.now();
  const config = readConfig();
  const words = readWords(rest);
  const service = await startService(config, shapeOf(config, { api: words.option('api'), workers: words.option('workers'), ...given }));
  process.stdout.write(
    banner({
      ...service,
      dataFolder: dataFolder(config),
      tokenGiven: config.ADMIN_TOKEN !== null,
      seconds: (performance.now() - started) / 1000,
    }),
  );
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

function onStop(stop: () => Promise<void>): () => void {
  let stopping = false;
  const once = (): void => {
    if (stopping) return;
    stopping = true;
    stop().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, once);
  return once;
}

/** Reading needs no access; any will do to have every reader at hand. */
const NO_ACCESS = { apiKey: '', model: '', baseUrl: 'https://api.example' };
const EVERY_ENGINE = { chatgpt: NO_ACCESS, perplexity: NO_ACCESS };

const [verb = 'help', ...rest] = process.argv.slice(2);
const print = (text: string): void => void process.stdout.write(`${text}\n`);
const VERBS: Readonly<Record<string, () => Promise<void>>> = {
  start: () => start(),
  api: () => start({ workers: '0' }),
  serve,
  work,
  alone,
  migrate: () => withAccounts(async () => print('The database is up to date.')),
  account: () => withAccounts((accounts) => accountVerb(rest, accounts, print)),
  backup: () => backupVerb(rest, backupParts(print)),
  restore: () => restoreVerb(rest, backupParts(print)),
  audit: () =>
    withAccounts(async (_accounts, db) => {
      if (!(await auditVerb(rest, createAudit(db, COMMAND_LINE), print))) process.exitCode = 1;
    }),
  key: () => withAccounts((accounts) => keyVerb(rest, accounts, print)),
  search: () => search(rest, print),
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
  help: async () => print(helpText()),
};

try {
  const run = VERBS[verb];
  if (!run) throw new StartProblem(`There is no verb “${verb}”. Try: sextant help`);
  await run();
} catch (error) {
  const known = [
    ConfigProblem,
    StartProblem,
    PostgresProblem,
    PostgresMissing,
    MigrationProblem,
    UsageProblem,
    BackupProblem,
    ApiError,
  ].some((kind) => error instanceof kind);
  const away = error instanceof DatabaseAway ? 'The database cannot be reached: check DATABASE_URL, or start the service.' : null;
  const line = away ?? (known ? (error as Error).message : `Sextant could not start: ${(error as Error).stack ?? error}`);
  process.stderr.write(`${line}\n`);
  process.exit(1);
}
