// An exclusive lock on a file, held by the kernel: it ends with the last process that has the file open, however that process ends.
import { spawnSync } from 'node:child_process';
import { closeSync, constants, openSync } from 'node:fs';

export type KernelLock = { readonly state: 'locked'; readonly fd: number } | { readonly state: 'busy' | 'unsupported' };

const { O_CREAT, O_RDWR, O_NOFOLLOW, O_NONBLOCK } = constants;
const MODE = 0o600;
/** macOS and the BSDs lock while they open; Node does not name the flag. */
const O_EXLOCK = 0x20;
const BUSY = new Set(['EAGAIN', 'EWOULDBLOCK']);

/**
 * Locks `file`, which is made if missing and must never be removed: a second file of that name would have a lock of its own.
 * Processes in other containers see the lock, since it belongs to the file and not to a process number. A child that inherits the
 * descriptor shares the lock. Throws when the file cannot be opened.
 */
export function lockFile(file: string): KernelLock {
  return process.platform === 'linux' ? lockByHelper(file) : lockByOpening(file);
}

/**
 * Node cannot call flock(2), but the lock belongs to the open file and not to the process that asks for it: the program flock locks the
 * descriptor that it inherits, ends, and leaves the lock with us.
 */
function lockByHelper(file: string): KernelLock {
  const fd = openSync(file, O_RDWR | O_CREAT | O_NOFOLLOW, MODE);
  const { status, stderr } = spawnSync('flock', ['-n', '3'], { stdio: ['ignore', 'ignore', 'pipe', fd], encoding: 'utf8' });
  if (status === 0) return { state: 'locked', fd };
  closeSync(fd);
  // The program says nothing when the lock is taken. Any words mean that it is missing or that the file system has no locks.
  return { state: status === 1 && stderr === '' ? 'busy' : 'unsupported' };
}

function lockByOpening(file: string): KernelLock {
  try {
    return { state: 'locked', fd: openSync(file, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_EXLOCK, MODE) };
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (BUSY.has(code)) return { state: 'busy' };
    if (code === 'EOPNOTSUPP' || code === 'ENOTSUP' || code === 'ENOLCK') return { state: 'unsupported' };
    throw error;
  }
}
