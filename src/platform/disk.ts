// Checks the free space of a disk: a database that runs out of space stops during a write.
import { statfs } from 'node:fs/promises';

export interface DiskCheck {
  /** True while there is less free space than required. */
  full(): boolean;
  stop(): void;
}

const POLL_MS = 2000;

/**
 * 0 disables the check. A folder whose free space cannot be read counts as not full: this limits intake and does not
 * check the disk.
 */
export async function checkDisk(folder: string, megabytesMin: number): Promise<DiskCheck> {
  let full = false;
  const check = async (): Promise<void> => {
    const free = await statfs(folder).then(
      ({ bavail, bsize }) => bavail * bsize,
      () => Number.POSITIVE_INFINITY,
    );
    full = free < megabytesMin * 1024 * 1024;
  };
  if (megabytesMin === 0) return { full: () => false, stop: () => undefined };
  await check();
  const timer = setInterval(() => void check(), POLL_MS);
  timer.unref();
  return { full: () => full, stop: () => clearInterval(timer) };
}
