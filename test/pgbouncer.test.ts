import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '../src/config.ts';
import { createDb, type Db } from '../src/platform/db.ts';
import { createLog } from '../src/platform/log.ts';
import { migrate } from '../src/platform/migrate.ts';
import { createNotifications } from '../src/platform/notifications.ts';
import { isPooled } from '../src/platform/pooler.ts';
import { ensureServiceRole, SERVICE_ROLE } from '../src/platform/roles.ts';
import { messageOf } from '../src/problems.ts';
import { type Api, createApi } from '../src/wiring/api.ts';
import { addressesUnder, connect } from '../src/wiring/installation.ts';
import { startService } from '../src/wiring/service.ts';
import { createWorker, type Worker } from '../src/wiring/worker.ts';
import { createDatabase, SQL_FOLDER, type TestDatabase } from './database.ts';
import { carriesPrepared, hasPgBouncer, type PgBouncer, startPgBouncer } from './pgbouncer.ts';
import { until } from './service.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'sextant-pooled-'));
const SESSIONS = 3;

afterAll(() => rmSync(folder, { recursive: true, force: true }));
const TOKEN = 'operator-token-for-tests';
const ways = hasPgBouncer ? [{ prepared: false }, ...(carriesPrepared ? [{ prepared: true }] : [])] : [];

describe.each(ways)('behind PgBouncer in transaction mode, prepared statements $prepared', ({ prepared }) => {
  const user = `pool_${randomBytes(4).toString('hex')}`;
  const log = createLog('error', () => undefined);
  let database: TestDatabase;
  let bouncer: PgBouncer;
  let pooled: Db[] = [];
  let workers: Worker[] = [];
  let api: Api;
  let open: () => Db;

  const call = async (method: 'GET' | 'POST', url: string, key: string, body?: object) => {
    const response = await api.app.inject({ method, url, headers: { authorization: `Bearer ${key}` }, ...(body ? { payload: body } : {}) });
    return { status: response.statusCode, json: response.json() };
  };

  beforeAll(async () => {
    database = await createDatabase();
    const role = await ensureServiceRole(database.db);
    await database.db.script(`create role ${user} login password 'secret' in role ${SERVICE_ROLE}`);
    bouncer = await startPgBouncer(database.url, user, 'secret', SESSIONS);
    const config = readConfig({
      DATABASE_URL: bouncer.url,
      DATABASE_DIRECT_URL: database.url,
      DATABASE_PREPARED_STATEMENTS: String(prepared),
      SYNC_WAIT_SECONDS: '30',
    });
    const addresses = addressesUnder({ url: bouncer.url, directUrl: database.url }, role);
    open = () => {
      const db = connect(addresses, config);
      pooled.push(db);
      return db;
    };
    workers = [await createWorker(open(), config, log), await createWorker(open(), config, log)];
    const secrets = { adminToken: TOKEN, keyPepper: 'pepper', tokenIsNew: false };
    api = await createApi({ db: open(), config, secrets, log, otherMetrics: async () => [] });
  });
  afterAll(async () => {
    await Promise.all(workers.map((worker) => worker.stop(1000)));
    await api?.close();
    await Promise.all(pooled.map((db) => db.close()));
    await bouncer?.stop();
    await database?.db.script(`drop role ${user}`);
    await database?.drop();
    [pooled, workers] = [[], []];
  });

  test('objects are created, run and charged, with fewer sessions than connections', async () => {
    const made = await call('POST', '/admin/accounts', TOKEN, { name: 'Test', email: 't@mail.example', credits: 10_000 });
    const { id: account, keys } = made.json;
    const ids = (
      await Promise.all(
        Array.from({ length: 60 }, (_, index) =>
          call('POST', '/serp/new/list', keys.test, [
            { keyword: `tea ${index}`, region: 'US' },
            { keyword: `test:faulty ${index}`, region: 'US' },
          ]),
        ),
      )
    ).flatMap(({ json }) => (json as { id: string }[]).map(({ id }) => id));
    const done = await until(async () => {
      const { json } = await call('POST', '/serp/list', keys.test, ids);
      return (json as { ready: boolean; faulty: boolean }[]).every(({ ready, faulty }) => ready || faulty) && json;
    }, 60);
    expect(done).toHaveLength(120);
    expect((done as { faulty: boolean }[]).filter(({ faulty }) => faulty)).toHaveLength(60);
    const { json: books } = await call('GET', `/admin/accounts/${account}/ledger?mode=test&limit=1000`, TOKEN);
    expect(books.balance).toBe(10_000 - 60);
    expect(books.entries.reduce((sum: number, { amount }: { amount: number }) => sum + amount, 0)).toBe(books.balance);
    const [sessions] = await database.db.query<{ count: number }>(
      { name: 'sessions', text: 'select count(*)::integer as count from pg_stat_activity where usename = $1' },
      [user],
    );
    expect(sessions!.count).toBeGreaterThan(0);
    expect(sessions!.count).toBeLessThanOrEqual(SESSIONS);
  });

  test('notifications arrive, and waiting clients get their object', async () => {
    const signals = await createNotifications(open());
    const heard = new Promise<readonly string[]>((resolve) => signals.on('tried', resolve));
    await until(async () => {
      signals.send('tried', ['one']);
      return Promise.race([heard, new Promise<null>((resolve) => setTimeout(() => resolve(null), 200))]);
    });
    expect(await heard).toEqual(['one']);
    await signals.close();
    const { json } = await call('POST', '/admin/accounts', TOKEN, { name: 'Waits', email: 'w@mail.example', credits: 10 });
    const answer = await call('POST', '/serp/new', json.keys.test, { keyword: 'tea', region: 'US', asynchronous: false });
    expect([answer.status, answer.json.ready]).toEqual([200, true]);
  });

  test('the login of the pool can append to the ledger but not change it', async () => {
    await expect(open().query({ name: 'rewrite', text: 'update ledger set amount = 0' })).rejects.toThrow(/permission denied/);
  });
});

