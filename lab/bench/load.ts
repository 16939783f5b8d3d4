// A load generator in a process of its own: so many connections, each sends its next request when the last was answered.
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { bytesOf, createOpenSockets } from './open-sockets.ts';

const HERE = fileURLToPath(import.meta.url);

/** Answers { requests, failed, seconds, p50, p99 }. */
export function load(options) {
  return new Promise((resolve, reject) => {
    const child = fork(HERE, ['--child'], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    child.once('message', resolve);
    child.once('error', reject);
    child.send(options);
  });
}

/** Sockets and ready-made bytes: on two cores a generator that costs as much as the service would be what is measured. */
async function run({ origin, path, method = 'GET', headers = {}, body, connections, seconds }) {
  const sockets = createOpenSockets(origin);
  const bytes = bytesOf({ method, path, headers, body }, origin);
  const times = [];
  let failed = 0;
  const started = performance.now();
  const end = started + seconds * 1000;
  const client = () =>
    new Promise((resolve) => {
      const next = () => {
        if (performance.now() >= end) return resolve();
        sockets.send(bytes, (status, ms) => {
          if (status !== 200) failed++;
          times.push(ms);
          next();
        });
      };
      next();
    });
  await Promise.all(Array.from({ length: connections }, client));
  const elapsed = (performance.now() - started) / 1000;
  sockets.close();
  times.sort((a, b) => a - b);
  const at = (share) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  return { requests: times.length, failed, seconds: elapsed, p50: at(0.5), p99: at(0.99) };
}

if (process.argv[2] === '--child') {
  process.once('message', async (options) => {
    process.send(await run(options), () => process.exit(0));
  });
}
