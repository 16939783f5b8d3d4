// Writes a file so that a crash leaves either the old content or the new one, never a part.
import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, linkSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';

export interface AtomicWrite {
  /** Fails with EEXIST where there is a file already. */
  readonly exclusive?: boolean;
  /** False for content that a crash may lose, such as a heartbeat. */
  readonly durable?: boolean;
}

/** Only the owner may read it. */
const MODE = 0o600;

export function writeFileAtomically(file: string, text: string, { exclusive = false, durable = true }: AtomicWrite = {}): void {
  const draft = `${file}.${randomBytes(6).toString('hex')}.part`;
  try {
    // 'wx' follows no link that another user may have put there.
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

/** The new name is safe only when its folder is on the disk, too. */
function syncFolder(folder: string): void {
  const fd = openSync(folder, 'r');
  try {
    fsyncSync(fd);
  } catch (error) {
    // Some network file systems cannot sync a folder; they write names at once.
    if (!['EINVAL', 'ENOTSUP', 'EBADF'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  } finally {
    closeSync(fd);
  }
}
