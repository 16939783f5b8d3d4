// Secrets of this installation: from settings, or generated once and stored in secrets.json of the data folder.
import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type GivenPeppers, type Peppers, registerPeppers } from '../business/accounts/peppers.ts';
import type { Config } from '../config.ts';
import { writeFileAtomically } from '../platform/atomic-file.ts';
import type { Db } from '../platform/db.ts';
import { dataFolder, StartProblem } from './installation.ts';

export interface Secrets {
  readonly adminToken: string;
  readonly keyPepper: string;
  /** Accepted besides `keyPepper` while keys move from one to the other. */
  readonly keyPepperPrevious?: string | null;
  /** Keys with the previous pepper are hashed again on use. Known after the check against the database. */
  readonly movesKeys?: boolean;
  /** The token was just generated, so it must be shown. */
  readonly tokenIsNew: boolean;
  /** The pepper was just generated and is in no file yet. */
  readonly pepperIsNew?: boolean;
}

/** The fields of the file. Each is missing until it is needed. */
interface Kept {
  readonly adminToken?: string;
  readonly keyPepper?: string;
  readonly keyPepperPrevious?: string;
}

const FIELDS = ['adminToken', 'keyPepper', 'keyPepperPrevious'] as const;

export const secretsFile = (config: Config): string => path.join(dataFolder(config), 'secrets.json');
export const makeSecret = (): string => randomBytes(24).toString('base64url');
export const givenPeppers = ({ keyPepper, keyPepperPrevious = null, pepperIsNew = false }: Secrets): GivenPeppers => ({
  current: keyPepper,
  previous: keyPepperPrevious,
  isNew: pepperIsNew,
});
export const peppersIn = ({ keyPepper, keyPepperPrevious = null, movesKeys = false }: Secrets): Peppers => ({
  current: keyPepper,
  previous: keyPepperPrevious,
  moves: movesKeys,
});

/** Returns 'damaged' for a file that cannot be parsed, and an empty record when there is no file. */
export function readKept(file: string): Kept | 'damaged' {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw new StartProblem(`${file} cannot be read (${(cause as NodeJS.ErrnoException).code}): change its rights.`, { cause });
  }
  try {
    const value = JSON.parse(text) as Kept | null;
    const isRight = typeof value === 'object' && value !== null && !Array.isArray(value);
    const isText = (field: unknown): boolean => field === undefined || (typeof field === 'string' && field !== '');
    return isRight && FIELDS.every((name) => isText(value[name])) ? value : 'damaged';
  } catch {
    return 'damaged';
  }
}

/**
 * Reads the secrets and changes nothing. Missing ones are generated in memory; `keepSecrets` writes them after the check against the
 * database. A damaged file is never replaced: a new pepper would silently invalidate every key.
 */
export function openSecrets(config: Config): Secrets {
  const file = secretsFile(config);
  const found = readKept(file);
  if (found === 'damaged' && (config.KEY_PEPPER === null || config.ADMIN_TOKEN === null))
    throw new StartProblem(
      `${file} is damaged, and nothing was changed: put it back from a backup, or set KEY_PEPPER and ADMIN_TOKEN. Do not delete it while API keys are in use.`,
    );
  const kept = found === 'damaged' ? {} : found;
  return {
    adminToken: config.ADMIN_TOKEN ?? kept.adminToken ?? makeSecret(),
    keyPepper: config.KEY_PEPPER ?? kept.keyPepper ?? makeSecret(),
    keyPepperPrevious: config.KEY_PEPPER_PREVIOUS ?? kept.keyPepperPrevious ?? null,
    tokenIsNew: config.ADMIN_TOKEN === null && kept.adminToken === undefined,
    pepperIsNew: config.KEY_PEPPER === null && kept.keyPepper === undefined,
  };
}

/** Writes generated secrets. Returns the secrets to use: those of another process if it wrote first. */
export function keepSecrets(config: Config, secrets: Secrets): Secrets {
  if (!secrets.tokenIsNew && !secrets.pepperIsNew) return secrets;
  const file = secretsFile(config);
  const kept = readKept(file);
  if (kept === 'damaged') throw new StartProblem(`${file} was damaged while this start was under way: start again.`);
  try {
    writeKept(
      config,
      {
        ...kept,
        ...(secrets.tokenIsNew ? { adminToken: secrets.adminToken } : {}),
        ...(secrets.pepperIsNew ? { keyPepper: secrets.keyPepper } : {}),
      },
      Object.keys(kept).length === 0,
    );
    return secrets;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return openSecrets(config);
  }
}

/** Writes new secrets to the disk first and the pepper's check value to the database second, so that a known pepper is never lost. */
export async function agreeOnSecrets(db: Db, config: Config, found: Secrets): Promise<Secrets> {
  const secrets = keepSecrets(config, found);
  const { moves } = await registerPeppers(db, givenPeppers(secrets));
  return { ...secrets, movesKeys: moves };
}

/** `first` does not replace a file that another process has written meanwhile. */
export function writeKept(config: Config, kept: Kept, first = false): void {
  mkdirSync(dataFolder(config), { recursive: true });
  writeFileAtomically(secretsFile(config), `${JSON.stringify(kept, null, 2)}\n`, { exclusive: first });
}
