// Watches how much room is left on a disk: a database that runs out of it stops in the middle of things.
import { statfs } from 'node:fs/promises';

export interface DiskWatch {
  /** True while there is less room than there must be. */
  full(): boolean;
  stop(): void;
}

const LOOK_MS = 2000;

/** `megabytesMin` 0 watches nothing. A folder that cannot be asked counts as roomy: this is a brake, not a check of the disk. */
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
