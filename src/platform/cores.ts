// The number of cores that this process may use: those of the machine, or fewer in a container with a CPU limit.
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';

/** Node 20 and 22 do not count the CPU limit of a container, so it is read from the control group. */
export const availableCores = (): number => Math.max(1, Math.min(availableParallelism(), quotaCores()));

const CGROUP_FOLDER = '/sys/fs/cgroup';

/** Returns the CPU limit in whole cores, rounded up. Infinity without one. `root` is the folder of the control group. */
export function quotaCores(root = CGROUP_FOLDER): number {
  // Version 2 has "max 100000" or "150000 100000" in one file. Version 1 has two files, and -1 means no limit.
  const [quota, period] = textOf(`${root}/cpu.max`)?.split(' ') ?? [
    textOf(`${root}/cpu/cpu.cfs_quota_us`),
    textOf(`${root}/cpu/cpu.cfs_period_us`),
  ];
  const cores = Number(quota) / Number(period);
  return cores > 0 && Number.isFinite(cores) ? Math.ceil(cores) : Number.POSITIVE_INFINITY;
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return undefined;
  }
}
