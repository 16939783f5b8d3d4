// A load generator with a clock of its own: so many requests a second, whether the last were answered or not, timed from when they were due.
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { bytesOf, createOpenSockets } from '../bench/open-sockets.ts';
import { pin } from './cores.ts';

const HERE = fileURLToPath(import.meta.url);
const TICK_MS = 4;
const WINDOW_MS = 250;
/** What was not answered so long after the last was sent has failed. */
const STRAGGLERS_MS = 20_000;

/** Answers { seconds, due, byStatus: { 200: { count, p50, p99, max, sentP50, sentP99 } }, failed, errors, windows, lateMs, connections }. */
export function load(options) {
  return new Promise((resolve, reject) => {
    const child = fork(HERE, ['--child'], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    if (options.cores) pin(child.pid, options.cores);
    child.once('message', resolve);
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`the generator ended with ${code}`)));
    child.send(options);
  });
}

export const quantile = (sorted, share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

const prepare = ({ origin, key, requests }) =>
  requests.map((request) => {
    const type = request.body ? { 'content-type': 'application/json' } : {};
    return bytesOf({ ...request, headers: { authorization: `Bearer ${key}`, 'accept-encoding': 'gzip', ...type } }, origin);
  });

/** So many `clients` that each wait for their answer before they ask again. Answers { seconds, counts: { 200: … } }. */
async function runWaiting({ clients, seconds, ...given }) {
  const sockets = createOpenSockets(given.origin);
  const prepared = prepare(given);
  const counts = {};
  const started = performance.now();
  let number = 0;
  const client = async () => {
    while (performance.now() - started < seconds * 1000) {
      const status = await new Promise((resolve) => sockets.send(prepared[number++ % prepared.length], resolve));
      counts[status] = (counts[status] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  sockets.close();
  return { seconds: (performance.now() - started) / 1000, counts };
}

/** `requests` are sent in turn; `rate` is all of them together, per second; `warm` connections are there from the start. */
async function run({ rate, seconds, warm = 0, ...given }) {
  const { origin } = given;
  const sockets = createOpenSockets(origin);
  await sockets.warm(warm, bytesOf({ path: '/healthz' }, origin));
  const prepared = prepare(given);
  /** Per status: since it was due, and since it was written. */
  const times = new Map();
  const windows = Array.from({ length: Math.ceil((seconds * 1000) / WINDOW_MS) }, () => ({
    due: 0,
    good: 0,
    refused: 0,
    other: 0,
    slowest: 0,
  }));
  const errors = new Map();
  let [failed, open, sent, lateMs, connections] = [0, 0, 0, 0, 0];
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
    const window = windows[Math.min(windows.length - 1, Math.floor((due - started) / WINDOW_MS))];
    window.due++;
    open++;
    sockets.send(prepared[number % prepared.length], (status, sentMs, problem) => {
      if (status === 0) {
        failed++;
        errors.set(problem, (errors.get(problem) ?? 0) + 1);
        return finish();
      }
      const ms = performance.now() - due;
      const kept = times.get(status) ?? { due: [], sent: [] };
      times.set(status, kept);
      kept.due.push(ms);
      kept.sent.push(sentMs);
      if (status === 200) window.good++;
      else if (status === 429 || status === 503) window.refused++;
      else window.other++;
      window.slowest = Math.max(window.slowest, ms);
      finish();
    });
    connections = Math.max(connections, sockets.connections);
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
  if (open > 0) await Promise.race([done, new Promise((resolve) => setTimeout(resolve, STRAGGLERS_MS).unref())]);
  if (open > 0) errors.set('unanswered', open);
  failed += open;
  sockets.close();
  const byStatus = {};
  for (const [status, lists] of times) {
    for (const list of Object.values(lists)) list.sort((a, b) => a - b);
    const { due, sent: written } = lists;
    byStatus[status] = {
      count: due.length,
      p50: quantile(due, 0.5),
      p99: quantile(due, 0.99),
      max: due.at(-1),
      sentP50: quantile(written, 0.5),
      sentP99: quantile(written, 0.99),
    };
  }
  return { seconds: elapsed, due: total, byStatus, failed, errors: Object.fromEntries(errors), windows, lateMs, connections };
}

if (process.argv[2] === '--child') {
  process.once('message', async (options) => {
    process.send(await (options.clients ? runWaiting : run)(options), () => process.exit(0));
  });
}
