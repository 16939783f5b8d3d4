// Says why a port could not be opened, in one line.
import { StartProblem } from './installation.ts';

export interface ListenAddress {
  readonly host: string;
  readonly port: number;
  /** Names of the settings of host and port. */
  readonly names: readonly [string, string];
}

export function listenProblem(cause: unknown, { host, port, names }: ListenAddress): StartProblem {
  const taken = (cause as NodeJS.ErrnoException).code === 'EADDRINUSE';
  const problem = taken
    ? `Port ${port} is taken: stop what uses it, or set ${names[1]} to another one.`
    : `Cannot listen on ${host} port ${port}: check ${names.join(' and ')}.`;
  return new StartProblem(problem, { cause });
}