test.skipIf(!hasPgBouncer || carriesPrepared)(
  'a PgBouncer older than 1.21 loses prepared statements, so they can be turned off',
  async () => {
    const database = await createDatabase();
    const login = new URL(database.url);
    const bouncer = await startPgBouncer(database.url, login.username, login.password, 1);
    const [first, second] = [0, 1].map(() => createDb({ url: bouncer.url, connectionsMax: 1, queryMsMax: 5000, connectMsMax: 5000 }));
    await first!.query({ name: 'same', text: 'select 1 as one' });
    await expect(second!.query({ name: 'same', text: 'select 2 as two' })).rejects.toThrow(/prepared statement/);
    await Promise.all([first!.close(), second!.close()]);
    await bouncer.stop();
    await database.drop();
  },
);

describe.skipIf(!hasPgBouncer)('a start through PgBouncer in transaction mode without DATABASE_DIRECT_URL', () => {
  let database: TestDatabase;
  let bouncer: PgBouncer;
  const locks = () =>
    database.db.query<{ objid: number }>({
      name: 'advisory_locks',
      text: `select objid::integer from pg_locks where locktype = 'advisory'
        and database = (select oid from pg_database where datname = current_database())`,
    });

  beforeAll(async () => {
    database = await createDatabase();
    const login = new URL(database.url);
    bouncer = await startPgBouncer(database.url, login.username, login.password, SESSIONS);
  });
  afterAll(async () => {
    await bouncer?.stop();
    await database?.drop();
  });

  test('leaves no lock on a pooled session, so that a later start can migrate', async () => {
    await database.db.script('drop schema public cascade; create schema public');
    const pooled = createDb({ url: bouncer.url, connectionsMax: 2, queryMsMax: 20_000, connectMsMax: 5000, prepared: false });
    expect(await migrate(pooled, SQL_FOLDER)).not.toEqual([]);
    await pooled.close();
    expect(await locks()).toEqual([]);
    expect(await migrate(database.db, SQL_FOLDER, { waitSeconds: 5 })).toEqual([]);
  });

  test('names DATABASE_DIRECT_URL in one line, and leaves no lock behind', async () => {
    const config = readConfig({
      DATABASE_URL: bouncer.url,
      DATABASE_PREPARED_STATEMENTS: 'false',
      DATA_DIR: folder,
      PORT: '0',
      KEY_PEPPER: 'pepper',
    });
    const refused = await startService(config, { apis: 1, workers: 0 }).then(
      () => 'it started',
      (error: unknown) => messageOf(error),
    );
    expect(refused).toMatch(/^A connection pooler rejects the startup parameter options.*DATABASE_DIRECT_URL.*$/);
    expect(await locks()).toEqual([]);
  });

  test('is detected by the session id, which differs from the server’s', async () => {
    const pooled = createDb({ url: bouncer.url, connectionsMax: 1, queryMsMax: 5000, connectMsMax: 5000, prepared: false });
    expect([await isPooled(pooled), await isPooled(database.db)]).toEqual([true, false]);
    await pooled.close();
  });
});
