// The queue graphile-worker on the same PostgreSQL as ours, with its local queue, which is its fastest mode.
import type { Client } from 'pg';
import { loadAlternative } from '../alternative.ts';
import type { Alternative } from '../queues.ts';

const RESULT = Buffer.from('{"organic":[]}');

/** The argument of its tasks. */
interface Helpers {
  readonly job: { readonly id: string };
  query(text: string, values: unknown[]): Promise<unknown>;
}

export const graphileWorker: Alternative = {
  name: 'graphile-worker 0.17.3',
  durable: true,
  async open({ url }) {
    const alternative = loadAlternative('graphile-worker', '0.17.3');
    if (!alternative) return null;
    const { makeWorkerUtils, run, Logger } = alternative.package;
    const logger = new Logger(() => () => undefined);
    const utils = await makeWorkerUtils({ connectionString: url, schema: 'peer_graphile', logger });
    await utils.migrate();
    await utils.withPgClient((client: Client) =>
      client.query('create table peer_graphile.kept (id bigint primary key, body bytea not null)'),
    );
    const drain = async (count: number, task?: (helpers: Helpers) => Promise<unknown>): Promise<number> => {
      let done = 0;
      let end = (): void => undefined;
      const finished = new Promise<void>((resolve) => {
        end = resolve;
      });
      const runner = await run({
        connectionString: url,
        schema: 'peer_graphile',
        logger,
        noHandleSignals: true,
        concurrency: 100,
        maxPoolSize: 10,
        pollInterval: 100,
        preset: { worker: { localQueue: { size: 500 }, completeJobBatchDelay: 0, failJobBatchDelay: 0, schema: 'peer_graphile' } },
        taskList: {
          work: async (_payload: unknown, helpers: Helpers) => {
            await task?.(helpers);
            if (++done === count) end();
          },
        },
      });
      await Promise.race([finished, new Promise((resolve) => setTimeout(resolve, 60_000))]);
      void runner.stop().catch(() => undefined);
      return done;
    };
    return {
      addMany: (jobs) => utils.addJobs(jobs.map((payload) => ({ identifier: 'work', payload }))),
      addOne: (payload) => utils.addJob('work', payload),
      drain: (count) => drain(count),
      /** Each task stores its result, because the queue does not. */
      drainKept: (count) =>
        drain(count, ({ job, query }) => query('insert into peer_graphile.kept (id, body) values ($1, $2)', [job.id, RESULT])),
      reset: () =>
        utils.withPgClient((client: Client) =>
          client.query('delete from peer_graphile._private_jobs; truncate peer_graphile.kept').catch(() => undefined),
        ),
      close: () => utils.release(),
    };
  },
};
