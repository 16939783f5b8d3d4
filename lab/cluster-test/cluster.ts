// API and worker nodes on hosts of their own, and what is asked of them from outside.
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { PROGRAM } from '../paths.ts';
import { spawnOn } from './network.ts';

const TOKEN = 'nodes-operator-token';
const PORT = 8080;
const READY_TRIES = 600;
const CALL_MS_MAX = 10_000;

export function openCluster({ addresses, databaseUrl, folder }) {
  const children = new Map();
  const start = (host, verb, settings = {}) => {
    const child = spawnOn(host, [process.execPath, PROGRAM, verb], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: {
        PATH: process.env.PATH,
        DATABASE_URL: databaseUrl,
        DATA_DIR: path.join(folder, host),
        HOST: addresses[host],
        PORT: String(PORT),
        KEY_PEPPER: 'nodes',
        ADMIN_TOKEN: TOKEN,
        API_PROCESSES: '1',
        DRAIN_SECONDS: '0',
        LOG_LEVEL: 'error',
        ...settings,
      },
    });
    children.set(host, child);
    return child;
  };
  const callAt = async (host, method, route, key, body) => {
    const answer = await fetch(`http://${addresses[host]}:${PORT}${route}`, {
      method,
      signal: AbortSignal.timeout(CALL_MS_MAX),
      headers: { authorization: `Bearer ${key}`, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, json: text === '' ? null : JSON.parse(text) };
  };
  return {
    token: TOKEN,
    callAt,
    startApi: async (host) => {
      const child = start(host, 'api');
      for (let tries = 0; tries < READY_TRIES && child.exitCode === null; tries++) {
        const ready = await callAt(host, 'GET', '/readyz', TOKEN).then(
          ({ status }) => status === 200,
          () => false,
        );
        if (ready) return;
        await sleep(100);
      }
      throw new Error(`the API on ${host} did not start`);
    },
    startWorker: (host, concurrency) => start(host, 'work', { WORKER_CONCURRENCY: String(concurrency) }),
    child: (host) => children.get(host),
    kill: (host) => end(children.get(host), 'SIGKILL'),
    stop: async (...hosts) => void (await Promise.all(hosts.map((host) => end(children.get(host), 'SIGTERM')))),
    close: async () => void (await Promise.all([...children.values()].map((child) => end(child, 'SIGKILL')))),
  };
}

async function end(child, signal) {
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGCONT');
  child.kill(signal);
  await gone;
}
