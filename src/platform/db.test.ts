import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { until } from '../../test/service.ts';
import { createDb, DatabaseUnavailable, type Db } from './db.ts';
import { type EmbeddedPostgres, startPostgres } from './postgres.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'sextant away '));
let postgres: EmbeddedPostgres;
let db: Db;
/** Three times the usual time limits, for busy machines. */
const SLOW_TIMES = { pingMs: 500, unresponsiveMs: 4500, ownLagMs: 750 };
const UNRESPONSIVE = { name: 'DatabaseUnavailable', cause: { message: 'no response to pings' } };
const ONE = { name: 'one', text: 'select 1 as one' };
const pid = () => Number(readFileSync(path.join(folder, 'postgres', 'cluster', 'postmaster.pid'), 'utf8').split('\n')[0]);

const NAPS = "select from pg_stat_activity where query = 'select pg_sleep(20)' and state = 'active'";

/** A proxy to the database whose open connections can stop responding while new ones work, as after a failover. */
async function startRelay(socket: string) {
  const open: Socket[] = [];
  let held: (() => void)[] | null = null;
  const server = createServer((client) => {
    const upstream = connect(socket);
    for (const one of [client, upstream]) one.on('error', () => undefined);
    const join = () => void client.pipe(upstream).pipe(client);
    if (held) held.push(join);
    else join();
    open.push(client, upstream);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => open.length / 2,
    /** All of them, or only the first `count`. */
    silence: (count = open.length / 2) => {
      for (const one of open.slice(0, count * 2)) one.unpipe().pause();
    },
    /** New connections wait until they are released. */
    hold: () => {
      held = [];
    },
    letGo: () => {
      for (const join of held?.splice(0) ?? []) join();
      held = null;
    },
    close: () => {
      for (const one of open) one.destroy();
      server.close();
    },
  };
}

function behind(port: number, connectionsMax: number): Db {
  const { username, password } = new URL(postgres.url);
  const url = `postgres://${username}:${password}@127.0.0.1:${port}/sextant`;
  return createDb({ url, connectionsMax, queryMsMax: 30_000, connectMsMax: 2000, healthCheck: SLOW_TIMES });
}

const blockEventLoop = (): void => {
  for (const started = performance.now(); performance.now() - started < 1200; );
};

beforeAll(async () => {
  postgres = await startPostgres(path.join(folder, 'postgres'), { shared_buffers: '16MB' });
  postgres.keepAlive();
  db = createDb({ url: postgres.url, connectionsMax: 4, queryMsMax: 30_000, connectMsMax: 1500, healthCheck: SLOW_TIMES });
  await db.query(ONE);
});
afterAll(async () => {
  await db.close();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe('a database in a folder with a space in its name that', () => {
  test('is killed fails queries at once, recovers by itself and keeps committed rows', async () => {
    await db.script("create table if not exists notes (text text); truncate notes; insert into notes values ('kept')");
    process.kill(pid(), 'SIGKILL');
    const errors: unknown[] = [];
    await until(async () => {
      try {
        return (
          (await db.query<{ text: string }>({ name: 'notes', text: 'select text from notes' }))[0]?.text === 'kept' && errors.length > 0
        );
      } catch (error) {
        errors.push(error);
        return false;
      }
    });
    expect(errors.every((error) => error instanceof DatabaseUnavailable)).toBe(true);
  });

  test('becomes unresponsive fails queries long before their timeout, including those that already wait', async () => {
    await until(async () =>
      db.query(ONE).then(
        () => true,
        () => false,
      ),
    );
    const waiting = db.query({ name: 'sleep', text: 'select pg_sleep(25)' }).catch((error) => error);
    const sent = "select from pg_stat_activity where query = 'select pg_sleep(25)' and state = 'active'";
    await until(async () => (await db.query({ name: 'sent', text: sent })).length === 1);
    const backends = spawnSync('pgrep', ['-P', String(pid())], { encoding: 'utf8' })
      .stdout.split('\n')
      .filter(Boolean)
      .map(Number);
    const all = [pid(), ...backends];
    for (const one of all) process.kill(one, 'SIGSTOP');
    const started = performance.now();
    try {
      expect(await waiting).toMatchObject(UNRESPONSIVE);
      await expect(db.query(ONE)).rejects.toMatchObject(UNRESPONSIVE);
      expect(performance.now() - started).toBeLessThan(20_000);
    } finally {
      for (const one of all) process.kill(one, 'SIGCONT');
    }
    await until(async () =>
      db.query(ONE).then(
        () => true,
        () => false,
      ),
    );
  });

  test.each([
    ['', false],
    [', even after this process was blocked and did not report the server', true],
  ])('becomes unresponsive and moves: older connections are not used%s', async (_when, starved) => {
    const relay = await startRelay(path.join(postgres.socketFolder, '.s.PGSQL.5432'));
    const moved = behind(relay.port, 6);
    const six = () => Promise.all(Array.from({ length: 6 }, () => moved.query({ name: 'nap', text: 'select pg_sleep(0.1)' })));
    let starving: NodeJS.Timeout | undefined;
    try {
      await until(() => six().then(() => true));
      relay.silence();
      if (starved) {
        starving = setInterval(blockEventLoop, 1350);
        // The health check has replaced its connection with one that responds.
        await until(async () => relay.connections() > 7);
        await new Promise((resolve) => setTimeout(resolve, SLOW_TIMES.unresponsiveMs));
        clearInterval(starving);
      } else await expect(moved.query(ONE)).rejects.toMatchObject(UNRESPONSIVE);
      // The health check reaches the new server first. Old connections are idle.
      await until(async () =>
        moved.queryMonitoring(ONE).then(
          () => true,
          () => false,
        ),
      );
      // A query on an old connection would get no response at all.
      await six();
    } finally {
      clearInterval(starving);
      relay.close();
      await moved.close();
    }
  });

  test('answers queries but not pings is not reported as unavailable', async () => {
    const relay = await startRelay(path.join(postgres.socketFolder, '.s.PGSQL.5432'));
    const busy = behind(relay.port, 2);
    try {
      // The health check connects first.
      await until(async () => relay.connections() === 1);
      await until(() => busy.query(ONE).then(() => true));
      relay.silence(1);
      for (const started = performance.now(); performance.now() - started < 7000; )
        await busy.query({ name: 'nap', text: 'select pg_sleep(0.05)' });
      // A ping that was sent just before is still excused by the last nap. The next one must not find a server either.
      relay.hold();
      relay.silence();
      await expect(busy.query(ONE)).rejects.toMatchObject(UNRESPONSIVE);
    } finally {
      relay.close();
      await busy.close();
    }
  });

  test('is slow to accept a connection is waited for as long as it responds to pings', async () => {
    const relay = await startRelay(path.join(postgres.socketFolder, '.s.PGSQL.5432'));
    const slow = behind(relay.port, 2);
    const all = () => Promise.all([slow.query(ONE), slow.query(ONE), slow.query(ONE), slow.bytes(ONE)]);
    try {
      await until(async () => relay.connections() === 1);
      relay.hold();
      const waiting = all();
      await new Promise((resolve) => setTimeout(resolve, 2600));
      relay.letGo();
      expect((await waiting).slice(0, 3)).toEqual([[{ one: 1 }], [{ one: 1 }], [{ one: 1 }]]);
      const restarted = behind(relay.port, 2);
      await until(() => restarted.queryMonitoring(ONE).then(() => true));
      relay.hold();
      const lost = restarted.query(ONE).catch((error) => error);
      await new Promise((resolve) => setTimeout(resolve, 2200));
      relay.silence();
      expect(await lost).toMatchObject(UNRESPONSIVE);
      await restarted.close();
    } finally {
      relay.close();
      await slow.close();
    }
  });

  test('is not reported as unavailable while this process is blocked, but is afterwards', async () => {
    const relay = await startRelay(path.join(postgres.socketFolder, '.s.PGSQL.5432'));
    const starved = behind(relay.port, 2);
    const starving = setInterval(blockEventLoop, 1350);
    try {
      await until(async () => relay.connections() === 1);
      relay.silence(1);
      await starved.query({ name: 'long_nap', text: 'select pg_sleep(9)' });
      const waiting = starved.query({ name: 'longer_nap', text: 'select pg_sleep(20)' }).catch((error) => error);
      await until(async () => (await db.query({ name: 'naps', text: NAPS })).length === 1);
      relay.silence();
      clearInterval(starving);
      expect(await waiting).toMatchObject(UNRESPONSIVE);
    } finally {
      clearInterval(starving);
      relay.close();
      await starved.close();
    }
  });

  test('is already running is adopted, not started twice', async () => {
    const restarted = await startPostgres(path.join(folder, 'postgres'));
    expect(restarted.adopted).toBe(true);
    expect(restarted.url).toBe(postgres.url);
  });
});
