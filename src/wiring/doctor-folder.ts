// Doctor checks of the data folder: its lock, the user of the embedded database, secrets.json and its pepper.
import { statSync } from 'node:fs';
import { checkPeppers, countPeppers, PepperProblem } from '../business/accounts/peppers.ts';
import type { Finding } from '../cli/doctor.ts';
import type { Config } from '../config.ts';
import type { Db } from '../platform/db.ts';
import { isPooled } from '../platform/pooler.ts';
import type { Visit } from './data-lock.ts';
import { givenPeppers, openSecrets, secretsFile } from './secrets.ts';

type Report = (finding: Finding) => void;

export function examineFolder({ lock, database }: Visit, folder: string, report: Report): void {
  if (!database.embedded) return;
  if (lock && !lock.byKernel)
    report({
      check: 'data folder',
      state: 'note',
      found: `no file lock for ${folder}: only a heartbeat prevents a second service`,
      fix: 'Install flock (util-linux), or move DATA_DIR to a file system with locks.',
    });
  else report({ check: 'data folder', state: 'ok', found: lock ? `${folder} can be locked` : `${folder} belongs to the running service` });
  const warning = database.warning();
  if (warning) report({ check: 'database user', state: 'note', found: warning.split(': ')[0]!, fix: warning });
}

export function examineSecretsFile(config: Config, report: Report): void {
  const file = secretsFile(config);
  const mode = statSync(file, { throwIfNoEntry: false })?.mode;
  if (mode !== undefined && (mode & 0o077) !== 0)
    report({ check: 'secrets', state: 'problem', found: `${file} can be read by other users`, fix: `Run: chmod 600 ${file}` });
}

/** All keys need the current pepper. During a rotation some still have the previous one. */
export async function examinePepper(db: Db, config: Config, report: Report): Promise<void> {
  const given = givenPeppers(openSecrets(config));
  try {
    await checkPeppers(db, given);
  } catch (error) {
    if (!(error instanceof PepperProblem)) throw error;
    const [found = '', ...rest] = error.message.split('. ');
    // A machine that runs only workers has no secrets.
    return report({
      check: 'pepper',
      state: given.isNew && config.DATABASE_URL !== null ? 'note' : 'problem',
      found,
      fix: rest.join('. '),
    });
  }
  const { current, previous } = await countPeppers(db, given);
  if (given.previous === null) return report({ check: 'pepper', state: 'ok', found: `matches the database (${current} keys)` });
  report({
    check: 'pepper',
    state: 'note',
    found: `rotation in progress: ${previous} keys use the previous pepper, ${current} the current one`,
    fix:
      previous > 0
        ? 'Keys move when they are used. For the rest, see sextant keys rotate-pepper --finish --revoke-rest.'
        : 'Run sextant keys rotate-pepper --finish.',
  });
}

/** Session locks and LISTEN need a dedicated session. */
export async function examinePooler(db: Db, config: Config, report: Report): Promise<void> {
  if (config.DATABASE_URL === null || !(await isPooled(db))) return;
  report({
    check: 'pooler',
    state: 'note',
    found: `${config.DATABASE_DIRECT_URL === null ? 'DATABASE_URL' : 'DATABASE_DIRECT_URL'} is a connection pooler`,
    fix: 'Unless it uses session mode, set DATABASE_DIRECT_URL to the host and port of PostgreSQL. DATABASE_URL can stay on the pooler.',
  });
}
