// CPU time of the processes under test, where Linux reports it.
import { childrenOf, statOf } from '../processes.ts';

const msOf = (pid: number): number => statOf(pid)?.wholeMs ?? 0;

/** A process and its children. The time of children that ended is counted where their parent recorded it. */
const familyMs = (pid: number): number => [pid, ...childrenOf(pid)].reduce((sum, one) => sum + msOf(one), 0);

/** A process with everything below it, including what has ended there. */
export function treeMs(pid: number): number {
  return childrenOf(pid).reduce((sum, child) => sum + treeMs(child), statOf(pid)?.wholeMs ?? 0);
}

interface Work {
  readonly rate: number;
  readonly operations: number;
}

/** Runs `work` and adds the milliseconds of each group of processes per operation. */
export async function withCpu<Done extends Work>(
  groups: Readonly<Record<string, number>>,
  work: () => Promise<Done>,
): Promise<Done & { readonly cpuMs?: Readonly<Record<string, number>> }> {
  if (process.platform !== 'linux') return work();
  const before = Object.entries(groups).map(([name, pid]) => ({ name, pid, ms: familyMs(pid) }));
  const done = await work();
  const cpuMs = Object.fromEntries(before.map(({ name, pid, ms }) => [name, (familyMs(pid) - ms) / done.operations]));
  return { ...done, cpuMs };
}
