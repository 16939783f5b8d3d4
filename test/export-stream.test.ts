// Exports that are disturbed: clients disconnect, objects expire, and the database fails while a file is streamed.
import { get } from 'node:http';
import { connect } from 'node:net';
import { parquetReadObjects } from 'hyparquet';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { EXPORT_FORMATS, type ExportFormat } from '../src/contract/vocabulary.ts';
import { type DatabaseProxy, type Held, startDatabaseProxy } from './database-proxy.ts';
import { copyObject, openExport } from './exported-objects.ts';
import { countEverything } from './past.ts';
import { startTestService, type TestService, until } from './service.ts';

/** Exports that one account may run at the same time. */
const PER_ACCOUNT = 3;
/** Objects that an export reads with one statement. */
const BATCH = 20;
/** Objects that an export lists with one statement. */
const PAGE = 1000;
/** A request without results has one row. */
const NO_RESULTS = 'test:empty tea';
const OLD_DAYS = 9;
const RETENTION_DAYS = 7;

let service: TestService;
let proxy: DatabaseProxy;
let base: string;
let held: Held | null = null;
beforeAll(async () => {
  service = await startTestService({}, true, {
    way: async (url) => {
      proxy = await startDatabaseProxy(url);
      return proxy.url;
    },
    connectionsMax: 6,
  });
  base = await service.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await service?.stop();
  await proxy?.close();
});
afterEach(() => held?.release());

interface Stored {
  readonly key: string;
  /** Newest first, as in an export. */
  readonly recent: readonly string[];
  readonly old: readonly string[];
}

/** A new account with this many recent and old objects. */
async function store(recent: number, old: number, keyword = 'tea'): Promise<Stored> {
  const { test: key } = await service.account();
  const { json } = await service.call('POST', '/serp/new', key, { keyword, region: 'US', asynchronous: false });
  expect(json.ready).toBe(true);
  const { db } = service.database;
  const stored = { key, recent: await copyObject(db, json.id, recent), old: await copyObject(db, json.id, old, OLD_DAYS) };
  await service.call('DELETE', `/serp/${json.id}`, key);
  return stored;
}

const pathOf = (format: ExportFormat): string => `/objects/export?content=results&format=${format}`;
const open = (key: string, format: ExportFormat) => openExport(base, pathOf(format), key);

/** Returns the ids of the rows in their order, each once. Throws when the file is not well-formed. */
async function idsIn(format: ExportFormat, bytes: Buffer): Promise<unknown[]> {
  const rows = async (): Promise<unknown[]> => {
    if (format === 'parquet') return (await parquetReadObjects({ file: new Uint8Array(bytes).buffer })).map(({ id }) => id);
    const lines = bytes.toString().split(format === 'csv' ? '\r\n' : '\n');
    expect(lines.pop()).toBe('');
    return format === 'csv' ? lines.slice(1).map((line) => line.split(',')[0]) : lines.map((line) => JSON.parse(line).id);
  };
  return [...new Set(await rows())];
}

/** Starts an export and waits until it sends a statement of this name that is not among the first `passing`. */
async function openUntil(key: string, format: ExportFormat, statement: string, passing: number) {
  const hold = proxy.hold(statement, passing);
  held = hold;
  const opening = open(key, format);
  await until(async () => hold.count === 1);
  return { opening, hold };
}

/** Starts as many exports as an account may run, all held at a statement. Starts again while a slot is in use. */
const fillSlots = (key: string, format: ExportFormat, statement: string, passing: number) =>
  until(async () => {
    const hold = proxy.hold(statement, passing);
    held = hold;
    let isRefused = false;
    const clients = Array.from({ length: PER_ACCOUNT }, () =>
      get(`${base}${pathOf(format)}`, { agent: false, headers: { authorization: `Bearer ${key}` } })
        .on('error', () => undefined)
        .once('response', (response) => {
          isRefused ||= response.statusCode === 429;
          response.on('error', () => undefined).resume();
        }),
    );
    await until(async () => hold.count === PER_ACCOUNT || isRefused);
    if (!isRefused) return { clients, hold };
    for (const client of clients) client.destroy();
    hold.release();
    return null;
  });

const dropExpired = 'select drop_expired(array[$1::integer, 100], 400) as name';

/** Disconnects all clients of an account while their exports wait for a statement. Then exports work as before. */
async function disconnect(format: ExportFormat, statement: string, passing: number): Promise<void> {
  const { key, recent } = await store(5 * BATCH, 0, NO_RESULTS);
  const { clients, hold } = await fillSlots(key, format, statement, passing);
  expect((await open(key, format)).response.statusCode).toBe(429);
  for (const client of clients) client.destroy();
  hold.release();
  const next = await fillSlots(key, format, 'read_objects', 0);
  for (const client of next.clients) client.destroy();
  next.hold.release();
  await until(async () => (await service.database.db.query(BUSY)).length === 0);
  const { bytes, complete } = await until(async () => {
    const { response, read } = await open(key, format);
    return response.statusCode === 200 && read();
  });
  expect([complete, await idsIn(format, bytes)]).toEqual([true, recent]);
}

