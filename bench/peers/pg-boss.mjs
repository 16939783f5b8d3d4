// The queue pg-boss on the same PostgreSQL as ours, fetching and completing in batches.
import { loadPeer } from '../peer.mjs';

export const pgBoss = {
  name: 'pg-boss 10.4.2',
  durable: true,
  async open({ url }) {
    const peer = loadPeer('pg-boss', '10.4.2');
    if (!peer) return null;
    const PgBoss = peer.package.default ?? peer.package;
    const boss = new PgBoss({ connectionString: url, schema: 'peer_boss', max: 8, supervise: false, schedule: false });
    boss.on('error', () => undefined);
    await boss.start();
    await boss.createQueue('work');
    return {
      addMany: (jobs) => boss.insert(jobs.map((data) => ({ name: 'work', data }))),
      addOne: (data) => boss.send('work', data),
      async drain(count) {
        let done = 0;
        const worker = async () => {
          while (done < count) {
            const jobs = await boss.fetch('work', { batchSize: 100 });
            if (!jobs || jobs.length === 0) return;
            await boss.complete(
              'work',
              jobs.map(({ id }) => id),
            );
            done += jobs.length;
          }
        };
        await Promise.all([worker(), worker()]);
        return done;
      },
      reset: () => boss.purgeQueue('work'),
      close: () => boss.stop({ graceful: false, timeout: 1000 }),
    };
  },
};
