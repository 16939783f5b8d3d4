// Process of the embedded PostgreSQL: cluster lock, launch, detection after a crash, and stop.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { writeFileAtomically } from './atomic-file.ts';
import { type KernelLock, lockFile } from './kernel-lock.ts';
import { closeLog, type OpenLog } from './postgres-log.ts';
import type { RunAs } from './postgres-user.ts';
import { isAlive } from './process-identity.ts';

/** A problem whose message says how to fix it, for the operator. */
export class PostgresProblem extends Error {}

/** PostgreSQL processes that this process cannot see hold the cluster. */
export class ClusterBusy extends PostgresProblem {
  constructor(cluster: string) {
    super(
      `A PostgreSQL outside of this container or PID namespace is running on ${cluster}. Stop the container or service that it belongs to, or set DATA_DIR to another folder.`,
    );
  }
}

const CLUSTER_LOCK = 'cluster.lock';
/** File with the process number of the last server that held the lock. */
const CLUSTER_HOLDER = 'cluster.holder';

/**
 * Locks the cluster. All PostgreSQL processes inherit the lock, so it is free when the last of them has ended, in
 * whatever container they run. Throws `ClusterBusy` while one is running. Once we hold the lock, the `postmaster.pid`
 * of a server that had it is certainly stale and is removed. Any other one stays, and PostgreSQL decides.
 */
export function claimCluster(home: string, cluster: string): KernelLock {
  const lock = lockFile(path.join(home, CLUSTER_LOCK));
  if (lock.state === 'busy') throw new ClusterBusy(cluster);
  if (lock.state === 'locked') {
    const holder = readText(path.join(home, CLUSTER_HOLDER));
    if (holder !== null && readText(path.join(cluster, 'postmaster.pid'))?.split('\n')[0] === holder)
      rmSync(path.join(cluster, 'postmaster.pid'), { force: true });
  }
  return lock;
}

export interface Launch {
  readonly program: string;
  readonly home: string;
  readonly cluster: string;
  readonly user: RunAs | null;
  readonly settings: Readonly<Record<string, string>>;
}

/** Starts the server with the lock and the log. Our own copy of the lock may be closed afterwards. */
export function launch({ program, home, cluster, user, settings }: Launch, lock: KernelLock, log: OpenLog): number {
  // A separate session: a signal to our process group must not stop the database before we have finished with it.
  const child = spawn(program, ['-D', cluster, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])], {
    detached: true,
    stdio: ['ignore', log.fd, log.fd, ...(lock.state === 'locked' ? [lock.fd] : [])],
    cwd: home,
    ...user,
    env: { LC_ALL: 'C' },
  });
  child.once('error', () => undefined);
  child.unref();
  closeLog(log);
  if (child.pid === undefined) throw new PostgresProblem('PostgreSQL could not be started.');
  if (lock.state === 'locked') writeFileAtomically(path.join(home, CLUSTER_HOLDER), String(child.pid));
  return child.pid;
}

/** Returns the process that serves the cluster, or null. The pid file alone proves nothing after a crash. */
export function runningPid(cluster: string): number | null {
  const [first, folder] = readText(path.join(cluster, 'postmaster.pid'))?.split('\n') ?? [];
  const pid = Number(first);
  return pid > 0 && folder === cluster && isAlive(pid) && serves(pid, cluster) ? pid : null;
}

/** Process numbers are reused, so check that it is a server of this cluster. */
function serves(pid: number, cluster: string): boolean {
  const line = existsSync('/proc/self/cmdline')
    ? (readText(`/proc/${pid}/cmdline`) ?? '')
    : spawnSync('ps', ['-p', String(pid), '-o', 'command='], { encoding: 'utf8' }).stdout;
  return line.includes('postgres') && line.includes(cluster);
}

function readText(file: string): string | null {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return null;
  }
}

const STOP_MS = 15_000;

/** Fast shutdown: open transactions are rolled back, and committed data is safe. */
export async function stopPid(pid: number): Promise<void> {
  if (!isAlive(pid)) return;
  process.kill(pid, 'SIGINT');
  for (let waited = 0; waited < STOP_MS && isAlive(pid); waited += 50) await sleep(50);
  if (isAlive(pid)) process.kill(pid, 'SIGQUIT');
}
