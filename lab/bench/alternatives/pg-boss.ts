// The queue pg-boss on the same PostgreSQL as ours, fetching and completing in batches.
import { loadAlternative } from '../alternative.ts';
import type { Alternative } from '../queues.ts';

const RESULT = Buffer.from('{"organic":[]}');

export const pgBoss: Alternative = {
  name: 'pg-boss 10.4.2',
  durable: true,
  async open({ url }) {
    const alternative = loadAlternative('pg-boss', '10.4.2');
    if (!alternative) return null;
    const PgBoss = alternative.package.default ?? alternative.package;
    const boss = new PgBoss({ connectionString: url, schema: 'peer_boss', max: 8, supervise: false, schedule: false });
    boss.on('error', () => undefined);
    await boss.start();
    await boss.createQueue('work');
    await boss.getDb().executeSql('create table peer_boss.kept (id uuid primary key, body bytea not null)');
    const drain = async (count: number, keep?: (ids: string[]) => Promise<unknown>): Promise<number> => {
      let done = 0;
      const worker = async (): Promise<void> => {
        while (done < count) {
          const jobs = await boss.fetch('work', { batchSize: 500 });
          if (!jobs || jobs.length === 0) return;
          const ids = jobs.map(({ id }: { id: string }) => id);
          await keep?.(ids);
          await boss.complete('work', ids);
          done += jobs.length;
        }
      };
      await Promise.all([worker(), worker()]);
      return done;
    };
    return {
      addMany: (jobs) => boss.insert(jobs.map((data) => ({ name: 'work', data }))),
      addOne: (data) => boss.send('work', data),
      drain: (count) => drain(count),
      /** Each batch stores its results before it is completed, because the queue does not. */
      drainKept: (count) =>
        drain(count, (ids) =>
          boss.getDb().executeSql('insert into peer_boss.kept (id, body) select unnest($1::uuid[]), $2', [ids, RESULT]),
        ),
      reset: () => boss.purgeQueue('work'),
      close: () => boss.stop({ graceful: false, timeout: 1000 }),
    };
  },
};
