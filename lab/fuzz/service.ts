// One running service in a temporary folder, with its log in a file and a connection to its database.
import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { callerOf, type Json } from '../net.ts';
import { SEXTANT } from '../paths.ts';
import { exitOf, killNow, megabytesOf } from '../processes.ts';
import { isReady, sleep } from '../wait.ts';

const READY_MS_MAX = 120_000;

/** No rate limits, so that no response hides behind 429, and short waits, so that a slow response is really slow. */
export const UNHURRIED = {
  RATE_PER_MINUTE: '10000000',
  RATE_BURST: '1000000',
  IP_RATE_PER_MINUTE: '10000000',
  IP_RATE_BURST: '1000000',
  IP_BAD_KEYS_PER_MINUTE: '1000000',
  IP_BAD_TOKENS_PER_MINUTE: '1000000',
  AI_RATE_SECONDS: '0',
  // Requests are under test here, not throughput.
  WORKER_CONCURRENCY: '6',
  SYNC_WAIT_SECONDS: '0.2',
  CALLBACK_RETRY_SECONDS: '0.2,0.2',
};

/** A service that is attacked; it may run in this process or in another. */
export interface Target {
  readonly url: string;
  readonly token: string;
  admin(method: 'GET' | 'POST' | 'DELETE', route: string, body?: unknown): Promise<{ readonly status: number; readonly json: Json }>;
  /** Creates an account; returns the response of the admin API. */
  account(fields?: object): Promise<Json>;
  query(text: string, values?: unknown[]): Promise<Json[]>;
  log(): string;
  postgresLog(): string;
  /** Megabytes. */
  rss(): number;
  alive(): boolean;
}

export interface RunningService extends Target {
  readonly pid: number;
  readonly folder: string;
  readonly databasePassword: string;
  stop(): Promise<void>;
}

export async function startService(settings: Readonly<Record<string, string>> = {}): Promise<RunningService> {
  // The user of PostgreSQL must be able to pass through this folder.
  const folder = mkdtempSync(path.join(tmpdir(), 'sextant-fuzz-'));
  chmodSync(folder, 0o711);
  const logFile = path.join(folder, 'service.log');
  const token = settings.ADMIN_TOKEN ?? 'fuzz-operator-token';
  const environment: Record<string, string | undefined> = {
    ...process.env,
    ...UNHURRIED,
    PORT: '0',
    DATA_DIR: path.join(folder, 'data'),
    LOG_LEVEL: 'debug',
    CANARY_INTERVAL_MINUTES: '0',
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
  const admin = callerOf(url, token);
  return {
    url,
    pid: child.pid!,
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
    rss: () => megabytesOf(child.pid!),
    alive: () => child.exitCode === null,
    stop: async () => {
      await database.end().catch(() => undefined);
      const ended = exitOf(child);
      if (child.exitCode === null) child.kill('SIGTERM');
      if (child.exitCode === null) await Promise.race([ended, sleep(20_000)]);
      if (child.exitCode === null) killNow(-child.pid!);
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

async function addressOf(child: ChildProcess, log: () => string): Promise<string> {
  for (let waited = 0; waited < READY_MS_MAX; waited += 100) {
    const url = /http:\/\/127\.0\.0\.1:\d+/.exec(log())?.[0];
    if (url && (await isReady(url))) return url;
    if (child.exitCode !== null) break;
    await sleep(100);
  }
  throw new Error(`the service did not start: ${log().slice(-2000)}`);
}

function databaseUrl(home: string, given: string | undefined): string {
  if (given) return given;
  const password = readFileSync(path.join(home, 'password'), 'utf8').trim();
  const near = path.join(home, 'run');
  return `postgres://sextant:${password}@localhost/sextant?host=${encodeURIComponent(near)}`;
}
