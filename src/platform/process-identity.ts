// Identity of a process: machine, boot, PID namespace and number, which is unique per namespace only.
import { spawnSync } from 'node:child_process';
import { readFileSync, readlinkSync, statfsSync } from 'node:fs';
import { hostname } from 'node:os';

export interface ProcessIdentity {
  readonly host: string;
  /** Differs after each boot. Null when the system does not report it. Containers share the value of their machine. */
  readonly boot: string | null;
  readonly namespace: string | null;
  readonly pid: number;
}

const readOrNull = (read: () => string): string | null => {
  try {
    return read().trim() || null;
  } catch {
    return null;
  }
};

export function processIdentity(): ProcessIdentity {
  const isLinux = process.platform === 'linux';
  return {
    host: hostname(),
    boot: readOrNull(() =>
      isLinux
        ? readFileSync('/proc/sys/kernel/random/boot_id', 'utf8')
        : spawnSync('sysctl', ['-n', 'kern.bootsessionuuid'], { encoding: 'utf8' }).stdout,
    ),
    namespace: isLinux ? readOrNull(() => readlinkSync('/proc/self/ns/pid')) : 'none',
    pid: process.pid,
  };
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

export const isSameBoot = (one: ProcessIdentity, other: ProcessIdentity): boolean => one.boot !== null && one.boot === other.boot;

/**
 * True only for a process that has certainly ended: it was in this namespace, and its number is free or is now our own.
 */
export function hasEndedHere(other: ProcessIdentity, self: ProcessIdentity): boolean {
  const sameNamespace = isSameBoot(other, self) && other.namespace !== null && other.namespace === self.namespace;
  return sameNamespace && (other.pid === self.pid || !isAlive(other.pid));
}

/**
 * ext, XFS, Btrfs, tmpfs, overlay, ZFS, F2FS, bcachefs: only one machine mounts them at a time, so its kernel knows
 * every lock.
 */
const LOCAL = new Set([0xef53, 0x58465342, 0x9123683e, 0x01021994, 0x794c7630, 0x2fc12fc1, 0xf2f52010, 0xca451a4e]);

export function isLocalDisk(folder: string): boolean {
  try {
    return process.platform === 'linux' && LOCAL.has(statfsSync(folder).type >>> 0);
  } catch {
    return false;
  }
}
