// Exclusive file lock held by the kernel: released when the last process with the open file ends.
import { spawnSync } from 'node:child_process';
import { closeSync, constants, openSync } from 'node:fs';

export type KernelLock = { readonly state: 'locked'; readonly fd: number } | { readonly state: 'busy' | 'unsupported' };

const { O_CREAT, O_RDWR, O_NOFOLLOW, O_NONBLOCK } = constants;
const MODE = 0o600;
/** macOS and the BSDs lock on open; Node has no constant for the flag. */
const O_EXLOCK = 0x20;
const BUSY = new Set(['EAGAIN', 'EWOULDBLOCK']);

/**
 * Locks `file`, which is created if missing and must never be removed: a second file with that name would have a
 * separate lock. Processes in other containers see the lock, because it belongs to the file and not to a process
 * number. A child that inherits the descriptor shares the lock. Throws when the file cannot be opened.
 */
export function lockFile(file: string): KernelLock {
  return process.platform === 'linux' ? lockByHelper(file) : lockByOpening(file);
}

/**
 * Node cannot call flock(2), but the lock belongs to the open file and not to the process that requests it. The program
 * `flock` locks the descriptor that it inherits and exits, and the lock stays with us.
 */
function lockByHelper(file: string): KernelLock {
  const fd = openSync(file, O_RDWR | O_CREAT | O_NOFOLLOW, MODE);
  const { status, stderr } = spawnSync('flock', ['-n', '3'], { stdio: ['ignore', 'ignore', 'pipe', fd], encoding: 'utf8' });
  if (status === 0) return { state: 'locked', fd };
  closeSync(fd);
  // The program prints nothing when the lock is taken. Any output means that it is missing or that the file system has
  // no locks.
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
