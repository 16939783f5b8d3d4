// Checks the free space of a disk: a database that runs out of space stops during a write.
import { statfs } from 'node:fs/promises';

export interface DiskWatch {
  /** True while there is less free space than required. */
  full(): boolean;
  stop(): void;
}

const LOOK_MS = 2000;

/**
 * 0 disables the check. A folder whose free space cannot be read counts as not full: this limits intake and does not
 * check the disk.
 */
export async function watchDisk(folder: string, megabytesMin: number): Promise<DiskWatch> {
  let full = false;
  const look = async (): Promise<void> => {
    const free = await statfs(folder).then(
      ({ bavail, bsize }) => bavail * bsize,
      () => Number.POSITIVE_INFINITY,
    );
    full = free < megabytesMin * 1024 * 1024;
  };
  if (megabytesMin === 0) return { full: () => false, stop: () => undefined };
  await look();
  const timer = setInterval(() => void look(), LOOK_MS);
  timer.unref();
  return { full: () => full, stop: () => clearInterval(timer) };
}
