// One running service in a folder of its own, everything it says kept in a file, its database open to questions.
import { spawn } from 'node:child_process';
import { chmodSync, closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { SEXTANT } from '../paths.ts';

const READY_MS_MAX = 120_000;

/** Nobody is slowed down, so that no answer hides behind 429; waits are short, so that slow answers are really slow ones. */
export const UNHURRIED = {
  RATE_PER_MINUTE: '10000000',
  RATE_BURST: '1000000',
  ADDRESS_PER_MINUTE: '10000000',
  ADDRESS_BURST: '1000000',
  BAD_KEYS_PER_MINUTE: '1000000',
  AI_RATE_SECONDS: '0',
  // What is asked is under test here, not how fast it is worked off.
  WORKER_CONCURRENCY: '6',
  SYNC_WAIT_SECONDS: '0.2',
  CALLBACK_RETRY_SECONDS: '0.2,0.2',
};

export async function startService(settings = {}) {
  // Somewhere that the account of PostgreSQL can walk through.
  const folder = mkdtempSync(path.join(tmpdir(), 'sextant-fuzz-'));
  chmodSync(folder, 0o711);
  const logFile = path.join(folder, 'service.log');
  const token = settings.ADMIN_TOKEN ?? 'fuzz-operator-token';
  const environment = {
    ...process.env,
    ...UNHURRIED,
    PORT: '0',
    DATA_DIR: path.join(folder, 'data'),
    LOG_LEVEL: 'debug',
    ...settings,
    ADMIN_TOKEN: token,
  };
  const file = openSync(logFile, 'w', 0o600);
  const child = spawn(process.execPath, [SEXTANT, 'start'], { env: environment, stdio: ['ignore', file, file], detached: true });
  closeSync(file);
  const log = () => readFileSync(logFile, 'utf8');
  const url = await addressOf(child, log);
  const database = new pg.Client({ connectionString: databaseUrl(path.join(folder, 'data', 'postgres'), environment.DATABASE_URL) });
  await database.connect();
  const admin = async (method, route, body) => {
    const headers = { authorization: `Bearer ${token}`, ...(body === undefined ? {} : { 'content-type': 'application/json' }) };
    const answer = await fetch(`${url}${route}`, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
    const text = await answer.text();
    return { status: answer.status, json: text === '' ? null : JSON.parse(text), text };
  };
  return {
    url,
    pid: child.pid,
    token,
    folder,
    admin,
    log,
    databasePassword: environment.DATABASE_URL ? '' : readFileSync(path.join(folder, 'data', 'postgres', 'password'), 'utf8').trim(),
    postgresLog: () => {
      const own = path.join(folder, 'data', 'postgres', 'postgres.log');
      return existsSync(own) ? readFileSync(own, 'utf8') : '';
    },
    account: async (fields = {}) =>
      (await admin('POST', '/admin/accounts', { name: 'Fuzz', email: 'fuzz@mail.example', credits: 1_000_000_000, ...fields })).json,
    query: async (text, values = []) => (await database.query(text, values)).rows,
    rss: () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1] ?? 0) / 1024,
    alive: () => child.exitCode === null,
    stop: async () => {
      await database.end().catch(() => undefined);
      const ended = new Promise((resolve) => child.once('exit', resolve));
      if (child.exitCode === null) child.kill('SIGTERM');
      if (child.exitCode === null) await Promise.race([ended, sleep(20_000)]);
      if (child.exitCode === null) process.kill(-child.pid, 'SIGKILL');
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

async function addressOf(child, log) {
  let url;
  for (let waited = 0; waited < READY_MS_MAX; waited += 100) {
    url = /http:\/\/127\.0\.0\.1:\d+/.exec(log())?.[0];
    if (
      url &&
      (await fetch(`${url}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      ))
    )
      return url;
    if (child.exitCode !== null) break;
    await sleep(100);
  }
  throw new Error(`the service did not start: ${log().slice(-2000)}`);
}

function databaseUrl(home, given) {
  if (given) return given;
  const password = readFileSync(path.join(home, 'password'), 'utf8').trim();
  const near = path.join(home, 'run');
  return `postgres://sextant:${password}@localhost/sextant?host=${encodeURIComponent(near)}`;
}
