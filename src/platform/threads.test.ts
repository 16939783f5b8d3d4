import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { createThreads, ThreadExited } from './threads.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'sextant-threads-'));
const file = path.join(folder, 'program.mjs');
writeFileSync(
  file,
  `import { parentPort } from 'node:worker_threads';
   parentPort.on('message', (task) => {
     if (task === 'hang') for (;;) {}
     if (task === 'die') process.exit(3);
     if (task === 'throw') throw new Error('a bug');
     if (task === 'swell') { const all = []; for (;;) all.push(new Array(1e5).fill(Math.random())); }
     parentPort.postMessage(task * 2);
   });`,
);
const threads = createThreads({ program: pathToFileURL(file), count: 2, heapMegabytes: 32, msMax: 4000 });
afterAll(async () => {
  await threads.close();
  rmSync(folder, { recursive: true, force: true });
});

test('each task gets its own result, even with more tasks than threads', async () => {
  const results = await Promise.all(Array.from({ length: 50 }, (_, index) => threads.run(index)));
  expect(results).toEqual(Array.from({ length: 50 }, (_, index) => index * 2));
});

test.each(['hang', 'die', 'throw', 'swell'])('a task that makes its thread %s fails alone, and the others continue', async (bad) => {
  const [lost, ...fine] = await Promise.all([threads.run(bad).catch((error) => error), threads.run(1), threads.run(2), threads.run(3)]);
  expect(lost).toBeInstanceOf(ThreadExited);
  expect(fine).toEqual([2, 4, 6]);
  expect(await threads.run(21)).toBe(42);
});

test('a result that arrived while this process was blocked is used, and its thread continues', async () => {
  const one = createThreads({ program: pathToFileURL(file), count: 1, heapMegabytes: 32, msMax: 4000 });
  // The thread is loaded, so that its result arrives at once.
  await one.run(1);
  // After an immediate, the event loop runs the timers that are due, and only then reads messages.
  await new Promise((resolve) => setImmediate(resolve));
  const results = Promise.all([one.run(2), one.run(3)]);
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 4500);
  expect(await results).toEqual([4, 6]);
  await one.close();
});
