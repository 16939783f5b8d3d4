// Alternatives that are compared with ours: not part of the project, installed separately and stored for the next run.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { ROOT } from '../paths.ts';

const FOLDER = path.join(ROOT, 'node_modules', '.cache', 'sextant-bench');

// biome-ignore lint/suspicious/noExplicitAny: a package that is not installed when the types are checked.
type Untyped = any;

/** The package and its folder. Returns null, and prints a line, when it cannot be installed. */
export function loadAlternative(name: string, version: string): { package: Untyped; folder: string } | null {
  const folder = installed(name, version);
  return folder === null ? null : { package: createRequire(path.join(folder, '..', '..', 'alternative.js'))(name), folder };
}

/** One file of a package, for what it does not export. */
export function loadAlternativeFile(name: string, version: string, file: string): Untyped {
  const folder = installed(name, version);
  return folder === null ? null : createRequire(path.join(folder, '..', '..', 'alternative.js'))(path.join(folder, file));
}

function installed(name: string, version: string): string | null {
  const home = path.join(FOLDER, `${name.replaceAll('/', '-')}-${version}`);
  const folder = path.join(home, 'node_modules', name);
  if (existsSync(folder)) return folder;
  mkdirSync(home, { recursive: true });
  const words = ['install', '--prefix', home, '--no-audit', '--no-fund', '--no-save', '--ignore-scripts', `${name}@${version}`];
  const { status } = spawnSync('npm', words, { stdio: 'ignore', cwd: home });
  if (status === 0 && existsSync(folder)) return folder;
  process.stderr.write(`  ${name} ${version} could not be installed, so that ours stands alone.\n`);
  return null;
}