describe.each(EXPORT_FORMATS)('an export as %s', (format) => {
  test('leaves out the objects of a day that retention drops between two reads', async () => {
    const { key, recent } = await store(BATCH + 10, BATCH + 10);
    const { opening, hold } = await openUntil(key, format, 'read_objects', 1);
    await countEverything(service.database.db);
    const dropped = await service.database.db.query<{ name: string }>({ name: 'drop', text: dropExpired }, [RETENTION_DAYS]);
    expect(dropped.map(({ name }) => name.replace(/\d+$/, ''))).toEqual(expect.arrayContaining(['objects_days_', 'results_days_']));
    hold.release();
    const { bytes, complete } = await (await opening).read();
    expect([complete, await idsIn(format, bytes)]).toEqual([true, recent]);
  });

  test('breaks the connection when the database fails after the first rows', async () => {
    const { key, recent } = await store(BATCH + 10, 0);
    const { opening, hold } = await openUntil(key, format, 'read_objects', 1);
    hold.lose();
    const { response, read } = await opening;
    const { bytes, complete } = await read();
    expect([response.statusCode, complete]).toEqual([200, false]);
    expect(bytes.toString()).not.toContain('"code":502');
    if (format === 'parquet') await expect(idsIn(format, bytes)).rejects.toThrow();
    else expect(await idsIn(format, bytes)).toEqual(recent.slice(0, BATCH));
    expect((await (await open(key, format)).read()).complete).toBe(true);
  });

  test('ends with its client between results, and releases its slot and its connection', () =>
    disconnect(format, 'read_objects', PER_ACCOUNT));
});

describe('an export', () => {
  test('leaves out the objects of a day that is dropped while it waits for the lock', async () => {
    const { key, recent } = await store(BATCH + 10, BATCH + 10);
    const { opening, hold } = await openUntil(key, 'csv', 'read_objects', 1);
    await countEverything(service.database.db);
    await service.database.db.transaction(async (query) => {
      expect((await query({ name: 'drop', text: dropExpired }, [RETENTION_DAYS])).length).toBeGreaterThan(0);
      hold.release();
      await until(async () => (await service.database.db.query(WAITING)).length > 0);
    });
    const { bytes, complete } = await (await opening).read();
    expect([complete, await idsIn('csv', bytes)]).toEqual([true, recent]);
  });

  test('leaves out objects that the account deletes, and goes on to the next page of the list', async () => {
    const { key, recent, old } = await store(PAGE, 2, NO_RESULTS);
    const { opening, hold } = await openUntil(key, 'csv', 'list_objects', 1);
    expect((await service.call('DELETE', `/serp/${old[0]}`, key)).status).toBe(204);
    hold.release();
    const { bytes, complete } = await (await opening).read();
    expect([complete, await idsIn('csv', bytes)]).toEqual([true, [...recent, old[1]]]);
  });

  test.each(['csv', 'jsonl'] as const)(
    'as %s breaks the connection of an HTTP/1.0 client too, for which its normal end is the end of the file',
    async (format) => {
      const { key } = await store(BATCH + 10, 0);
      const hold = proxy.hold('read_objects', 1);
      held = hold;
      const socket = connect({ port: Number(new URL(base).port), host: '127.0.0.1', allowHalfOpen: true }).resume();
      const end = new Promise((resolve) => {
        // Node also emits `end` for a reset that arrives with the last bytes. But a connection that was reset accepts no bytes.
        socket.once('end', () => socket.write('\n', (error) => resolve(error ? 'a reset' : 'a complete file')));
        socket.once('error', () => resolve('a reset'));
      });
      socket.write(`GET ${pathOf(format)} HTTP/1.0\r\nauthorization: Bearer ${key}\r\n\r\n`);
      await until(async () => hold.count === 1 && socket.bytesRead > 0);
      hold.lose();
      expect(await end).toBe('a reset');
      socket.destroy();
    },
  );

  test('ends with its client before the first page is listed', () => disconnect('csv', 'list_objects', 0));
  test('ends with its client before the first results are read', () => disconnect('csv', 'read_objects', 0));

  test('whose first read fails is an error and not a file', async () => {
    const { key } = await store(1, 0);
    const { opening, hold } = await openUntil(key, 'jsonl', 'read_objects', 0);
    hold.lose();
    const { response, read } = await opening;
    expect(JSON.parse((await read()).bytes.toString())).toMatchObject({ code: 502 });
    expect([response.statusCode, response.headers['content-disposition']]).toEqual([502, undefined]);
  });
});

const WAITING = {
  name: 'waiting_for_locks',
  text: `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
};
const BUSY = {
  name: 'busy_connections',
  text: `select 1 from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend' and state <> 'idle' and pid <> pg_backend_pid()`,
};
