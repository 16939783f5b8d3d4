// NATS JetStream with file storage.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { loadAlternative } from '../alternative.ts';
import type { Alternative } from '../queues.ts';

export const nats: Alternative = {
  name: 'NATS JetStream, file storage',
  /** By default it responds before the file is flushed. */
  durable: false,
  async open() {
    if (spawnSync('nats-server', ['--version'], { stdio: 'ignore' }).status !== 0) {
      process.stderr.write('  there is no nats-server, so that NATS is left out.\n');
      return null;
    }
    const alternative = loadAlternative('nats', '2.29.3');
    if (!alternative) return null;
    const { connect, AckPolicy, RetentionPolicy, StorageType, StringCodec } = alternative.package;
    const folder = mkdtempSync(path.join(tmpdir(), 'sextant-nats-'));
    const port = 24_000 + Math.floor(Math.random() * 1000);
    const server = spawn('nats-server', ['-js', '-sd', folder, '-p', String(port), '-a', '127.0.0.1'], { stdio: 'ignore' });
    await new Promise((resolve) => setTimeout(resolve, 1500));
    const connection = await connect({ servers: `127.0.0.1:${port}` });
    const manager = await connection.jetstreamManager();
    const stream = { name: 'WORK', subjects: ['work'], storage: StorageType.File, retention: RetentionPolicy.Workqueue };
    await manager.streams.add(stream);
    await manager.consumers.add('WORK', { durable_name: 'worker', ack_policy: AckPolicy.Explicit, max_ack_pending: 10_000 });
    const jetstream = connection.jetstream();
    const codec = StringCodec();
    const encode = (data: object): Uint8Array => codec.encode(JSON.stringify(data));
    return {
      addMany: (jobs) => Promise.all(jobs.map((data) => jetstream.publish('work', encode(data)))),
      addOne: (data) => jetstream.publish('work', encode(data)),
      async drain(count) {
        const consumer = await jetstream.consumers.get('WORK', 'worker');
        let done = 0;
        while (done < count) {
          const messages = await consumer.fetch({ max_messages: 500, expires: 1000 });
          let got = 0;
          for await (const message of messages) {
            JSON.parse(codec.decode(message.data));
            message.ack();
            got++;
          }
          if (got === 0) break;
          done += got;
        }
        await connection.flush();
        return done;
      },
      reset: () => manager.streams.purge('WORK'),
      async close() {
        await connection.close();
        server.kill('SIGKILL');
        rmSync(folder, { recursive: true, force: true });
      },
    };
  },
};
