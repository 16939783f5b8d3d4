import { fork } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { superviseChild } from './supervisor.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'sextant-supervisor-'));
const program = path.join(folder, 'child.mjs');
writeFileSync(program, "process.on('message', () => undefined); process.send({ topic: 'ready' });");
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each([
  ['emits an error', () => fork(program, { execPath: path.join(folder, 'missing') })],
  [
    'throws an error',
    () => {
      throw new Error('spawn ENOMEM');
    },
  ],
])('a child is tried again and reported when its start %s', async (_, fail) => {
  const reasons: string[] = [];
  let starts = 0;
  let onReady = (): void => undefined;
  const ready = new Promise<void>((done) => {
    onReady = done;
  });
  const child = superviseChild({
    spawn: () => (++starts === 1 ? fail() : fork(program, { execArgv: [] })),
    initialData: () => null,
    onExit: (reason) => reasons.push(reason),
    topics: { ready: onReady },
  });
  await ready;
  expect([starts, reasons]).toEqual([2, [expect.stringMatching(/^could not start: spawn .*(?:ENOENT|ENOMEM)/)]]);
  await child.stop();
});

test('stopping ends a child that could not be started', async () => {
  let starts = 0;
  const child = superviseChild({
    spawn: () => {
      starts++;
      return fork(program, { execPath: path.join(folder, 'missing') });
    },
    initialData: () => null,
    onExit: () => undefined,
  });
  await child.stop();
  await new Promise((done) => setTimeout(done, 1000));
  expect(starts).toBe(1);
});
