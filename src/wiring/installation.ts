// The installation: its folders, its version and its database, embedded or the operator's own.

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

/** The root of the project, two levels above this folder in src/ and in dist/. */
export const ROOT = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', '..');
/** In the data folder; only the embedded database uses it. */
export const POSTGRES_FOLDER = 'postgres';
export const SQL_FOLDER = path.join(ROOT, 'sql', 'migrations');

/** The version of the package, as clients see it. */
export const VERSION = (JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as { version: string }).version;

/** URLs of one database: for statements, and for long-lived sessions, which a pooler cannot serve. */
export interface Addresses {
  readonly url: string;
  readonly directUrl: string;
}

export interface Database extends Addresses {
  readonly embedded: boolean;
  /** It was already running: left over from a crash, or in use by another service. */
  readonly adopted: boolean;
  /** A warning for the operator about the user that runs the embedded database. */
  warning(): string | null;
  /** Restarts it when it dies. Only the service that owns it may call this. */
  keepAlive(): void;
  stop(): Promise<void>;
  /** Kills it at once, after another process took over the folder. */
  abandon(): void;
}

const nothing = (): undefined => undefined;

/** Opens the operator's PostgreSQL, or starts the embedded one. The caller holds the lock of the data folder. */
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

/** A pooler does not pass a role on, so its login must have no more privileges than the role. */
export function addressesUnder({ url, directUrl }: Addresses, role: string | null): Addresses {
  return { url: url === directUrl ? underRole(url, role) : url, directUrl: underRole(directUrl, role) };
}

/** PostgreSQL settings that archive every WAL segment, at the latest after `WAL_ARCHIVE_TIMEOUT_SECONDS`. */
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
    // A segment appears only when it is complete, and never replaces one of the same name.
    archive_command: `test ! -f "${file}" && cp "%p" "${file}.part" && mv "${file}.part" "${file}"`,
    archive_timeout: String(config.WAL_ARCHIVE_TIMEOUT_SECONDS),
  };
}

/** A checkout holds its data itself. An installed package must not: an update replaces its folder, so the working directory counts. */
export const homeFolder = (root = ROOT, current = process.cwd()): string =>
  path.resolve(root).split(path.sep).includes('node_modules') ? current : path.resolve(root);

/**
 * The data folder. As root, PostgreSQL runs under another user, which cannot enter a private home folder. Data there is kept
 * below /var/lib instead, unless DATA_DIR is set.
 */
export function dataFolder(config: Config, home = homeFolder()): string {
  const folder = path.resolve(home, config.DATA_DIR);
  const isDefault = config.DATA_DIR === SETTINGS.DATA_DIR.fallback;
  if (!isDefault || process.getuid?.() !== 0 || isReachable(path.dirname(folder))) return folder;
  const mark = createHash('sha256').update(home).digest('hex').slice(0, 8);
  return path.join('/var/lib/sextant', `${path.basename(home)}-${mark}`);
}

/** The table of RDAP servers that `sextant registries refresh` writes. */
export const bootstrapFile = (config: Config): string => path.join(dataFolder(config), 'rdap-bootstrap.json');

const CONNECT_MS_MAX = 1500;

/** `watched` is for processes that serve clients: an unresponsive database is noticed early. */
export function connect({ url, directUrl }: Addresses, config: Config, watched = false, connectMsMax = CONNECT_MS_MAX): Db {
  return createDb({
    url,
    directUrl,
    healthCheck: watched,
    prepared: config.DATABASE_PREPARED_STATEMENTS,
    connectionsMax: config.DATABASE_POOL_SIZE,
    queryMsMax: config.DATABASE_TIMEOUT_SECONDS * 1000,
    connectMsMax,
  });
}

/** A start that cannot succeed. The message is one line for the operator. */
export class StartProblem extends Error {}
