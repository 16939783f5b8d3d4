// Processes of this machine: children, memory, and ends that leave nothing behind.
import { type ChildProcess, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Linux counts CPU time in hundredths of a second. */
const TICK_MS = 10;

export interface ProcessStat {
  readonly parent: number;
  readonly ms: number;
  /** With the time of children that have ended. */
  readonly wholeMs: number;
}

/** Null when there is no such process, or no `/proc`. */
export function statOf(pid: number | string): ProcessStat | null {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ');
    const [user, system, childUser, childSystem] = fields.slice(11, 15).map((ticks) => Number(ticks) * TICK_MS) as [
      number,
      number,
      number,
      number,
    ];
    return { parent: Number(fields[1]), ms: user + system, wholeMs: user + system + childUser + childSystem };
  } catch {
    return null;
  }
}

/** The live processes that this one has started. */
export function childrenOf(parent: number): number[] {
  if (process.platform !== 'linux') {
    const { stdout } = spawnSync('pgrep', ['-P', String(parent)], { encoding: 'utf8' });
    return stdout.split('\n').filter(Boolean).map(Number);
  }
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && statOf(name)?.parent === parent)
    .map(Number);
}

/** Resident memory. */
export const megabytesOf = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;

/** PostgreSQL's first process, from the folder of its cluster. */
export const postmasterOf = (cluster: string): number => Number(readFileSync(path.join(cluster, 'postmaster.pid'), 'utf8').split('\n')[0]);

/** The same, or null when the server does not run. */
export function findPostmaster(cluster: string): number | null {
  try {
    return postmasterOf(cluster);
  } catch {
    return null;
  }
}

/** A negative id means a process group. A process that has already ended is not an error. */
export function killNow(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It is gone already.
  }
}

/** Kills a process and all its children together, as when a machine is gone. */
export function killWhole(pid: number): void {
  for (const one of [pid, ...childrenOf(pid)]) killNow(one);
}

export type ExitResult = number | NodeJS.Signals | null;

export const exitOf = (child: ChildProcess): Promise<ExitResult> =>
  new Promise((resolve) => void child.once('exit', (code, signal) => resolve(code ?? signal)));

export const isRunning = (child: ChildProcess): boolean => child.exitCode === null && child.signalCode === null;

/** The first message of a child process. */
export const messageOf = <Message>(child: ChildProcess): Promise<Message> =>
  new Promise((resolve, reject) => {
    child.once('message', (message) => resolve(message as Message));
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`the child process ended with ${code}`)));
  });

/** Sends the result to the parent, then ends this child process. */
export const sendLast = (message: unknown): void => void process.send!(message, () => process.exit(0));
