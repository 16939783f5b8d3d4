// How much work something was, on machines that others use too.
/** Milliseconds of the processor that this process has used: what other work on the machine does not lengthen. */
export function spentMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
