// The run's own PostgreSQL: killed without a word, started again, and on a small disk of its own where the machine allows it.
import { spawnSync } from 'node:child_process';
import { chmodSync, closeSync, mkdirSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { startPostgres } from '#product/platform/postgres.js';

const DISK_MEGABYTES = 640;
/** A lazy log writer costs nothing that was promised, and shows at once when somebody does not wait for the disk. */
const TUNE = { shared_buffers: '64MB', max_wal_size: '192MB', min_wal_size: '64MB', max_connections: '200', wal_writer_delay: '10s' };

export async function startServer() {
  const folder = mkdtempSync(path.join(tmpdir(), 'sextant-chaos-'));
  chmodSync(folder, 0o711);
  const disk = path.join(folder, 'disk');
  mkdirSync(disk);
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MEGABYTES}m,mode=0711`, 'tmpfs', disk]).status === 0;
  const home = path.join(disk, 'postgres');
  const filler = path.join(disk, 'filler');
  let postgres = await startPostgres(home, TUNE);
  let kills = 0;
  let starting = null;

  const pidOf = () => {
    try {
      return Number(readFileSync(path.join(home, 'cluster', 'postmaster.pid'), 'utf8').split('\n')[0]);
    } catch {
      return null;
    }
  };
  /** Server and all its children at once: what was only in memory is gone. */
  const kill = () => {
    const pid = pidOf();
    if (pid === null) return;
    kills++;
    killWhole(pid);
  };
  const isAlive = () => {
    try {
      process.kill(pidOf() ?? 0, 0);
      return pidOf() !== null;
    } catch {
      return false;
    }
  };
  const start = () => {
    starting ??= (async () => {
      for (let tries = 1; ; tries++) {
        try {
          postgres = await startPostgres(home, TUNE);
          return;
        } catch (error) {
          if (tries === 40) throw error;
          await sleep(250);
        }
      }
    })().finally(() => {
      starting = null;
    });
    return starting;
  };
  /** A server that died, by us or by a full disk, is started again after a moment. */
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
          // Full to this grain.
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
      // Lazily: our own process still holds the server's log open.
      if (mounted) spawnSync('umount', ['-l', disk]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A process and all its children in one instant, as when a machine is gone. */
export function killWhole(pid) {
  for (const one of [pid, ...childrenOf(pid)]) {
    try {
      process.kill(one, 'SIGKILL');
    } catch {
      // It was gone already.
    }
  }
}

function childrenOf(parent) {
  if (process.platform !== 'linux') {
    const { stdout } = spawnSync('pgrep', ['-P', String(parent)], { encoding: 'utf8' });
    return stdout.split('\n').filter(Boolean).map(Number);
  }
  return readdirSync('/proc')
    .filter((name) => {
      if (!/^\d+$/.test(name)) return false;
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
        return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === parent;
      } catch {
        return false;
      }
    })
    .map(Number);
}
