// Waiting: for a time, for a condition, for a service.
import { setTimeout as sleep } from 'node:timers/promises';

export { sleep };

interface UntilSettings {
  readonly msMax: number;
  readonly everyMs?: number;
  /** The message of the error when the time is over. */
  readonly problem: () => string;
}

/** Throws when the condition does not hold in time. */
export async function until(holds: () => boolean | Promise<boolean>, { msMax, everyMs = 50, problem }: UntilSettings): Promise<void> {
  for (const started = Date.now(); !(await holds()); await sleep(everyMs)) if (Date.now() - started > msMax) throw new Error(problem());
}

/** Returns whether this URL responds with a good status. */
export const isGood = (url: string): Promise<boolean> =>
  fetch(url, { signal: AbortSignal.timeout(2000) }).then(
    async (response) => {
      await response.arrayBuffer();
      return response.ok;
    },
    () => false,
  );

/** Is the service ready for requests? */
export const isReady = (url: string): Promise<boolean> => isGood(`${url}/readyz`);
