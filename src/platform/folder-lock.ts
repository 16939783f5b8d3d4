// One owner per data folder: a kernel lock, plus a heartbeat for file systems without locks.
import { randomBytes } from 'node:crypto';
import { closeSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { writeFileAtomically } from './atomic-file.ts';
import { lockFile } from './kernel-lock.ts';
import { isGoneHere, isLocalDisk, isSameBoot, type Whereabouts, whereabouts } from './process-identity.ts';

export interface Owner extends Whereabouts {
  readonly id: string;
  readonly purpose: 'service' | 'command';
  readonly startedAt: string;
  readonly beat: number;
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
  readonly beatMs?: number;
  /** An owner whose heartbeat has not changed for this time, by our own clock, is gone. */
  readonly silentMs?: number;
  readonly tell?: (line: string) => void;
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
const BEAT_MS = 1000;
const SILENT_MS = 15_000;
const LOOK_MS = 250;

/** Locks the folder. Throws `FolderBusy` when another process owns it. */
export async function lockFolder(folder: string, settings: FolderLockSettings): Promise<FolderLock> {
  const { purpose, beatMs = BEAT_MS, silentMs = SILENT_MS, tell = () => undefined } = settings;
  const record = path.join(folder, OWNER_FILE);
  const held = lockFile(path.join(folder, LOCK_FILE));
  const before = readOwner(record);
  if (held.state === 'busy') throw new FolderBusy(folder, before);
  const byKernel = held.state === 'locked';
  let isFree = false;
  const free = (): void => {
    if (held.state === 'locked' && !isFree) closeSync(held.fd);
    isFree = true;
  };
  const mine: Owner = {
    id: randomBytes(12).toString('hex'),
    purpose,
    startedAt: new Date().toISOString(),
    beat: 0,
    ...whereabouts(),
  };
  const write = (beat: number): void => writeFileAtomically(record, JSON.stringify({ ...mine, beat }), { durable: false });
  try {
    if (before && !(await isGone(before, mine, record, byKernel, silentMs, tell))) throw new FolderBusy(folder, readOwner(record));
    write(0);
    if (!byKernel) {
      // Two starts may have seen the same stopped heartbeat. The later record stays, and after two heartbeats both have
      // read it.
      await sleep(2 * beatMs);
      const now = readOwner(record);
      if (now?.id !== mine.id) throw new FolderBusy(folder, now);
    }
  } catch (error) {
    free();
    throw error;
  }
  return keepAlive(record, mine, write, beatMs, byKernel, free);
}

function keepAlive(
  record: string,
  mine: Owner,
  write: (beat: number) => void,
  beatMs: number,
  byKernel: boolean,
  free: () => void,
): FolderLock {
  let beat = 0;
  let lost: () => void = () => undefined;
  const timer = setInterval(() => {
    try {
      const now = readOwner(record);
      if (now === null || now.id === mine.id) return write(++beat);
      clearInterval(timer);
      lost();
    } catch {
      // The disk may be full or unavailable. The next heartbeat retries.
    }
  }, beatMs);
  timer.unref();
  return {
    byKernel,
    onLost: (callback) => {
      lost = callback;
    },
    release: () => {
      clearInterval(timer);
      if (readOwner(record)?.id === mine.id) rmSync(record, { force: true });
      free();
    },
  };
}

/** Process numbers and clocks of other machines prove nothing. In doubt, watch the heartbeat. */
async function isGone(
  before: Owner,
  mine: Owner,
  record: string,
  byKernel: boolean,
  silentMs: number,
  tell: (line: string) => void,
): Promise<boolean> {
  // We hold the lock, and the owner ran on this kernel or on a disk of this machine only: if it ran, it would hold the
  // lock.
  if (byKernel && (isSameBoot(before, mine) || isLocalDisk(path.dirname(record)))) return true;
  if (isGoneHere(before, mine)) return true;
  tell(
    `waiting up to ${Math.ceil(silentMs / 1000)} s to see whether the last owner of the data folder (host ${before.host}) is still running`,
  );
  const first = textOf(record);
  for (let waited = 0; waited < silentMs; waited += LOOK_MS) {
    await sleep(LOOK_MS);
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
