// Gives the service and its clients cores of their own, as if the clients were elsewhere; where that cannot be done, they share.
import { spawnSync } from 'node:child_process';
import { cpus } from 'node:os';

const ALL = cpus().length;
export const SERVICE = ALL > 1 ? `0-${ALL - 2}` : null;
export const CLIENTS = ALL > 1 ? String(ALL - 1) : null;

/** True when all threads of the process now run on these cores only. What it starts later inherits them. */
export function pin(pid, cores) {
  if (process.platform !== 'linux' || cores === null) return false;
  return spawnSync('taskset', ['-a', '-c', '-p', cores, String(pid)], { stdio: 'ignore' }).status === 0;
}
