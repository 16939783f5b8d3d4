// The processes under test: APIs and workers, each incarnation with its own failpoints and clock, restarted when they die.

import type { ChildProcess } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import path from 'node:path';
import { freePort } from '../net.ts';
import { exitOf } from '../processes.ts';
import { isGood, sleep } from '../wait.ts';
import type { Armed } from './plan.ts';
import type { Orders, WarmProcesses } from './warm-processes.ts';

const RESTART_MS = 100;
/** For a process that could not start because the database is unavailable. */
const RESTART_AFTER_ERROR_MS = 1000;
const TERM_AFTER_MS = 2000;

/** Short times and no limits, so that much happens quickly. */
export const SETTINGS = {
  HOST: '127.0.0.1',
  API_PROCESSES: '1',
  KEY_PEPPER: 'chaos',
  ADMIN_TOKEN: 'chaos-token',
  LOG_LEVEL: 'error',
  CANARY_INTERVAL_MINUTES: '0',
  RATE_PER_MINUTE: '10000000',
  RATE_BURST: '1000000',
  IP_RATE_PER_MINUTE: '10000000',
  IP_RATE_BURST: '1000000',
  AI_RATE_SECONDS: '0',
  SYNC_WAIT_SECONDS: '6',
  DRAIN_SECONDS: '0',
  SOURCE_ATTEMPTS_MAX: '3',
  SOURCE_RETRY_SECONDS: '0.3',
  CALLBACK_TIMEOUT_SECONDS: '2',
  CALLBACK_RETRY_SECONDS: Array(200).fill('0.4').join(','),
  WORKER_CONCURRENCY: '40',
  DATABASE_TIMEOUT_SECONDS: '4',
};

export type Role = 'api' | 'worker';

/** One incarnation of a node, from its start to its end. */
export interface Timeline {
  readonly clockMs?: number;
  readonly failpoints?: readonly Armed[];
}

export interface ChaosNode {
  readonly name: string;
  readonly role: Role;
  readonly counts: { readonly starts: number; readonly deaths: number };
  /** Null for a worker. */
  readonly base: string | null;
  /** It runs, and no failpoint will end it. */
  readonly safe: boolean;
  readonly running: boolean;
  start(): void;
  signal(signal: NodeJS.Signals): boolean;
  pause(ms: number): boolean;
  stop(): Promise<void>;
  ready(secondsMax?: number): Promise<void>;
}

interface NodeParts {
  readonly folder: string;
  readonly notes: string;
  readonly databaseUrl: string;
  readonly warmProcesses: WarmProcesses;
}

/** `lifeOf()` is called at each start: which failpoint is armed and how far the clock is off. */
export async function createNode(name: string, role: Role, environment: NodeParts, timelineOf: () => Timeline): Promise<ChaosNode> {
  const port = role === 'api' ? await freePort() : null;
  const counts = { starts: 0, deaths: 0 };
  let child: ChildProcess | null = null;
  let starting = false;
  let wanted = false;
  let life: Timeline = {};
  let timer: NodeJS.Timeout | undefined;

  const ordersOf = (): Orders => {
    life = timelineOf();
    const settings: Record<string, string> = {
      ...SETTINGS,
      DATABASE_URL: environment.databaseUrl,
      DATA_DIR: path.join(environment.folder, name),
    };
    if (port !== null) settings.PORT = String(port);
    return { node: name, command: role === 'api' ? 'api' : 'worker', ...life, environment: settings };
  };
  const start = async (): Promise<void> => {
    if (!wanted || child || starting) return;
    starting = true;
    const mine = await environment.warmProcesses.take(ordersOf);
    starting = false;
    if (!wanted) {
      mine.kill('SIGKILL');
      return;
    }
    child = mine;
    counts.starts++;
    const { signal: customParameter } = life.failpoints?.find(({ signal }) => signal) ?? {};
    if (customParameter) setTimeout(() => mine.kill(customParameter), TERM_AFTER_MS).unref();
    mine.once('exit', (code, signal) => {
      child = null;
      if (!wanted) return;
      counts.deaths++;
      appendFileSync(environment.notes, `${JSON.stringify({ death: name, role, code, signal })}\n`);
      timer = setTimeout(() => void start(), code === 1 ? RESTART_AFTER_ERROR_MS : RESTART_MS);
    });
  };

  return {
    name,
    role,
    counts,
    base: port === null ? null : `http://127.0.0.1:${port}`,
    get safe() {
      return child !== null && !life.failpoints?.length;
    },
    get running() {
      return child !== null;
    },
    start: () => {
      wanted = true;
      void start();
    },
    signal: (signal) => child?.kill(signal) ?? false,
    pause: (ms) => {
      const mine = child;
      if (!mine) return false;
      mine.kill('SIGSTOP');
      setTimeout(() => mine.kill('SIGCONT'), ms);
      return true;
    },
    stop: async () => {
      wanted = false;
      clearTimeout(timer);
      const last = child;
      if (!last) return;
      const gone = exitOf(last);
      last.kill('SIGKILL');
      await gone;
    },
    ready: async (secondsMax = 300) => {
      for (const end = Date.now() + secondsMax * 1000; Date.now() < end; ) {
        if (await isGood(`http://127.0.0.1:${port}/readyz`)) return;
        await sleep(200);
      }
      throw new Error(`${name} was not ready after ${secondsMax} s`);
    },
  };
}
