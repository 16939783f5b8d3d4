// A load generator in a process of its own: so many connections, each sends its next request when the last was answered.
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Pool } from 'undici';

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

async function run({ origin, path, method = 'GET', headers = {}, body, connections, seconds }) {
  const pool = new Pool(origin, { connections, pipelining: 1 });
  const times = [];
  let failed = 0;
  const started = performance.now();
  const end = started + seconds * 1000;
  const worker = async () => {
    while (performance.now() < end) {
      const sent = performance.now();
      const answer = await pool.request({ path, method, headers, body });
      await answer.body.dump({ limit: 64 * 1024 * 1024 });
      if (answer.statusCode !== 200) failed++;
      times.push(performance.now() - sent);
    }
  };
  await Promise.all(Array.from({ length: connections }, worker));
  const elapsed = (performance.now() - started) / 1000;
  await pool.close();
  times.sort((a, b) => a - b);
  const at = (share) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  return { requests: times.length, failed, seconds: elapsed, p50: at(0.5), p99: at(0.99) };
}

if (process.argv[2] === '--child') {
  process.once('message', async (options) => {
    process.send(await run(options), () => process.exit(0));
  });
}
