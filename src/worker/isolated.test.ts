import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { Job } from '../contract/order.ts';
import { createRunIsolated } from './isolated.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'sextant-alone-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const program = path.join(folder, 'program.mjs');
writeFileSync(
  program,
  `let running = 0;
process.on('message', (job) => {
  if (job.request === 'die') process.exit(9);
  if (job.request === 'hang') return;
  running++;
  setTimeout(() => process.send({ outcome: 'done', verdict: 'valid', attempts: [], body: String(process.pid) + ' ' + running--, ageMs: 0 }), 20);
});`,
);
const job = (request: string): Job => ({ request, history: [] }) as unknown as Job;

test('many suspects share a few processes, one at a time in each', async () => {
  const run = createRunIsolated(program, { atOnceMax: 2, msMax: 10_000 });
  const ends = await Promise.all(Array.from({ length: 12 }, () => run(job('fine'))));
  const bodies = ends.map((end) => (end.outcome === 'done' ? end.body.split(' ') : []));
  expect(new Set(bodies.map(([pid]) => pid)).size).toBeLessThanOrEqual(2);
  expect(bodies.every(([, running]) => running === '1')).toBe(true);
});

test('a job that takes its process down is faulty, and those behind it are done', async () => {
  const run = createRunIsolated(program, { atOnceMax: 1, msMax: 10_000 });
  const ends = await Promise.all([run(job('fine')), run(job('die')), run(job('fine'))]);
  expect(ends.map(({ outcome }) => outcome)).toEqual(['done', 'faulty', 'done']);
});

test('a job that never ends is given up', async () => {
  const run = createRunIsolated(program, { atOnceMax: 1, msMax: 300 });
  expect((await run(job('hang'))).outcome).toBe('faulty');
});

test('a process that was killed just before its result arrived gets no further job', async () => {
  const run = createRunIsolated(program, { atOnceMax: 1, msMax: 4000 });
  // On a busy machine, the process may start too slowly for the first job.
  while ((await run(job('fine'))).outcome !== 'done');
  const ends = Promise.all([run(job('fine')), run(job('fine'))]);
  // The process has sent its result long before, and this process reads it after the timeout.
  await new Promise((resolve) => setImmediate(resolve));
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 4500);
  expect((await ends).map(({ outcome }) => outcome)).toEqual(['done', 'done']);
});
