// Restarts under a small load: clients that wait during a shutdown, and a database that is restarted.
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAccounts } from '../src/business/accounts/accounts.ts';
import { readConfig } from '../src/config.ts';
import { createDb, type Db } from '../src/platform/db.ts';
import { createLog } from '../src/platform/log.ts';
import { migrate } from '../src/platform/migrate.ts';
import { type EmbeddedPostgres, startPostgres } from '../src/platform/postgres.ts';
import { type Api, createApi } from '../src/wiring/api.ts';
import { createWorker, type Worker } from '../src/wiring/worker.ts';
import { SQL_FOLDER } from './database.ts';
import { until } from './service.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'sextant-restart-'));
const config = readConfig({
  DATA_DIR: folder,
  RATE_BURST: '100000',
  IP_RATE_BURST: '100000',
  OVERLOAD_REQUESTS_MAX: '1000',
  OVERLOAD_EVENT_LOOP_LAG_MS: '60000',
});
const log = createLog('error', () => undefined);
let postgres: EmbeddedPostgres;
let key: string;
const open: { close(): Promise<unknown> }[] = [];

function connect(): Db {
  const db = createDb({ url: postgres.url, connectionsMax: 6, queryMsMax: 20_000, connectMsMax: 1500, healthCheck: true });
  open.push(db);
  return db;
}
async function startApi(): Promise<{ api: Api; url: string }> {
  const secrets = { adminToken: 'operator', keyPepper: 'pepper', tokenIsNew: false };
  const api = await createApi({ db: connect(), config, secrets, log, otherMetrics: async () => [] });
  return { api, url: await api.app.listen({ host: '127.0.0.1', port: 0 }) };
}
const startWorker = (): Promise<Worker> => createWorker(connect(), config, log);
async function create(url: string, fields: object = {}): Promise<{ status: number; id: string; ready: boolean }> {
  const response = await fetch(`${url}/serp/new`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ keyword: 'tea', region: 'US', ...fields }),
  });
  return { status: response.status, ...((await response.json()) as { id: string; ready: boolean }) };
}
async function allReady(url: string, ids: readonly string[]): Promise<boolean> {
  const response = await fetch(`${url}/serp/list`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(ids),
  });
  if (response.status !== 200) return false;
  const objects = (await response.json()) as { ready: boolean }[];
  return objects.length === ids.length && objects.every(({ ready }) => ready);
}

beforeAll(async () => {
  chmodSync(folder, 0o711);
  postgres = await startPostgres(path.join(folder, 'postgres'), { shared_buffers: '16MB' });
  postgres.keepAlive();
  const db = connect();
  await migrate(db, SQL_FOLDER);
  await db.script('select make_partitions(2)');
  key = (await createAccounts(db, 'pepper').create({ name: 'Restart', email: 'r@mail.example', credits: 100_000 })).keys.test;
});
afterAll(async () => {
  await Promise.all(open.map((each) => each.close()));
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe('two hundred waiting clients', () => {
  test('get their unfinished objects when the API stops, and the next one finishes them all', async () => {
    const first = await startApi();
    const asked = Array.from({ length: 200 }, () =>
      until(async () => {
        const made = await create(first.url, { asynchronous: false });
        return made.status === 200 ? made : null;
      }, 60),
    );
    await until(async () => /^sextant_sync_waiters\S* 200$/m.test(await (await fetch(`${first.url}/metrics`)).text()), 60);
    await first.api.drain(0);
    const answers = await Promise.all(asked);
    expect(new Set(answers.map(({ status, ready }) => `${status} ${ready}`))).toEqual(new Set(['200 false']));

    const second = await startApi();
    const worker = await startWorker();
    await until(
      () =>
        allReady(
          second.url,
          answers.map(({ id }) => id),
        ),
      60,
    );
    await worker.stop(1000);
    await second.api.close();
  });
});

describe('a database that is restarted under load', () => {
  test('loses nothing that was acknowledged, and clients get only 502', async () => {
    const { api, url } = await startApi();
    const worker = await startWorker();
    const answers: { status: number; id: string }[] = [];
    let going = true;
    const customers = Array.from({ length: 4 }, async () => {
      for (; going; await new Promise((resolve) => setTimeout(resolve, 100))) answers.push(await create(url));
    });
    await until(async () => answers.length > 20);
    process.kill(Number(readFileSync(path.join(folder, 'postgres', 'cluster', 'postmaster.pid'), 'utf8').split('\n')[0]), 'SIGQUIT');
    await until(async () => answers.some(({ status }) => status === 502), 30);
    await until(async () => answers.at(-1)!.status === 200, 60);
    going = false;
    await Promise.all(customers);
    expect([...new Set(answers.map(({ status }) => status))].filter((status) => ![200, 429, 502].includes(status))).toEqual([]);
    await until(
      () =>
        allReady(
          url,
          answers
            .filter(({ status }) => status === 200)
            .map(({ id }) => id)
            .slice(-1000),
        ),
      60,
    );
    await worker.stop(1000);
    await api.close();
  }, 300_000);
});
