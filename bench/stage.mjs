// Sets the stage: a PostgreSQL of its own with default, durable settings, and the API as a process of its own.
import { fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { createAccounts } from '../dist/business/accounts/accounts.js';
import { createDb } from '../dist/platform/db.js';
import { migrate } from '../dist/platform/migrate.js';
import { startPostgres } from '../dist/platform/postgres.js';
import { keepPartitions } from '../dist/worker/upkeep.js';
import { postmasterOf } from './cpu.mjs';

const ROOT = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');
const PEPPER = 'bench';

export async function openStage() {
  const folder = mkdtempSync(path.join(tmpdir(), 'sextant-bench-'));
  const postgres = await startPostgres(path.join(folder, 'postgres'));
  const db = createDb({ url: postgres.url, connectionsMax: 8, queryMsMax: 60_000, connectMsMax: 5000 });
  await migrate(db, path.join(ROOT, 'sql', 'migrations'));
  await keepPartitions(db);
  const accounts = createAccounts(db, PEPPER);
  const made = await accounts.create({
    name: 'Bench',
    email: 'bench@mail.example',
    credits: 1_000_000_000,
    rates: { perMinute: 10_000_000, burst: 1_000_000 },
  });
  const account = await accounts.byKey(made.keys.test);
  return {
    db,
    url: postgres.url,
    key: made.keys.test,
    account,
    databasePid: () => postmasterOf(path.join(folder, 'postgres', 'cluster')),
    reset: () => db.script('truncate queue, outbox, objects, results, callbacks, deliveries, idempotency'),
    startApi: (processes = 1) => startApi(postgres.url, folder, processes),
    close: async () => {
      await db.close();
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function startApi(url, folder, processes) {
  const port = 20_000 + Math.floor(Math.random() * 10_000);
  const child = fork(path.join(ROOT, 'dist', 'main.js'), ['api'], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: {
      DATABASE_URL: url,
      DATA_DIR: path.join(folder, 'api'),
      PORT: String(port),
      KEY_PEPPER: PEPPER,
      ADMIN_TOKEN: 'bench-token',
      ADDRESS_PER_MINUTE: '10000000',
      ADDRESS_BURST: '1000000',
      DRAIN_SECONDS: '0',
      API_PROCESSES: String(processes),
      LOG_LEVEL: 'error',
    },
  });
  const base = `http://127.0.0.1:${port}`;
  for (let tries = 0; tries < 300; tries++) {
    const ready = await fetch(`${base}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (ready) break;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return {
    base,
    pid: child.pid,
    stop: () =>
      new Promise((resolve) => {
        child.once('exit', resolve);
        child.kill('SIGTERM');
      }),
  };
}
