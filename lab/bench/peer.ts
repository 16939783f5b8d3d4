// Packages that are measured beside ours: no part of the project, installed apart and kept for the next run.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { ROOT } from '../paths.ts';

const FOLDER = path.join(ROOT, 'node_modules', '.cache', 'sextant-bench');

/** The package and where it lies; null, and a line that says so, where it cannot be installed. */
export function loadPeer(name, version) {
  const folder = installed(name, version);
  return folder && { package: createRequire(path.join(folder, '..', '..', 'peer.js'))(name), folder };
}

/** One file of a package, for what it does not export. */
export function loadPeerFile(name, version, file) {
  const folder = installed(name, version);
  return folder && createRequire(path.join(folder, '..', '..', 'peer.js'))(path.join(folder, file));
}

function installed(name, version) {
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
