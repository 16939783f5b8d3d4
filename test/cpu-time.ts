// Measures work by CPU time, for tests on busy machines.
/** Returns the milliseconds of CPU time of this process, which other load does not increase. */
export function spentMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
