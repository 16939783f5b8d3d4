import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  chmodSync,
  existsSync,
  lchownSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, describe, expect, test } from 'vitest';
import { until } from '../../test/service.ts';
import { type EmbeddedPostgres, startPostgres, waitUntilReady } from './postgres.ts';
import { lastLineOf, rotateLog } from './postgres-log.ts';
import { ClusterBusy, claimCluster, runningPid } from './postgres-process.ts';
import { changeClusterOwner, databaseUser, USER } from './postgres-user.ts';
import { isAlive } from './process-identity.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'sextant-postgres-'));
chmodSync(folder, 0o755);
const isRoot = process.getuid?.() === 0;
const canLock = spawnSync('flock', ['--version']).status === 0;
const small = { shared_buffers: '16MB', fsync: 'off' };
const open: EmbeddedPostgres[] = [];
const home = (name: string) => path.join(folder, name);
const start = async (name: string): Promise<EmbeddedPostgres> => {
  const postgres = await startPostgres(home(name), small);
  open.push(postgres);
  return postgres;
};
const query = async (postgres: EmbeddedPostgres, text: string) => {
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
};
const ownersIn = (at: string): Set<number> =>
  new Set([statSync(at).uid, ...readdirSync(at, { recursive: true }).map((name) => statSync(path.join(at, String(name))).uid)]);

afterAll(async () => {
  for (const postgres of open) await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe.runIf(isRoot && process.platform === 'linux')('started by root', () => {
  test('the database belongs to a dedicated user, and so does an older cluster after the next start', async () => {
    const first = await start('user');
    const uid = databaseUser().user!.uid;
    expect(uid).toBe(Number(spawnSync('id', ['-u', USER], { encoding: 'utf8' }).stdout));
    expect(ownersIn(home('user/cluster'))).toEqual(new Set([uid]));
    expect(first.warning()).toBeNull();
    await query(first, 'create table kept (id integer)');
    await first.stop();

    const nobody = Number(spawnSync('id', ['-u', 'nobody'], { encoding: 'utf8' }).stdout);
    spawnSync('chown', ['-R', 'nobody', home('user/cluster'), home('user/run')]);
    expect(ownersIn(home('user/cluster'))).toEqual(new Set([nobody]));
    const second = await start('user');
    expect(ownersIn(home('user/cluster'))).toEqual(new Set([uid]));
    expect(await query(second, 'select count(*)::integer as count from kept')).toEqual([{ count: 0 }]);
    await second.stop();
  });

  test('the owner of a cluster is changed without following links out of it', () => {
    const cluster = mkdtempSync(home('links-'));
    const victim = home('victim');
    writeFileSync(victim, '');
    symlinkSync(victim, path.join(cluster, 'link'));
    for (const name of [cluster, path.join(cluster, 'link')]) lchownSync(name, 65_534, 65_534);
    changeClusterOwner(cluster, databaseUser().user!);
    expect([statSync(victim).uid, statSync(cluster).uid]).toEqual([0, databaseUser().user!.uid]);
  });
});

describe.runIf(canLock)('the lock of a cluster', () => {
  test('is held by PostgreSQL itself, and is free when its last process has ended', async () => {
    const postgres = await start('lock');
    const cluster = home('lock/cluster');
    const claim = () => claimCluster(home('lock'), cluster);
    expect(claim).toThrow(ClusterBusy);
    expect(existsSync(path.join(cluster, 'postmaster.pid'))).toBe(true);
    const pid = runningPid(cluster)!;
    process.kill(pid, 'SIGKILL');
    // PostgreSQL takes a dead process that its parent has not noticed yet for a running one.
    await until(async () => !isAlive(pid));
    expect(runningPid(cluster)).toBeNull();
    const restarted = await start('lock');
    expect(runningPid(cluster)).not.toBe(pid);
    expect(await query(restarted, 'select 1 as one')).toEqual([{ one: 1 }]);
    await restarted.stop();
    await postgres.stop();
  });

  test('proves that only the postmaster.pid of a server that had it is stale', async () => {
    const [at, cluster] = [home('pids'), home('pids/cluster')];
    spawnSync('mkdir', ['-p', cluster]);
    const file = path.join(cluster, 'postmaster.pid');
    writeFileSync(file, '12345\n');
    writeFileSync(path.join(at, 'cluster.holder'), '999');
    claimCluster(at, cluster);
    expect(existsSync(file)).toBe(true);
    const other = path.join(folder, 'pids-2');
    spawnSync('mkdir', ['-p', path.join(other, 'cluster')]);
    writeFileSync(path.join(other, 'cluster', 'postmaster.pid'), '12345\n');
    writeFileSync(path.join(other, 'cluster.holder'), '12345');
    claimCluster(other, path.join(other, 'cluster'));
    expect(existsSync(path.join(other, 'cluster', 'postmaster.pid'))).toBe(false);
  });

  test('another program with the process number of the dead server is not mistaken for it', async () => {
    const cluster = home('reused');
    spawnSync('mkdir', ['-p', cluster]);
    const child = spawn('sleep', ['600'], { argv0: 'postgres', stdio: 'ignore' });
    writeFileSync(path.join(cluster, 'postmaster.pid'), `${child.pid}\n${cluster}\n`);
    expect(runningPid(cluster)).toBeNull();
    child.kill('SIGKILL');
  });
});

describe('the log of PostgreSQL', () => {
  test('is appended to by each start and has four older files', async () => {
    const postgres = await start('log');
    await postgres.stop();
    const log = home('log/postgres.log');
    const before = readFileSync(log, 'utf8');
    await (await start('log')).stop();
    expect(readFileSync(log, 'utf8').startsWith(before)).toBe(true);
    for (let round = 1; round <= 6; round++) {
      appendFileSync(log, `round ${round}\n`);
      expect(rotateLog(home('log'), 4)).toBe(true);
    }
    expect(rotateLog(home('log'), 4)).toBe(false);
    const kept = readdirSync(home('log')).filter((name) => name.startsWith('postgres.log'));
    expect(kept.sort()).toEqual(['postgres.log', 'postgres.log.1', 'postgres.log.2', 'postgres.log.3', 'postgres.log.4']);
    expect(readFileSync(`${log}.1`, 'utf8')).toBe('round 6\n');
    expect(statSync(`${log}.1`).mode & 0o077).toBe(0);
    appendFileSync(log, 'FATAL:  lock file "postmaster.pid" already exists\nHINT:  Is another postmaster running?\n');
    expect(lastLineOf(home('log'), 0)).toContain('FATAL');
  });
});

test('a server that ends while its readiness is checked is reported', async () => {
  // Accepts connections, and ends each of them at its first query.
  const ready = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49]);
  const sockets = mkdtempSync(path.join(folder, 'socket-'));
  const dying = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
  const ended = once(dying, 'exit');
  const server = createServer((socket) => {
    socket.once('data', () => {
      socket.write(ready);
      socket.once('data', () => {
        dying.kill('SIGKILL');
        socket.destroy();
      });
    });
    socket.on('error', () => undefined);
  });
  server.listen(path.join(sockets, '.s.PGSQL.5432'));
  await once(server, 'listening');
  const url = `postgres://sextant:x@localhost/sextant?host=${encodeURIComponent(sockets)}`;
  await expect(waitUntilReady(url, dying.pid!, () => 'last line')).rejects.toThrow('PostgreSQL stopped while starting: last line');
  await ended;
  server.close();
});
