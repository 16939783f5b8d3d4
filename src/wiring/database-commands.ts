// Commands that use the database, while the service may be running.
import { type Accounts, createAccounts } from '../business/accounts/accounts.ts';
import { createAudit } from '../business/accounts/audit.ts';
import { createOperators } from '../business/accounts/operators.ts';
import { checkPeppers, type Peppers } from '../business/accounts/peppers.ts';
import { accountCommand } from '../cli/account.ts';
import { parseArguments } from '../cli/arguments.ts';
import { auditCommand } from '../cli/audit.ts';
import { keyCommand } from '../cli/key.ts';
import { operatorCommand } from '../cli/operator.ts';
import { ROTATE_PEPPER, rotatePepperCommand } from '../cli/pepper.ts';
import { type Config, readConfig } from '../config.ts';
import type { Db } from '../platform/db.ts';
import { migrate as migrateDatabase } from '../platform/migrate.ts';
import { visitDatabase } from './data-lock.ts';
import { connect, SQL_FOLDER } from './installation.ts';
import { pepperParts } from './peppers.ts';
import { agreeOnSecrets, givenPeppers, openSecrets, peppersIn, type Secrets } from './secrets.ts';

type Words = readonly string[];
type Print = (text: string) => void;

/** The actor in the audit log. */
export const COMMAND_LINE = 'command line';

/** Opens the database, starts it if needed, and migrates it. */
export async function withDatabase(
  run: (db: Db, config: Config) => Promise<void>,
  first: (db: Db) => Promise<void> = async () => undefined,
): Promise<void> {
  const config = readConfig();
  const visit = await visitDatabase(config);
  const db = connect(visit.database, config);
  try {
    await first(db);
    const log = (line: string): void => void process.stderr.write(`${line}\n`);
    await migrateDatabase(db, SQL_FOLDER, { waitSeconds: config.MIGRATION_WAIT_SECONDS, log });
    await run(db, config);
  } finally {
    await db.close();
    await visit.end();
  }
}

const withAccounts = (words: Words, run: (accounts: Accounts) => Promise<void>): Promise<void> =>
  withPeppers(words.includes('create'), (db, peppers) => run(createAccounts(db, peppers, createAudit(db, COMMAND_LINE))));

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

export const migrate = (words: Words, print: Print): Promise<void> =>
  withDatabase(async () => print(parseArguments(words, 'migrate').json ? '{"migrated":true}' : 'The database is up to date.'));

export const account = (words: Words, print: Print): Promise<void> =>
  withAccounts(words, (accounts) => accountCommand(words, accounts, print));

/** Returns the exit code: 1 when the audit log was changed. */
export async function audit(words: Words, print: Print): Promise<number> {
  let complete = false;
  await withDatabase(async (db) => {
    complete = await auditCommand(words, createAudit(db, COMMAND_LINE), print);
  });
  return complete ? 0 : 1;
}

export const key = (words: Words, print: Print): Promise<void> =>
  words.includes(ROTATE_PEPPER)
    ? withDatabase((db, config) => rotatePepperCommand(words, pepperParts(db, config, createAudit(db, COMMAND_LINE)), print))
    : withAccounts(words, (accounts) => keyCommand(words, accounts, print));

export const operator = (words: Words, print: Print): Promise<void> =>
  withPeppers(words.includes('add'), (db, peppers) =>
    operatorCommand(words, createOperators(db, peppers, createAudit(db, COMMAND_LINE)), print),
  );
