// A primary that runs on after its standby was promoted must not be used any more.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../lab/net.ts';
import { type PostgresServer, startServer, startStandby } from '../lab/resilience/servers.ts';
import { createDb, DatabaseUnavailable, type Db } from '../src/platform/db.ts';
import { startPostgres } from '../src/platform/postgres.ts';
import { until } from './service.ts';

let folder: string;
let [first, second]: PostgresServer[] = [];
let url: string;
const dbs: Db[] = [];

function open(given = url): Db {
  const db = createDb({ url: given, connectionsMax: 4, queryMsMax: 30_000, connectMsMax: 3000, healthCheck: true });
  dbs.push(db);
  return db;
}

const WRITE = { name: 'write', text: 'insert into written values ($1) returning inet_server_port() as port' };
/** Returns the port of the server that acknowledged the commit, or null when none did. */
const write = (db: Db, number: number): Promise<number | null> =>
  db.query<{ port: number }>(WRITE, [number]).then(
    ([row]) => row!.port,
    () => null,
  );

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'sextant-replaced-'));
  chmodSync(folder, 0o711);
  const home = path.join(folder, 'first');
  const embedded = await startPostgres(home);
  const password = decodeURIComponent(new URL(embedded.url).password);
  await embedded.stop();
  first = await startServer({ home, port: await freePort(), password });
  await first.ask('create table written (number integer)');
  second = await startStandby(first, path.join(folder, 'second'), await freePort());
  url = `postgres://sextant:${password}@127.0.0.1:${first.port},127.0.0.1:${second.port}/sextant`;
}, 180_000);

afterAll(async () => {
  await Promise.all(dbs.map((db) => db.close()));
  for (const server of [first, second]) await server?.kill();
  rmSync(folder, { recursive: true, force: true });
}, 60_000);

test('two addresses of one server are not taken for two servers', async () => {
  const db = open(url.replace(`127.0.0.1:${second!.port}`, `localhost:${first!.port}`));
  // Every host is asked once a second.
  for (let number = 6000; number < 6025; number++) {
    expect(await write(db, number)).toBe(first!.port);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  expect(db.takeovers()).toBe(0);
}, 60_000);

test('a primary whose commits do not reach the standby is unavailable, although it answers queries', async () => {
  const db = open();
  await write(db, 5000);
  const waitFor = async (names: string): Promise<void> => {
    await first!.ask(`alter system set synchronous_standby_names = '${names}'`);
    await first!.ask('select pg_reload_conf()');
  };
  await waitFor('nobody');
  await until(async () => !db.isAvailable());
  expect(await first!.ask('select 1 as one')).toEqual([{ one: 1 }]);
  await expect(db.query({ name: 'one', text: 'select 1' })).rejects.toBeInstanceOf(DatabaseUnavailable);
  await waitFor('standby');
  await until(async () => db.isAvailable());
  await until(async () => (await write(db, 5001)) === first!.port);
  expect(db.takeovers()).toBe(0);
}, 60_000);

test('after a promotion every connection moves to the new primary, though the old one runs on', async () => {
  const db = open();
  const listening = await db.connect();
  const closed = new Promise((resolve) => listening.once('end', resolve));
  expect(await write(db, 0)).toBe(first!.port);

  await second!.promote();
  const ports: (number | null)[] = [];
  for (const started = performance.now(); !ports.includes(second!.port) && performance.now() - started < 20_000; )
    ports.push(await write(db, ports.length + 1));
  expect(ports.at(-1)).toBe(second!.port);
  expect(db.takeovers()).toBe(1);
  await closed;
  const again = await db.connect();
  expect((await again.query('select inet_server_port() as port')).rows).toEqual([{ port: second!.port }]);
  await again.end();

  // The old primary still says that it accepts writes.
  expect(await first!.ask('select pg_is_in_recovery() as reading')).toEqual([{ reading: false }]);
  const later = await Promise.all(Array.from({ length: 20 }, (_, number) => write(db, 1000 + number)));
  expect(new Set(later)).toEqual(new Set([second!.port]));
  // Replication is synchronous, so the old primary acknowledged nothing that the new one does not have.
  const acknowledged = ports.filter((port) => port !== null).length;
  expect((await second!.ask('select from written where number between 1 and 999')).length).toBeGreaterThanOrEqual(acknowledged);
}, 60_000);

test('a process that starts later finds the new primary behind the old one', async () => {
  const db = open();
  expect(await write(db, 2000)).toBe(second!.port);
}, 60_000);
