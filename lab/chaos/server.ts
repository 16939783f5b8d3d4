// The PostgreSQL of a run: killed without warning, restarted, and on a small disk where the machine allows it.
import { spawnSync } from 'node:child_process';
import { chmodSync, closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { startPostgres } from '#product/platform/postgres.js';
import { findPostmaster, killWhole } from '../processes.ts';
import { sleep } from '../wait.ts';

const DISK_MEGABYTES = 640;
/** A slow log writer breaks no promise, and it exposes commits that do not wait for the disk. */
const TUNE = { shared_buffers: '64MB', max_wal_size: '192MB', min_wal_size: '64MB', max_connections: '200', wal_writer_delay: '10s' };

export interface ChaosServer {
  readonly folder: string;
  readonly socketPath: string;
  urlOf(database: string): string;
  /** The machine allowed to mount a small disk, which can be filled. */
  readonly hasDisk: boolean;
  readonly kills: number;
  kill(): void;
  ready(): Promise<void>;
  fillDisk(): void;
  freeDisk(): void;
  connect(database: string): Promise<pg.Client>;
  close(): Promise<void>;
}

export async function startServer(): Promise<ChaosServer> {
  const folder = mkdtempSync(path.join(tmpdir(), 'sextant-chaos-'));
  chmodSync(folder, 0o711);
  const disk = path.join(folder, 'disk');
  mkdirSync(disk);
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MEGABYTES}m,mode=0711`, 'tmpfs', disk]).status === 0;
  const home = path.join(disk, 'postgres');
  const filler = path.join(disk, 'filler');
  let postgres = await startPostgres(home, TUNE);
  let kills = 0;
  let starting: Promise<void> | null = null;

  const pidOf = (): number | null => findPostmaster(path.join(home, 'cluster'));
  /** Kills the server and all its children at once, so that everything that was only in memory is lost. */
  const kill = (): void => {
    const pid = pidOf();
    if (pid === null) return;
    kills++;
    killWhole(pid);
  };
  const isAlive = (): boolean => {
    try {
      process.kill(pidOf() ?? 0, 0);
      return pidOf() !== null;
    } catch {
      return false;
    }
  };
  const start = (): Promise<void> => {
    starting ??= (async () => {
      for (let attempts = 1; ; attempts++) {
        try {
          postgres = await startPostgres(home, TUNE);
          return;
        } catch (error) {
          if (attempts === 40) throw error;
          await sleep(250);
        }
      }
    })().finally(() => {
      starting = null;
    });
    return starting;
  };
  /** Restarts a server that was killed or ran out of disk. */
  const watch = setInterval(() => {
    if (!starting && !isAlive()) start().catch(() => undefined);
  }, 200);

  return {
    folder,
    socketPath: path.join(postgres.socketFolder, '.s.PGSQL.5432'),
    urlOf: (database) => postgres.url.replace('/sextant?', `/${database}?`),
    hasDisk: mounted,
    get kills() {
      return kills;
    },
    kill,
    ready: async () => {
      if (!isAlive()) await start();
      else await starting;
    },
    fillDisk: () => {
      const file = openSync(filler, 'w');
      for (const size of [1 << 22, 1 << 16, 1 << 12]) {
        try {
          for (;;) writeSync(file, Buffer.alloc(size, 1));
        } catch {
          // No chunk of this size fits any more.
        }
      }
      closeSync(file);
    },
    freeDisk: () => rmSync(filler, { force: true }),
    connect: async (database) => {
      const client = new pg.Client({ connectionString: postgres.url.replace('/sextant?', `/${database}?`) });
      client.on('error', () => undefined);
      await client.connect();
      return client;
    },
    close: async () => {
      clearInterval(watch);
      await starting?.catch(() => undefined);
      kill();
      // Lazily, because this process still holds the server's log open.
      if (mounted) spawnSync('umount', ['-l', disk]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
