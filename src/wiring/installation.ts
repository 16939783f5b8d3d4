// Builds every part from settings and hands each what it needs; the only place where all rooms meet.

import { createHash } from 'node:crypto';
import { chownSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Config, SETTINGS } from '../config.ts';
import { createDb, type Db } from '../platform/db.ts';
import { startPostgres } from '../platform/postgres.ts';
import { isReachable } from '../platform/postgres-files.ts';
import { runAs } from '../platform/postgres-user.ts';
import { underRole } from '../platform/roles.ts';

/** The project's root: two above this folder, in src/ and in dist/. */
export const ROOT = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', '..');
/** Below the data folder; it belongs to the embedded database alone. */
export const POSTGRES_FOLDER = 'postgres';
export const SQL_FOLDER = path.join(ROOT, 'sql', 'migrations');

/** Of the package, as clients are told. */
export const VERSION = (JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as { version: string }).version;

/** The ways to one database: for statements, and for connections that last. */
export interface Addresses {
  readonly url: string;
  readonly directUrl: string;
}

export interface Database extends Addresses {
  readonly embedded: boolean;
  /** It was running already: left over from a crash, or in use by another service. */
  readonly adopted: boolean;
  /** For the operator, about the user that runs the embedded database. */
  warning(): string | null;
  /** Starts it again when it dies; for the one service that owns it. */
  keepAlive(): void;
  stop(): Promise<void>;
  /** Ends it at once, when the folder has become another process's. */
  abandon(): void;
}

const nothing = (): undefined => undefined;

/** The operator's PostgreSQL, or our own in the data folder, whose lock the caller holds. */
export async function openDatabase(config: Config): Promise<Database> {
  const given = givenAddresses(config);
  if (given)
    return {
      ...given,
      embedded: false,
      adopted: false,
      warning: () => null,
      keepAlive: nothing,
      stop: async () => undefined,
      abandon: nothing,
    };
  const { url, ...postgres } = await startPostgres(path.join(dataFolder(config), POSTGRES_FOLDER), archiving(config));
  return { ...postgres, url, directUrl: url, embedded: true };
}

export function givenAddresses(config: Config): Addresses | null {
  const { DATABASE_URL: url, DATABASE_DIRECT_URL: directUrl } = config;
  return url === null ? null : { url, directUrl: directUrl ?? url };
}

/** A pooler cannot take a role along; its login must have no more rights than the role to begin with. */
export function addressesUnder({ url, directUrl }: Addresses, role: string | null): Addresses {
  return { url: url === directUrl ? underRole(url, role) : url, directUrl: underRole(directUrl, role) };
}

/** Has the embedded database hand every piece of its log to the archive, at the latest after so many seconds. */
function archiving(config: Config): Record<string, string> {
  if (config.WAL_ARCHIVE_DIR === null) return {};
  const folder = path.resolve(config.WAL_ARCHIVE_DIR);
  const user = runAs();
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (user) chownSync(folder, user.uid, user.gid);
  const file = `${folder.replaceAll('%', '%%')}/%f`;
  if (folder.includes('"')) throw new StartProblem('WAL_ARCHIVE_DIR must not contain quotation marks.');
  return {
    archive_mode: 'on',
    // Whole or not at all, and never over another one of that name.
    archive_command: `test ! -f "${file}" && cp "%p" "${file}.part" && mv "${file}.part" "${file}"`,
    archive_timeout: String(config.WAL_ARCHIVE_TIMEOUT_SECONDS),
  };
}

/**
 * Where data live. As root, PostgreSQL runs under another user, who cannot enter a private home: a checkout there keeps its data
 * in the system's place for such things, unless DATA_DIR says otherwise.
 */
export function dataFolder(config: Config): string {
  const folder = path.resolve(ROOT, config.DATA_DIR);
  const isDefault = config.DATA_DIR === SETTINGS.DATA_DIR.fallback;
  if (!isDefault || process.getuid?.() !== 0 || isReachable(path.dirname(folder))) return folder;
  const mark = createHash('sha256').update(ROOT).digest('hex').slice(0, 8);
  return path.join('/var/lib/sextant', `${path.basename(path.resolve(ROOT))}-${mark}`);
}

/** The table of RDAP servers that `sextant registries refresh` writes. */
export const bootstrapFile = (config: Config): string => path.join(dataFolder(config), 'rdap-bootstrap.json');

const CONNECT_MS_MAX = 1500;

/** `watched` is for those who must answer people in time. */
export function connect({ url, directUrl }: Addresses, config: Config, watched = false, connectMsMax = CONNECT_MS_MAX): Db {
  return createDb({
    url,
    directUrl,
    watched,
    prepared: config.DATABASE_PREPARED_STATEMENTS,
    connectionsMax: config.DATABASE_POOL_SIZE,
    queryMsMax: config.DATABASE_TIMEOUT_SECONDS * 1000,
    connectMsMax,
  });
}

/** A start that cannot succeed, with one line for people. */
export class StartProblem extends Error {}
