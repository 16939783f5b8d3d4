// Separate processor cores for the service and its clients, as if the clients ran elsewhere. They share where that is impossible.
import { spawnSync } from 'node:child_process';
import { cpus } from 'node:os';

const ALL = cpus().length;
export const SERVICE = ALL > 1 ? `0-${ALL - 2}` : null;
export const CLIENTS = ALL > 1 ? String(ALL - 1) : null;

/** Returns true when all threads of the process run on these cores only. Processes that it starts later inherit them. */
export function pin(pid: number, cores: string | null): boolean {
  if (process.platform !== 'linux' || cores === null) return false;
  return spawnSync('taskset', ['-a', '-c', '-p', cores, String(pid)], { stdio: 'ignore' }).status === 0;
}
