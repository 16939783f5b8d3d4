// The packages of other projects. They are installed when they are first needed, apart from the product's own packages.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../paths.ts';

const FOLDER = path.join(ROOT, 'lab', 'compatibility', 'tools');
const INSTALLED = path.join(FOLDER, 'node_modules', '.package-lock.json');

export const toolPath = (file: string): string => path.join(FOLDER, 'node_modules', file);
export const toolVersion = (name: string): string => JSON.parse(readFileSync(toolPath(`${name}/package.json`), 'utf8')).version;

/** Version of a package that the product's own tests use. */
export const packageVersion = (name: string): string =>
  JSON.parse(readFileSync(path.join(ROOT, 'node_modules', name, 'package.json'), 'utf8')).version;

/** Installs the versions of the lock file, unless that was done since it last changed. */
export function installTools(): void {
  const lock = path.join(FOLDER, 'package-lock.json');
  if (existsSync(INSTALLED) && statSync(INSTALLED).mtimeMs >= statSync(lock).mtimeMs) return;
  const { status, stderr } = spawnSync('npm', ['install', '--no-save', '--ignore-scripts', '--loglevel=error'], {
    cwd: FOLDER,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`The tools could not be installed: ${stderr.trim()}`);
}
