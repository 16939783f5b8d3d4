// Checks the tools, creates the network and the disks, runs the trials on the host of the clients, and removes everything.
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { killHost, layNetwork, obstacle, spawnOn, tearNetwork } from '../cluster-test/network.ts';
import { exitOf } from '../processes.ts';
import { numberOption, printLine } from '../report.ts';
import { prepareFolders } from './agents.ts';
import { MODES, type Mode } from './database-cluster.ts';
import { FAULTS, QUICK } from './faults.ts';
import { CLIENTS, HOSTS, LAN } from './hosts.ts';
import type { SuitePlan } from './suite.ts';
import { findTools, USER } from './tools.ts';

const HERE = path.dirname(fileURLToPath(import.meta.url));
const DISK_MEGABYTES = 512;

interface Selection {
  readonly faults: readonly string[];
  readonly modes: readonly Mode[];
}

/** Accepts `--name value` and `--name=value`. */
function optionOf(args: readonly string[], name: string): string | undefined {
  const at = args.indexOf(`--${name}`);
  return at >= 0 ? (args[at + 1] ?? '') : args.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3);
}

/** Throws an error that names the allowed values. */
export function selectTrials(args: readonly string[]): Selection {
  const only = optionOf(args, 'only');
  const mode = optionOf(args, 'mode');
  const faults = only === undefined ? (args.includes('--quick') ? QUICK : Object.keys(FAULTS)) : only.split(',').filter(Boolean);
  const unknown = faults.filter((name) => !Object.hasOwn(FAULTS, name));
  if (unknown.length > 0 || faults.length === 0)
    throw new Error(`Unknown fault "${unknown.join(', ')}". Faults: ${Object.keys(FAULTS).join(', ')}.`);
  const modes = mode === undefined ? MODES : MODES.filter((name) => name === mode);
  if (modes.length === 0) throw new Error(`Unknown mode "${mode}". Modes: ${MODES.join(', ')}.`);
  return { faults, modes };
}

/** Returns the user and group of PostgreSQL, or null. */
function findUser(): { uid: number; gid: number } | null {
  const [uid, gid] = ['-u', '-g'].map((flag) => Number(spawnSync('id', [flag, USER], { encoding: 'utf8' }).stdout.trim() || Number.NaN));
  return Number.isInteger(uid) && Number.isInteger(gid) ? { uid: uid!, gid: gid! } : null;
}

function mountDisk(folder: string): void {
  const { status, stderr } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MEGABYTES}m`, 'tmpfs', folder], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`a disk for ${path.basename(folder)} cannot be mounted: ${stderr.trim()}`);
}

function removeAll(folder: string): void {
  for (const host of HOSTS) {
    try {
      killHost(host);
    } catch {
      // The host was not created.
    }
    // Lazily, because a killed process may still hold a file open.
    spawnSync('umount', ['-l', path.join(folder, host)], { stdio: 'ignore' });
  }
  tearNetwork(HOSTS, LAN);
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

export async function runFailover(args: readonly string[]): Promise<number> {
  let selection: Selection;
  try {
    selection = selectTrials(args);
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    return 2;
  }
  const found = findTools();
  const owner = findUser();
  const missing = 'missing' in found ? `install ${found.missing.join(', ')}` : null;
  const reason = obstacle() ?? missing ?? (owner === null ? `there is no user ${USER}` : null);
  if (reason !== null || 'missing' in found || owner === null) {
    printLine(`FAILOVER skipped: ${reason}`);
    return 0;
  }
  const folder = mkdtempSync(path.join(tmpdir(), 'sextant-failover-'));
  chmodSync(folder, 0o711);
  // The trials run in other processes, which end with their hosts.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
    process.once(signal, () => {
      removeAll(folder);
      process.exit(130);
    });
  try {
    prepareFolders(folder, owner, mountDisk);
    const times = {
      ttl: numberOption(args, 'ttl', 20),
      loopWait: numberOption(args, 'loop-wait', 3),
      retryTimeout: numberOption(args, 'retry-timeout', 8),
    };
    const plan: SuitePlan = {
      ...selection,
      folder,
      addresses: layNetwork(HOSTS, LAN),
      tools: found.tools,
      times,
      json: args.includes('--json'),
    };
    const suite = spawnOn(CLIENTS, [process.execPath, path.join(HERE, 'suite.js'), JSON.stringify(plan)], { stdio: 'inherit' });
    const code = await exitOf(suite);
    return typeof code === 'number' ? code : 1;
  } finally {
    removeAll(folder);
  }
}
