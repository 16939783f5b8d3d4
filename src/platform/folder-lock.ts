// One owner per data folder: a kernel lock, plus a heartbeat for file systems without locks.
import { randomBytes } from 'node:crypto';
import { closeSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { writeFileAtomically } from './atomic-file.ts';
import { lockFile } from './kernel-lock.ts';
import { hasEndedHere, isLocalDisk, isSameBoot, type ProcessIdentity, processIdentity } from './process-identity.ts';

export interface Owner extends ProcessIdentity {
  readonly id: string;
  readonly purpose: 'service' | 'command';
  readonly startedAt: string;
  readonly heartbeat: number;
}

export interface FolderLock {
  /** False when the file system or the operating system has no locks. Then only the heartbeat protects the folder. */
  readonly byKernel: boolean;
  /** Calls back when another process has become the owner. Everything that uses the folder must end at once. */
  onLost(lost: () => void): void;
  release(): void;
}

export interface FolderLockSettings {
  readonly purpose: Owner['purpose'];
  readonly heartbeatMs?: number;
  /** An owner whose heartbeat has not changed for this time, by our own clock, is gone. */
  readonly deadAfterMs?: number;
  readonly log?: (line: string) => void;
}

/** Another process owns the folder. `owner` is null when its record cannot be read. */
export class FolderBusy extends Error {
  constructor(
    readonly folder: string,
    readonly owner: Owner | null,
  ) {
    const by = owner ? ` (${owner.purpose} on host ${owner.host}, process ${owner.pid}, since ${owner.startedAt})` : '';
    super(`Another Sextant is running on ${folder}${by}: stop it, or set DATA_DIR to another folder.`);
  }
}

export const LOCK_FILE = 'sextant.lock';
export const OWNER_FILE = 'sextant.owner';
const HEARTBEAT_MS = 1000;
const DEAD_AFTER_MS = 15_000;
const POLL_MS = 250;

/** Locks the folder. Throws `FolderBusy` when another process owns it. */
export async function lockFolder(folder: string, settings: FolderLockSettings): Promise<FolderLock> {
  const { purpose, heartbeatMs = HEARTBEAT_MS, deadAfterMs = DEAD_AFTER_MS, log = () => undefined } = settings;
  const record = path.join(folder, OWNER_FILE);
  const lock = lockFile(path.join(folder, LOCK_FILE));
  const previous = readOwner(record);
  if (lock.state === 'busy') throw new FolderBusy(folder, previous);
  const byKernel = lock.state === 'locked';
  let isFree = false;
  const free = (): void => {
    if (lock.state === 'locked' && !isFree) closeSync(lock.fd);
    isFree = true;
  };
  const self: Owner = {
    id: randomBytes(12).toString('hex'),
    purpose,
    startedAt: new Date().toISOString(),
    heartbeat: 0,
    ...processIdentity(),
  };
  const write = (heartbeat: number): void => writeFileAtomically(record, JSON.stringify({ ...self, heartbeat }), { durable: false });
  try {
    if (previous && !(await hasEnded(previous, self, record, byKernel, deadAfterMs, log))) throw new FolderBusy(folder, readOwner(record));
    write(0);
    if (!byKernel) {
      // Two starts may have seen the same stopped heartbeat. The later record stays, and after two heartbeats both have
      // read it.
      await sleep(2 * heartbeatMs);
      const now = readOwner(record);
      if (now?.id !== self.id) throw new FolderBusy(folder, now);
    }
  } catch (error) {
    free();
    throw error;
  }
  return startHeartbeat(record, self, write, heartbeatMs, byKernel, free);
}

function startHeartbeat(
  record: string,
  self: Owner,
  write: (heartbeat: number) => void,
  heartbeatMs: number,
  byKernel: boolean,
  free: () => void,
): FolderLock {
  let heartbeat = 0;
  let lost: () => void = () => undefined;
  const timer = setInterval(() => {
    try {
      const now = readOwner(record);
      if (now === null || now.id === self.id) return write(++heartbeat);
      clearInterval(timer);
      lost();
    } catch {
      // The disk may be full or unavailable. The next heartbeat retries.
    }
  }, heartbeatMs);
  timer.unref();
  return {
    byKernel,
    onLost: (callback) => {
      lost = callback;
    },
    release: () => {
      clearInterval(timer);
      if (readOwner(record)?.id === self.id) rmSync(record, { force: true });
      free();
    },
  };
}

/** Process numbers and clocks of other machines prove nothing. In doubt, watch the heartbeat. */
async function hasEnded(
  previous: Owner,
  self: Owner,
  record: string,
  byKernel: boolean,
  deadAfterMs: number,
  log: (line: string) => void,
): Promise<boolean> {
  // We hold the lock, and the owner ran on this kernel or on a disk of this machine only: if it ran, it would hold the
  // lock.
  if (byKernel && (isSameBoot(previous, self) || isLocalDisk(path.dirname(record)))) return true;
  if (hasEndedHere(previous, self)) return true;
  log(
    `waiting up to ${Math.ceil(deadAfterMs / 1000)} s to see whether the last owner of the data folder (host ${previous.host}) is still running`,
  );
  const first = textOf(record);
  for (let waited = 0; waited < deadAfterMs; waited += POLL_MS) {
    await sleep(POLL_MS);
    if (textOf(record) !== first) return false;
  }
  return true;
}

function textOf(record: string): string | null {
  try {
    return readFileSync(record, 'utf8');
  } catch {
    return null;
  }
}

export function readOwner(record: string): Owner | null {
  try {
    return JSON.parse(textOf(record) ?? 'null') as Owner | null;
  } catch {
    return null;
  }
}
