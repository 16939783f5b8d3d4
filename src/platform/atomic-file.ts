// Atomic file writes: after a crash the file has either the old content or the new.
import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, linkSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';

export interface AtomicWrite {
  /** Fails with EEXIST when the file exists. */
  readonly exclusive?: boolean;
  /** False for content that may be lost in a crash, such as a heartbeat. */
  readonly durable?: boolean;
}

/** Readable and writable by the owner only. */
const MODE = 0o600;

export function writeFileAtomically(file: string, text: string, { exclusive = false, durable = true }: AtomicWrite = {}): void {
  const draft = `${file}.${randomBytes(6).toString('hex')}.part`;
  try {
    // 'wx' does not follow a symbolic link that another user may have created.
    const fd = openSync(draft, 'wx', MODE);
    try {
      writeSync(fd, text);
      if (durable) fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
    if (exclusive) linkSync(draft, file);
    else renameSync(draft, file);
    if (durable) syncFolder(path.dirname(file));
  } finally {
    rmSync(draft, { force: true });
  }
}

/** The rename is durable only after its folder is synced, too. */
function syncFolder(folder: string): void {
  const fd = openSync(folder, 'r');
  try {
    fsyncSync(fd);
  } catch (error) {
    // Some network file systems cannot sync a folder. They write names at once.
    if (!['EINVAL', 'ENOTSUP', 'EBADF'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  } finally {
    closeSync(fd);
  }
}
