// The programs that the instrument runs. It never installs them; it names the packages that are missing.
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';

const FOLDERS = ['/usr/bin', '/usr/sbin', '/usr/local/bin', '/usr/local/sbin'];
const DEBIAN_POSTGRES = '/usr/lib/postgresql';
const VERSION_MIN = 15;
/** The user of Debian's PostgreSQL packages. PostgreSQL does not run as root. */
export const USER = 'postgres';

export interface Tools {
  readonly patroni: string;
  readonly etcd: string;
  readonly haproxy: string;
  /** The folder of `postgres`, `pg_ctl` and `pg_waldump`. */
  readonly postgres: string;
}

/** Debian's package of each program. */
const PACKAGES: Readonly<Record<keyof Tools, string>> = {
  patroni: 'patroni',
  etcd: 'etcd-server',
  haproxy: 'haproxy',
  postgres: 'postgresql-15',
};

const findProgram = (name: string): string | undefined => FOLDERS.map((folder) => path.join(folder, name)).find((file) => existsSync(file));

/** The oldest supported version: it is the one that most failover tools of a distribution were tested with. */
function findPostgres(): string | undefined {
  if (!existsSync(DEBIAN_POSTGRES)) return undefined;
  const versions = readdirSync(DEBIAN_POSTGRES)
    .map(Number)
    .filter((version) => version >= VERSION_MIN);
  return versions
    .sort((a, b) => a - b)
    .map((version) => path.join(DEBIAN_POSTGRES, String(version), 'bin'))
    .find((folder) => existsSync(path.join(folder, 'postgres')) && existsSync(path.join(folder, 'pg_waldump')));
}

/** Returns the programs, or the names of the packages that are missing. */
export function findTools(): { readonly tools: Tools } | { readonly missing: readonly string[] } {
  const found: Readonly<Record<keyof Tools, string | undefined>> = {
    patroni: findProgram('patroni'),
    etcd: findProgram('etcd'),
    haproxy: findProgram('haproxy'),
    postgres: findPostgres(),
  };
  const missing = (Object.keys(PACKAGES) as (keyof Tools)[]).filter((name) => found[name] === undefined).map((name) => PACKAGES[name]);
  return missing.length > 0 ? { missing } : { tools: found as Tools };
}

/** The command that runs a program as the user of PostgreSQL. The process id stays the same. */
export const asUser = (...words: string[]): string[] => ['setpriv', `--reuid=${USER}`, `--regid=${USER}`, '--init-groups', ...words];
