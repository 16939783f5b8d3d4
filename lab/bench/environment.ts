// The environment of a benchmark: a PostgreSQL with default, durable settings, and the API as a separate process.
import { type Environment, fillWithOneAccount, openEnvironment } from '../environment.ts';
import { freePort } from '../net.ts';

export interface BenchApi {
  readonly base: string;
  readonly pid: number;
  stop(): Promise<unknown>;
}

export interface BenchEnvironment extends Environment {
  readonly url: string;
  /** Empties every table that work fills. */
  reset(): Promise<void>;
  startApi(processes?: number): Promise<BenchApi>;
}

export interface BenchSettings {
  readonly roundCount: number;
  readonly seconds: number;
  readonly objects: number;
  /** Folder of another build, for the cases that compare two. */
  readonly before?: string;
  readonly say: (text: string) => void;
}

export async function openBenchEnvironment(): Promise<BenchEnvironment> {
  const environment = await openEnvironment({
    connectionsMax: 8,
    fill: (bare) => fillWithOneAccount(bare, { serviceRole: false }),
  });
  return Object.assign(environment, {
    url: environment.postgres.url,
    reset: () => environment.db.script('truncate queue, outbox, objects, results, callbacks, deliveries, idempotency'),
    startApi: async (processes = 1): Promise<BenchApi> => {
      // Several processes share one port, so it cannot be left to each of them.
      const api = await environment.start('api', {
        PORT: String(await freePort()),
        DRAIN_SECONDS: '0',
        API_PROCESSES: String(processes),
      });
      return { base: api.url, pid: api.pid, stop: () => api.stop() };
    },
  });
}
