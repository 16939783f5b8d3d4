// Prepares a checkout: installs missing packages and builds stale files, without any package itself.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');
const LOCK = path.join(ROOT, 'node_modules', '.sextant-setup');
const STAMP = path.join(ROOT, 'dist', '.stamp');
const PACKAGES_STAMP = path.join(ROOT, 'dist', '.packages');
const LAB_STAMP = path.join(ROOT, 'dist', 'lab', '.stamp');
const WAIT_MS_MAX = 300_000;
/** The service, and its own copy of the client, which does not import it. */
const PROJECTS = ['tsconfig.build.json', 'tsconfig.client.json'];

const lockedPackages = () => JSON.parse(readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8')).packages;

/** Packages of the lock file that are missing or have another version. */
function missingPackages() {
  return Object.entries(lockedPackages()).filter(([folder, { version, optional, devOptional, peer, link, os, cpu }]) => {
    // Packages for other platforms are correctly missing.
    const elsewhere = (optional || devOptional) && (os || cpu);
    if (!folder.startsWith('node_modules/') || elsewhere || peer || link) return false;
    try {
      return JSON.parse(readFileSync(path.join(ROOT, folder, 'package.json'), 'utf8')).version !== version;
    } catch {
      return true;
    }
  });
}

/** Our own packages are links in `node_modules`. They are missing in a folder that was copied from an older checkout. */
function linkWorkspaces() {
  for (const [folder, { link, resolved }] of Object.entries(lockedPackages())) {
    const place = path.join(ROOT, folder);
    if (!link || existsSync(place)) continue;
    rmSync(place, { force: true });
    mkdirSync(path.dirname(place), { recursive: true });
    symlinkSync(path.relative(path.dirname(place), path.join(ROOT, resolved)), place);
  }
}

/** Changes with the lock file, and when a package is added, removed or replaced. */
function packagesStampOf() {
  try {
    return ['package-lock.json', 'node_modules'].map((name) => statSync(path.join(ROOT, name)).mtimeMs).join(' ');
  } catch {
    return '';
  }
}

const holds = (file, text) => existsSync(file) && readFileSync(file, 'utf8') === text;

/** Reading the version of every package takes longer than a short command, so it is repeated only after a change. */
function areInstalled() {
  const stamp = packagesStampOf();
  if (holds(PACKAGES_STAMP, stamp)) return true;
  if (missingPackages().length > 0) return false;
  try {
    linkWorkspaces();
    mkdirSync(path.dirname(PACKAGES_STAMP), { recursive: true });
    writeFileSync(PACKAGES_STAMP, packagesStampOf());
  } catch {
    // A read-only folder: the next command compares again.
  }
  return true;
}

function run(command, args, what, env = process.env) {
  const done = spawnSync(command, args, { cwd: ROOT, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  if (done.status !== 0) throw new SetupProblem(`${what} failed:\n${done.stdout ?? ''}${done.stderr ?? ''}${done.error ?? ''}`);
}

class SetupProblem extends Error {}

/** Building the dashboard needs a newer Node than the service. Without it the service works without a dashboard. */
function buildWeb() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  const fits = major === 20 ? minor >= 19 : major === 22 ? minor >= 12 : major > 22;
  if (fits) run(process.execPath, [path.join('scripts', 'web.mjs')], 'Building the dashboard');
  else process.stdout.write('The dashboard is not built. Building it needs Node 20.19, 22.12 or newer.\n');
}

/** Tests, their pages, earlier results and packages are not part of the build. */
const isBuildInput = (name) => !['dist', 'fixtures', 'node_modules'].includes(name) && !name.endsWith('.test.ts');

/** Returns the time of the last change of any file that the build reads. */
export function newest(folder) {
  let latest = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (!isBuildInput(entry.name)) continue;
    const full = path.join(folder, entry.name);
    latest = Math.max(latest, entry.isDirectory() ? newest(full) : statSync(full).mtimeMs);
  }
  return latest;
}

const stampOf = () =>
  String(
    Math.max(
      ...['docs', 'examples', 'scripts/guide'].map((folder) => newest(path.join(ROOT, folder))),
      ...['scripts/guide.mjs', 'CHANGELOG.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'SECURITY.md'].map(
        (file) => statSync(path.join(ROOT, file)).mtimeMs,
      ),
      ...['src', 'client', 'web'].map((folder) => newest(path.join(ROOT, folder))),
      ...['package-lock.json', 'scripts/web.mjs', 'scripts/client-package.mjs', ...PROJECTS].map(
        (file) => statSync(path.join(ROOT, file)).mtimeMs,
      ),
    ),
  );
const labStampOf = () => String(Math.max(newest(path.join(ROOT, 'lab')), statSync(path.join(ROOT, 'tsconfig.lab.json')).mtimeMs));
const isLabBuilt = () => holds(LAB_STAMP, labStampOf());
const isBuilt = () => holds(STAMP, stampOf());

/** Returns whether the process that holds the lock is still running. */
function isHeld() {
  try {
    process.kill(Number(readFileSync(LOCK, 'utf8')), 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** Two concurrent starts must not build at the same time. The lock of a killed process is taken over. */
async function locked(work) {
  mkdirSync(path.dirname(LOCK), { recursive: true });
  for (const started = Date.now(); ; ) {
    try {
      writeFileSync(LOCK, String(process.pid), { flag: 'wx' });
      break;
    } catch (error) {
      if (error.code !== 'EEXIST') throw new SetupProblem(`The project folder is not writable: ${error.message}`);
      if (!isHeld() || Date.now() - started > WAIT_MS_MAX) rmSync(LOCK, { force: true });
      else await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
  try {
    work();
  } finally {
    rmSync(LOCK, { force: true });
  }
}

/** Runs the steps. Prints a known problem as one line and ends the process. */
export async function setUp(...steps) {
  try {
    for (const step of steps) await step();
  } catch (error) {
    process.stderr.write(`${error instanceof SetupProblem ? error.message : error.stack}\n`);
    process.exit(1);
  }
}

export async function install() {
  if (areInstalled()) return;
  await locked(() => {
    if (areInstalled()) return;
    process.stdout.write('Installing packages…\n');
    // Not `npm ci`, which would remove the folder with the lock and files that another start is using.
    // Below `npm pack`, the options of that command are in the environment. All workspaces are installed, and really.
    const env = { ...process.env, npm_config_workspace: undefined, npm_config_dry_run: undefined };
    run('npm', ['install', '--no-audit', '--no-fund', '--no-save', '--ignore-scripts'], 'Installing packages', env);
  });
}

export async function build() {
  if (isBuilt()) return;
  await locked(() => {
    if (isBuilt()) return;
    process.stdout.write('Building…\n');
    const stamp = stampOf();
    for (const project of PROJECTS)
      run(process.execPath, [path.join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc'), '-p', project], 'Building');
    run(process.execPath, [path.join('scripts', 'client-package.mjs')], 'Building the client');
    run(process.execPath, [path.join('scripts', 'guide.mjs')], 'Building the guide');
    buildWeb();
    writeFileSync(STAMP, stamp);
  });
}

/** The lab is not part of the service: only its own commands build it. `npm test` checks the types, not this build. */
export async function buildLab() {
  if (isLabBuilt()) return;
  await locked(() => {
    if (isLabBuilt()) return;
    const stamp = labStampOf();
    run(process.execPath, [path.join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc'), '-p', 'tsconfig.lab.json'], 'Building the lab');
    writeFileSync(LAB_STAMP, stamp);
  });
}
