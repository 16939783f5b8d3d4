// CPU groups of Linux: a fixed share of the processor for some processes, and the CPU time that they used.
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { sleep } from './wait.ts';

export interface CpuGroup {
  /** The command that joins the group and then becomes the given program. Its threads and children belong to the group, too. */
  command(words: readonly string[]): string[];
  /** Limits all processes of the group together to this many cores; null removes the limit. */
  limit(cores: number | null): void;
  /** CPU time since the group was created. */
  usedMs(): number;
}

/** The two versions differ in their files: version 1 may have separate folders for limits and for CPU time. */
interface Version {
  readonly folders: readonly string[];
  limit(folder: string, quotaUs: number | null): void;
  usedMs(folder: string): number;
}

const MOUNT = '/sys/fs/cgroup';
/** A group that has used its share waits for the next period. */
const PERIOD_US = 50_000;
const REMOVE_ATTEMPTS = 50;
const REMOVE_MS = 100;

const textOf = (file: string): string => readFileSync(file, 'utf8');
const hasCpu = (file: string): boolean => existsSync(file) && textOf(file).split(/\s+/).includes('cpu');

const version2 = (mount: string): Version => ({
  folders: [mount],
  limit: (folder, quotaUs) => writeFileSync(path.join(folder, 'cpu.max'), `${quotaUs ?? 'max'} ${PERIOD_US}`),
  usedMs: (folder) => Number(/usage_usec (\d+)/.exec(textOf(path.join(folder, 'cpu.stat')))![1]) / 1e3,
});

const VERSION_1: Version = {
  folders: [path.join(MOUNT, 'cpu'), path.join(MOUNT, 'cpuacct')],
  limit: (folder, quotaUs) => {
    writeFileSync(path.join(folder, 'cpu.cfs_period_us'), String(PERIOD_US));
    writeFileSync(path.join(folder, 'cpu.cfs_quota_us'), String(quotaUs ?? -1));
  },
  usedMs: (folder) => Number(textOf(path.join(folder, 'cpuacct.usage'))) / 1e6,
};

/** Where both versions are mounted, only one of them has the CPU controller. */
function findVersion(): Version {
  const mount = [MOUNT, path.join(MOUNT, 'unified')].find((one) => hasCpu(path.join(one, 'cgroup.controllers')));
  if (mount !== undefined) {
    const children = path.join(mount, 'cgroup.subtree_control');
    if (!hasCpu(children)) writeFileSync(children, '+cpu');
    return version2(mount);
  }
  if (existsSync(path.join(MOUNT, 'cpu', 'cpu.cfs_quota_us'))) return VERSION_1;
  throw new Error(`neither version 2 nor version 1 has a CPU controller under ${MOUNT}`);
}

/** Returns why this machine cannot limit the CPU share of a process, or null. */
export async function cgroupObstacle(): Promise<string | null> {
  if (process.platform !== 'linux') return 'CPU groups need Linux';
  const name = `sextant-probe-${process.pid}`;
  try {
    openCpuGroup(name).limit(0.5);
    return null;
  } catch (error) {
    return `CPU groups cannot be created here (${(error as Error).message})`;
  } finally {
    await removeCpuGroup(name).catch(() => undefined);
  }
}

/** Creates the group, or opens an existing one. */
export function openCpuGroup(name: string): CpuGroup {
  const version = findVersion();
  const folders = version.folders.map((folder) => path.join(folder, name));
  for (const folder of folders) mkdirSync(folder, { recursive: true });
  const join = folders.map((folder) => `echo $$ > '${path.join(folder, 'cgroup.procs')}'`).join(' && ');
  return {
    command: (words) => ['sh', '-c', `${join} && exec "$@"`, 'sh', ...words],
    limit: (cores) => version.limit(folders[0]!, cores === null ? null : Math.round(cores * PERIOD_US)),
    usedMs: () => version.usedMs(folders.at(-1)!),
  };
}

/** The processes of the group must be ending: a group that has one cannot be removed. */
export async function removeCpuGroup(name: string): Promise<void> {
  for (const parent of findVersion().folders) {
    const folder = path.join(parent, name);
    for (let attempts = 1; existsSync(folder); attempts++) {
      try {
        rmdirSync(folder);
      } catch (error) {
        if (attempts >= REMOVE_ATTEMPTS) throw error;
        await sleep(REMOVE_MS);
      }
    }
  }
}
