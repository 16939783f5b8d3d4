// Processor time of the processes under test, from Linux's own books; elsewhere nothing is told.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** In hundredths of a second on every Linux that Node runs on. */
const TICK_MS = 10;

function statOf(pid) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1).split(' ');
    return { parent: Number(fields[1]), ms: (Number(fields[11]) + Number(fields[12])) * TICK_MS };
  } catch {
    return null;
  }
}

const msOf = (pid) => statOf(pid)?.ms ?? 0;

/** The processes that this one has started and that live. */
export const childrenOf = (pid) =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && statOf(name)?.parent === pid)
    .map(Number);

/** PostgreSQL's first process, from the folder of its cluster. */
export const postmasterOf = (folder) => Number(readFileSync(path.join(folder, 'postmaster.pid'), 'utf8').split('\n')[0]);

/** A process and its children; those that ended are counted where their parent kept their time. */
const familyMs = (pid) => [pid, ...childrenOf(pid)].reduce((sum, one) => sum + msOf(one), 0);

/** Runs `work`, which answers { rate, operations }, and adds the milliseconds of each group per operation. */
export async function withCpu(groups, work) {
  if (process.platform !== 'linux') return work();
  const before = Object.entries(groups).map(([name, pid]) => [name, pid, familyMs(pid)]);
  const done = await work();
  const cpuMs = Object.fromEntries(before.map(([name, pid, ms]) => [name, (familyMs(pid) - ms) / done.operations]));
  return { ...done, cpuMs };
}
