// The Python package: built by the standard tools of a clean copy, installed into an empty environment.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';

/** Debian's Python has its own build tools; another one that comes first on the PATH may not. */
const PYTHON = existsSync('/usr/bin/python3') ? '/usr/bin/python3' : 'python3';
/** Archives carry times. The standard tools take them from here: 1 January 2020. */
const TIME = '1577836800';

function run(program: string, args: readonly string[], folder: string): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    cwd: folder,
    env: { PATH: process.env.PATH, SOURCE_DATE_EPOCH: TIME, PYTHONDONTWRITEBYTECODE: '1' },
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} failed: ${error?.message ?? ''}${stderr ?? ''}${stdout ?? ''}`.trim());
  return stdout;
}

export const hasPythonPackage = (source: string): boolean => existsSync(path.join(source, 'clients', 'python', 'pyproject.toml'));

/** Returns whether this machine can build Python packages. */
export const canBuildPython = (): boolean => spawnSync(PYTHON, ['-c', 'import build, setuptools, wheel, venv']).status === 0;

/** Builds the wheel of a copy of the source. Returns its path. */
export function buildWheel(source: string, out: string): string {
  run(PYTHON, ['-m', 'build', '--no-isolation', '--wheel', '--outdir', out, '.'], path.join(source, 'clients', 'python'));
  const wheel = readdirSync(out).find((name) => name.endsWith('.whl'));
  if (wheel === undefined) throw new Error('python -m build made no wheel.');
  return path.join(out, wheel);
}

/** Installs the wheel without the network and returns the version that its package states. */
export function installWheel(wheel: string, folder: string): string {
  run(PYTHON, ['-m', 'venv', path.join(folder, 'environment')], folder);
  const python = path.join(folder, 'environment', 'bin', 'python');
  run(python, ['-m', 'pip', 'install', '--quiet', '--no-index', wheel], folder);
  return run(python, ['-c', 'import sextant_serp; print(sextant_serp.__version__)'], folder).trim();
}
