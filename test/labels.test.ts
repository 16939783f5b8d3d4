// Labels with real worker processes: which jobs they run, and how jobs without a worker are shown.
import { type ChildProcess, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { resultPage, writeFolder } from './captures.ts';
import { ROOT, runNode } from './doc-samples.ts';
import { startTestService, type TestService, until } from './service.ts';

const MAIN = path.join(ROOT, 'dist', 'main.js');
let folder: string;
let service: TestService;
let keys: { live: string; test: string };
let environment: Record<string, string>;
const workers: ChildProcess[] = [];

beforeAll(async () => {
  const { build } = (await import(path.join(ROOT, 'scripts', 'setup.mjs'))) as { build: () => Promise<void> };
  await build();
  folder = writeFolder({ 'index.jsonl': JSON.stringify({ file: 'bing/a.html', keyword: 'shoes' }), 'bing/a.html': resultPage('shoes') });
  const settings = { REPLAY_DIR: folder, ROUTE_LABELS: 'bing@RU=ru' };
  service = await startTestService(settings, false);
  keys = await service.account();
  environment = { PATH: process.env.PATH ?? '', DATABASE_URL: service.database.url, DATA_DIR: path.join(folder, 'data'), ...settings };
});
afterAll(async () => {
  await Promise.all(workers.map(stopWorker));
  await service?.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function startWorker(settings: Record<string, string> = {}): Promise<ChildProcess> {
  const child = spawn(process.execPath, [MAIN, 'worker'], { stdio: 'ignore', env: { ...environment, ...settings } });
  workers.push(child);
  const before = (await overview()).workers.length;
  await until(async () => {
    if (child.exitCode !== null) throw new Error(`the worker ended with ${child.exitCode}`);
    return (await overview()).workers.length > before;
  });
  return child;
}
async function stopWorker(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await ended;
}

const overview = async () => (await service.admin('GET', '/admin/overview')).json;
const gauge = async (name: string, label: string): Promise<number> =>
  Number(new RegExp(`^${name}\\{[^}]*label="${label}"[^}]*\\} (\\S+)$`, 'm').exec((await service.admin('GET', '/metrics')).text)![1]);
/** A worker that has just ended may count for some more seconds. */
const reaches = (label: string, count: number) => until(async () => (await gauge('sextant_jobs_without_worker', label)) === count);
const labelFindings = async (): Promise<string[]> => {
  const { output } = await runNode([MAIN, 'doctor', '--json'], environment);
  const { findings } = JSON.parse(output) as { findings: { check: string; state: string; found: string }[] };
  return findings.filter(({ check }) => check === 'labels').map(({ state, found }) => `${state}: ${found}`);
};
const create = async (region: string, key = keys.live): Promise<string> =>
  (await service.call('POST', '/serp/new', key, { keyword: 'shoes', region, searchEngine: 'bing', asynchronous: true })).json.id;
const read = async (id: string, key = keys.live) => (await service.call('GET', `/serp/${id}`, key)).json;
const finished = (ids: readonly string[], key?: string) =>
  until(async () => {
    const serps = await Promise.all(ids.map((id) => read(id, key)));
    return serps.every(({ ready }) => ready) && serps;
  });

test('a worker without labels runs all jobs but those with a label, which are reported', async () => {
  const plain = await startWorker();
  const labelled = [await create('RU'), await create('RU')];
  const [sandbox, unlabelled] = [await create('RU', keys.test), await create('US')];
  expect(await finished([unlabelled])).toMatchObject([{ verdict: 'valid', attempts: [{ source: 'replay' }] }]);
  expect(await finished([sandbox], keys.test)).toMatchObject([{ verdict: 'valid' }]);
  for (const id of labelled) expect(await read(id)).toMatchObject({ ready: false });

  await reaches('ru', 2);
  await reaches('', 0);
  expect((await overview()).labels).toMatchObject([{ label: 'ru', waiting: 2, running: 0, workers: 0 }]);
  expect(await labelFindings()).toEqual(['problem: 2 jobs wait for the label ru, which no worker has']);

  const special = await startWorker({ WORKER_LABELS: 'ru', WORKER_LABELS_ONLY: 'true' });
  expect(await finished(labelled)).toMatchObject([{ verdict: 'valid' }, { verdict: 'valid' }]);
  await reaches('ru', 0);
  expect(await labelFindings()).toEqual([]);
  const { labels, workers: running } = await overview();
  expect(labels).toEqual([{ label: 'ru', waiting: 0, running: 0, oldestSeconds: 0, workers: 1 }]);
  expect(running.map((worker: { labels: string[]; labelsOnly: boolean }) => [worker.labels, worker.labelsOnly]).sort()).toEqual([
    [[], false],
    [['ru'], true],
  ]);

  // The other way round: a worker that is limited to its labels leaves the other jobs.
  await stopWorker(plain);
  const [left, run] = [await create('US'), await create('RU')];
  expect(await finished([run])).toMatchObject([{ verdict: 'valid' }]);
  expect(await read(left)).toMatchObject({ ready: false });
  await reaches('', 1);
  expect(await labelFindings()).toEqual(['problem: 1 job waits for a worker that runs jobs without a label']);

  // A worker with labels runs them after all, unless it is limited to its labels.
  await stopWorker(special);
  await startWorker({ WORKER_LABELS: 'ru' });
  expect(await finished([left])).toMatchObject([{ verdict: 'valid' }]);
});

test('a worker with bad labels does not start, and says why', async () => {
  const { status, complaint } = await runNode([MAIN, 'worker'], { ...environment, WORKER_LABELS_ONLY: 'true' });
  expect(status).not.toBe(0);
  expect(complaint).toContain('WORKER_LABELS_ONLY needs WORKER_LABELS');
});
