// BullMQ on a dedicated Redis that writes every command to disk before it responds, so that it is as durable as ours.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { loadAlternative } from '../alternative.ts';
import type { Alternative } from '../queues.ts';

export const bullmq: Alternative = {
  name: 'BullMQ 5.58.0, Redis with appendfsync always',
  durable: true,
  async open() {
    if (spawnSync('redis-server', ['--version'], { stdio: 'ignore' }).status !== 0) {
      process.stderr.write('  there is no redis-server, so that BullMQ is left out.\n');
      return null;
    }
    const alternative = loadAlternative('bullmq', '5.58.0');
    if (!alternative) return null;
    const { Queue, Worker } = alternative.package;
    const folder = mkdtempSync(path.join(tmpdir(), 'sextant-redis-'));
    const socket = path.join(folder, 'redis.sock');
    const words = ['--port', '0', '--unixsocket', socket, '--dir', folder, '--appendonly', 'yes', '--appendfsync', 'always', '--save', ''];
    const server = spawn('redis-server', words, { stdio: 'ignore' });
    await new Promise((resolve) => setTimeout(resolve, 1000));
    const connection = { path: socket, maxRetriesPerRequest: null };
    const queue = new Queue('work', { connection });
    return {
      addMany: (jobs) => queue.addBulk(jobs.map((data) => ({ name: 'job', data, opts: { removeOnComplete: true } }))),
      addOne: (data) => queue.add('job', data, { removeOnComplete: true }),
      async drain(count) {
        let done = 0;
        let end = (): void => undefined;
        const finished = new Promise<void>((resolve) => {
          end = resolve;
        });
        const worker = new Worker(
          'work',
          async () => {
            if (++done === count) end();
          },
          { connection, concurrency: 100 },
        );
        await Promise.race([finished, new Promise((resolve) => setTimeout(resolve, 60_000))]);
        await worker.close(true);
        return done;
      },
      reset: () => queue.obliterate({ force: true }),
      async close() {
        await queue.close();
        server.kill('SIGKILL');
        rmSync(folder, { recursive: true, force: true });
      },
    };
  },
};
