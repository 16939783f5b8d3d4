// The processes under test: APIs and workers, each life with its own failpoint and clock, started again whenever they die.
import { appendFileSync } from 'node:fs';
import net from 'node:net';
import path from 'node:path';

const RESTART_MS = 100;
/** One that could not even start, for the database is away, waits a little longer. */
const RESTART_AFTER_ERROR_MS = 1000;
const TERM_AFTER_MS = 2000;

/** Short times and no limits, so that much happens soon. */
export const SETTINGS = {
  HOST: '127.0.0.1',
  API_PROCESSES: '1',
  KEY_PEPPER: 'chaos',
  ADMIN_TOKEN: 'chaos-token',
  LOG_LEVEL: 'error',
  RATE_PER_MINUTE: '10000000',
  RATE_BURST: '1000000',
  ADDRESS_PER_MINUTE: '10000000',
  ADDRESS_BURST: '1000000',
  AI_RATE_SECONDS: '0',
  SYNC_WAIT_SECONDS: '6',
  DRAIN_SECONDS: '0',
  TRIES_MAX: '3',
  AGAIN_SECONDS: '0.3',
  CALLBACK_TIMEOUT_SECONDS: '2',
  CALLBACK_RETRY_SECONDS: Array(200).fill('0.4').join(','),
  WORKER_CONCURRENCY: '40',
  DB_TIMEOUT_SECONDS: '4',
};

async function freePort() {
  const server = net.createServer();
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** `lifeOf()` is asked at each start: which failpoint is armed and how far the clock is off. */
export async function createNode(name, role, stage, lifeOf) {
  const port = role === 'api' ? await freePort() : null;
  const counts = { starts: 0, deaths: 0 };
  let child = null;
  let starting = false;
  let wanted = false;
  let life = {};
  let timer;

  const ordersOf = () => {
    life = lifeOf() ?? {};
    const environment = { ...SETTINGS, DATABASE_URL: stage.databaseUrl, DATA_DIR: path.join(stage.folder, name) };
    if (port !== null) environment.PORT = String(port);
    return { node: name, verb: role === 'api' ? 'api' : 'work', ...life, environment };
  };
  const start = async () => {
    if (!wanted || child || starting) return;
    starting = true;
    const mine = await stage.spares.take(ordersOf);
    starting = false;
    if (!wanted) {
      mine.kill('SIGKILL');
      return;
    }
    child = mine;
    counts.starts++;
    const { signal: wish } = life.failpoints?.find(({ signal }) => signal) ?? {};
    if (wish) setTimeout(() => mine.kill(wish), TERM_AFTER_MS).unref();
    mine.once('exit', (code, signal) => {
      child = null;
      if (!wanted) return;
      counts.deaths++;
      appendFileSync(stage.notes, `${JSON.stringify({ death: name, role, code, signal })}\n`);
      timer = setTimeout(start, code === 1 ? RESTART_AFTER_ERROR_MS : RESTART_MS);
    });
  };

  return {
    name,
    role,
    counts,
    base: port === null ? null : `http://127.0.0.1:${port}`,
    /** Up, and not about to die of a failpoint. */
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
      const gone = new Promise((resolve) => last.once('exit', resolve));
      last.kill('SIGKILL');
      await gone;
    },
    ready: async (secondsMax = 90) => {
      for (const end = Date.now() + secondsMax * 1000; Date.now() < end; ) {
        const fine = await fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(2000) }).then(
          ({ ok }) => ok,
          () => false,
        );
        if (fine) return;
        await new Promise((resolve) => setTimeout(resolve, 200));
      }
      throw new Error(`${name} was not ready after ${secondsMax} s`);
    },
  };
}
