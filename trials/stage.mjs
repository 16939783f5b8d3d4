// Sets the stage of a trial: a PostgreSQL of its own, one account, and API and worker processes that can be started, stopped and weighed.
import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { postmasterOf } from '../bench/cpu.mjs';
import { createAccounts } from '../dist/business/accounts/accounts.js';
import { createDb } from '../dist/platform/db.js';
import { migrate } from '../dist/platform/migrate.js';
import { startPostgres } from '../dist/platform/postgres.js';
import { keepServiceRole } from '../dist/platform/roles.js';
import { keepPartitions } from '../dist/worker/upkeep.js';

export const ROOT = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');
const PEPPER = 'trials';
export const TOKEN = 'trials-operator-token';
const READY_MS_MAX = 180_000;

/** Rates that never get in the way: a trial is about the service, not about one customer's share. */
const SETTINGS = {
  KEY_PEPPER: PEPPER,
  ADMIN_TOKEN: TOKEN,
  ADDRESS_PER_MINUTE: '10000000',
  ADDRESS_BURST: '1000000',
  LOG_LEVEL: 'error',
};

const stages = new Set();

/** For the end of the program before its time. */
export const closeAll = () => Promise.all([...stages].map((stage) => stage.close()));

/** `fill` brings the schema and what is in it; what it answers becomes part of the stage. */
export async function openStage(tune = {}, fill = fillWithOne) {
  const folder = mkdtempSync(path.join(tmpdir(), 'sextant-trial-'));
  chmodSync(folder, 0o711);
  const postgres = await startPostgres(path.join(folder, 'postgres'), tune);
  const db = createDb({ url: postgres.url, connectionsMax: 4, queryMsMax: 300_000, connectMsMax: 5000 });
  const processes = new Set();
  let number = 0;

  /** `verb` is `api`, `work`, or `start` for both in one; `root` is the folder of another build. */
  const start = async (verb, settings = {}, root = ROOT) => {
    const one = launch(verb, { DATABASE_URL: postgres.url, DATA_DIR: path.join(folder, `process-${++number}`), ...settings }, root);
    processes.add(one);
    one.ended.then(() => processes.delete(one));
    if (verb !== 'work') await one.ready();
    return one;
  };
  const stage = {
    folder,
    db,
    postgres,
    start,
    databasePid: () => postmasterOf(path.join(folder, 'postgres', 'cluster')),
    close: async () => {
      stages.delete(stage);
      await Promise.all([...processes].map((one) => one.stop('SIGKILL')));
      await db.close().catch(() => undefined);
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
  stages.add(stage);
  try {
    return Object.assign(stage, await fill(stage));
  } catch (error) {
    await stage.close();
    throw error;
  }
}

async function fillWithOne({ db }) {
  await migrate(db, path.join(ROOT, 'sql', 'migrations'));
  await keepPartitions(db);
  await keepServiceRole(db);
  const made = await createAccounts(db, PEPPER).create({
    name: 'Trials',
    email: 'trials@mail.example',
    credits: 1_000_000_000,
    rates: { perMinute: 10_000_000, burst: 1_000_000 },
  });
  return { key: made.keys.test, accountId: made.id };
}

function launch(verb, settings, root) {
  const environment = { PATH: process.env.PATH, PORT: '0', ...SETTINGS, ...settings };
  const child = spawn(process.execPath, [path.join(root, 'dist', 'main.js'), verb], {
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  let errors = '';
  child.stdout.on('data', (bytes) => {
    printed += bytes;
  });
  child.stderr.on('data', (bytes) => {
    errors += bytes;
  });
  const ended = new Promise((resolve) => child.once('exit', (code, signal) => resolve(code ?? signal)));
  const one = {
    pid: child.pid,
    url: '',
    ended,
    printed: () => printed + errors,
    ready: async () => {
      for (const started = Date.now(); ; await sleep(30)) {
        one.url = /http:\/\/127\.0\.0\.1:\d+/.exec(printed)?.[0] ?? '';
        if (one.url !== '' && (await answers(`${one.url}/readyz`))) return;
        if (child.exitCode !== null) throw new Error(`${verb} ended while starting: ${printed}${errors}`);
        if (Date.now() - started > READY_MS_MAX) throw new Error(`${verb} did not start in time: ${printed}${errors}`);
      }
    },
    /** Answers how it ended and how long that took. */
    stop: async (signal = 'SIGTERM') => {
      const started = performance.now();
      if (child.exitCode === null && child.signalCode === null) child.kill(signal);
      return { code: await ended, seconds: (performance.now() - started) / 1000 };
    },
    megabytes: () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1] ?? 0) / 1024,
  };
  return one;
}

export const answers = (url) =>
  fetch(url, { signal: AbortSignal.timeout(2000) }).then(
    async (answer) => {
      await answer.arrayBuffer();
      return answer.ok;
    },
    () => false,
  );

export function callerOf(url, key) {
  return async (method, route, body) => {
    const headers = { authorization: `Bearer ${key}`, ...(body === undefined ? {} : { 'content-type': 'application/json' }) };
    const answer = await fetch(`${url}${route}`, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
    const text = await answer.text();
    return { status: answer.status, headers: answer.headers, json: text === '' ? null : JSON.parse(text) };
  };
}
