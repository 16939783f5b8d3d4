// A load generator with a clock of its own: so many requests a second, whether the last were answered or not, timed from when they were due.
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Pool } from 'undici';

const HERE = fileURLToPath(import.meta.url);
const TICK_MS = 4;
const WINDOW_MS = 250;
const TIMEOUT_MS = 30_000;

/** Answers { seconds, due, byStatus: { 200: { count, p50, p99, max } }, failed, errors, windows, lateMs }. */
export function load(options) {
  return new Promise((resolve, reject) => {
    const child = fork(HERE, ['--child'], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    child.once('message', resolve);
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`the generator ended with ${code}`)));
    child.send(options);
  });
}

export const quantile = (sorted, share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

/** `requests` are sent in turn; `rate` is all of them together, per second. */
async function run({ origin, key, requests, rate, seconds, connections = 256 }) {
  const pool = new Pool(origin, { connections, pipelining: 1, headersTimeout: TIMEOUT_MS, bodyTimeout: TIMEOUT_MS });
  const times = new Map();
  const windows = Array.from({ length: Math.ceil((seconds * 1000) / WINDOW_MS) }, () => ({
    due: 0,
    good: 0,
    refused: 0,
    other: 0,
    slowest: 0,
  }));
  const errors = new Map();
  let [failed, open, sent, lateMs] = [0, 0, 0, 0];
  let allDone;
  const done = new Promise((resolve) => {
    allDone = resolve;
  });
  const started = performance.now();
  const finish = () => {
    open--;
    if (sent === Math.floor(rate * seconds) && open === 0) allDone();
  };

  const send = (number, due) => {
    const { method = 'GET', path, body } = requests[number % requests.length];
    const window = windows[Math.min(windows.length - 1, Math.floor((due - started) / WINDOW_MS))];
    window.due++;
    open++;
    let status = 0;
    const headers = { authorization: `Bearer ${key}`, ...(body ? { 'content-type': 'application/json' } : {}) };
    const handler = {
      onRequestStart: () => undefined,
      onResponseStart: (_controller, code) => {
        status = code;
      },
      onResponseData: () => undefined,
      onResponseEnd: () => {
        const ms = performance.now() - due;
        const list = times.get(status) ?? [];
        times.set(status, list);
        list.push(ms);
        if (status === 200) window.good++;
        else if (status === 429 || status === 503) window.refused++;
        else window.other++;
        window.slowest = Math.max(window.slowest, ms);
        finish();
      },
      onResponseError: (_controller, error) => {
        failed++;
        const name = error.code ?? error.message;
        errors.set(name, (errors.get(name) ?? 0) + 1);
        finish();
      },
    };
    pool.dispatch({ origin, path, method, headers, body: body ?? null }, handler);
  };

  const total = Math.floor(rate * seconds);
  await new Promise((resolve) => {
    const timer = setInterval(() => {
      const now = performance.now();
      const target = Math.min(total, Math.floor(((now - started) / 1000) * rate));
      for (; sent < target; ) {
        const due = started + (sent * 1000) / rate;
        lateMs = Math.max(lateMs, now - due);
        send(sent++, due);
      }
      if (sent < total) return;
      clearInterval(timer);
      resolve();
    }, TICK_MS);
  });
  const elapsed = (performance.now() - started) / 1000;
  if (open > 0) await done;
  await pool.destroy();
  const byStatus = {};
  for (const [status, list] of times) {
    list.sort((a, b) => a - b);
    byStatus[status] = { count: list.length, p50: quantile(list, 0.5), p99: quantile(list, 0.99), max: list.at(-1) };
  }
  return { seconds: elapsed, due: total, byStatus, failed, errors: Object.fromEntries(errors), windows, lateMs };
}

if (process.argv[2] === '--child') {
  process.once('message', async (options) => {
    process.send(await run(options), () => process.exit(0));
  });
}
