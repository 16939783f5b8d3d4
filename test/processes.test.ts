// One start with several API and worker processes: they share a port, are restarted when killed, and drain together.
import { execFileSync, fork, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../lab/net.ts';
import { readConfig } from '../src/config.ts';
import { parseThreadsOf } from '../src/wiring/parsing.ts';
import { shapeOf } from '../src/wiring/process-counts.ts';
import { until } from './service.ts';

const ROOT = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');
const ADMIN_PORT = await freePort();
const TOKEN = 'token-of-the-operator';
const folder = mkdtempSync(path.join(tmpdir(), 'sextant-processes-'));
let parent: ReturnType<typeof spawn>;
let ended: Promise<number | null>;
let text = '';
let base = '';
let key = '';

/** Process ids of the children that run this command. */
const children = (command: string): number[] =>
  execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' })
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter((words) => Number(words[1]) === parent.pid && words.at(-1) === command)
    .map((words) => Number(words[0]));

/** Broken connections are expected; a connection without any response is an error. */
const soon = () => AbortSignal.timeout(60_000);

const post = async (body: unknown): Promise<{ id: string; ready: boolean }> => {
  const response = await fetch(`${base}/serp/new?apikey=${key}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: soon(),
  });
  if (response.status !== 200) throw new Error(String(response.status));
  return (await response.json()) as { id: string; ready: boolean };
};
const areReady = async (ids: string[]): Promise<boolean> => {
  const response = await fetch(`${base}/serp/list?apikey=${key}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(ids.slice(0, 1000)),
  });
  return response.status === 200 && ((await response.json()) as { ready: boolean }[]).every(({ ready }) => ready);
};
const metrics = async (): Promise<string> =>
  (await fetch(`http://127.0.0.1:${ADMIN_PORT}/metrics`, { headers: { authorization: `Bearer ${TOKEN}`, connection: 'close' } })).text();

beforeAll(async () => {
  const { build } = (await import(path.join(ROOT, 'scripts', 'setup.mjs'))) as { build: () => Promise<void> };
  await build();
  chmodSync(folder, 0o755);
  parent = spawn(process.execPath, [path.join(ROOT, 'dist', 'main.js'), 'start', '--api', '2', '--workers', '2'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH ?? '',
      PORT: '0',
      ADMIN_PORT: String(ADMIN_PORT),
      ADMIN_TOKEN: TOKEN,
      DRAIN_SECONDS: '1',
      DATA_DIR: path.join(folder, 'data'),
    },
  });
  ended = new Promise((resolve) => parent.once('exit', resolve));
  for (const stream of [parent.stdout!, parent.stderr!])
    stream.on('data', (chunk) => {
      text += chunk;
    });
  await until(async () => {
    if (parent.exitCode !== null) throw new Error(`it ended: ${text}`);
    return text.includes('Sextant is ready');
  }, 60);
  base = /API\s+(http\S+)/.exec(text)![1]!;
  key = /Test key\s+(\S+)/.exec(text)![1]!;
});
afterAll(async () => {
  if (parent.exitCode === null) parent.kill('SIGTERM');
  await ended;
  rmSync(folder, { recursive: true, force: true });
});

describe('a start with two API and two worker processes', () => {
  test('has that many children, and shows the metrics of all of them at one URL', async () => {
    expect([children('serve-api').length, children('worker').length]).toEqual([2, 2]);
    expect((await post({ keyword: 'tea', region: 'US', asynchronous: false })).ready).toBe(true);
    await until(async () => /sextant_workers\{role="api"\} 2/.test(await metrics()));
    // Each of the two serves the admin listener, and either knows the requests that the other has served.
    for (let requests = 0; requests < 6; requests++) await fetch(`${base}/user?apikey=${key}`, { headers: { connection: 'close' } });
    for (let polls = 0; polls < 4; polls++) {
      const counts = [...(await metrics()).matchAll(/sextant_http_request_duration_seconds_count\{[^}]*route="\/user"[^}]*\} (\d+)/g)];
      expect(counts.reduce((sum, match) => sum + Number(match[1]), 0)).toBe(6);
    }
    expect((await fetch(`${base}/metrics`)).status).toBe(404);
  });

  test('continues when an API process and a worker are killed under load, and restarts them', async () => {
    const [api] = children('serve-api');
    const [worker] = children('worker');
    const made: string[] = [];
    let going = true;
    let hanging = 0;
    // A client whose connection broke reconnects.
    const again = async (error: Error) => {
      if (error.name === 'TimeoutError') hanging++;
      await new Promise((resolve) => setTimeout(resolve, 20));
    };
    const keepOn = async (call: () => Promise<unknown>): Promise<void> => {
      while (going) await call().catch(again);
    };
    const clients = Promise.all([
      ...Array.from({ length: 4 }, () => keepOn(async () => made.push((await post({ keyword: 'tea', region: 'US' })).id))),
      // With a new connection per request, a killed process has connections in every state.
      ...Array.from({ length: 16 }, () => keepOn(() => fetch(`${base}/healthz`, { headers: { connection: 'close' }, signal: soon() }))),
    ]);
    await until(async () => made.length > 50);
    process.kill(api!, 'SIGKILL');
    process.kill(worker!, 'SIGKILL');
    const before = made.length;
    await until(async () => made.length > before + 100);
    await until(async () => {
      const [apis, workers] = [children('serve-api'), children('worker')];
      return apis.length === 2 && workers.length === 2 && !apis.includes(api!) && !workers.includes(worker!);
    });
    going = false;
    await clients;
    expect(hanging).toBe(0);
    // The jobs of the dead worker are reclaimed after its lease.
    await until(() => areReady(made.slice(0, before)), 90);
    await until(() => areReady(made.slice(-1000)), 60);
    expect(text).toContain('api process exited, restarting');
  }, 300_000);

  test('counts rate limits over both processes', async () => {
    const account = (await (
      await fetch(`http://127.0.0.1:${ADMIN_PORT}/admin/accounts`, {
        method: 'POST',
        headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
        body: JSON.stringify({ name: 'Slow', email: 's@mail.example', rates: { perMinute: 1, burst: 10 } }),
      })
    ).json()) as { keys: { test: string } };
    const statuses: number[] = [];
    for (let calls = 0; calls < 16; calls++) {
      const response = await fetch(`${base}/user?apikey=${account.keys.test}`, { headers: { connection: 'close' } });
      statuses.push(response.status);
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
    expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(12);
    expect(statuses).toContain(429);
  });

  test('drains all of them on SIGTERM, and exits with 0', async () => {
    const waiting = post({ keyword: 'test:slow:30 tea', region: 'US', asynchronous: false });
    await until(async () => /^sextant_sync_waiters\S* 1$/m.test(await metrics()));
    parent.kill('SIGTERM');
    expect((await waiting).id).toMatch(/^[0-9a-f]{24}$/);
    expect(await ended).toBe(0);
    expect([children('serve-api'), children('worker')]).toEqual([[], []]);
  });
});

test.each(['worker', 'serve-api'])(
  '%s exits with 0 when stopped during its start',
  async (command) => {
    const child = fork(path.join(ROOT, 'dist', 'main.js'), [command], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    const left = new Promise((resolve) => child.once('exit', (code, signal) => resolve(signal ?? code)));
    // It requests its configuration and gets no response.
    await new Promise((resolve) => child.once('message', resolve));
    child.kill('SIGTERM');
    expect(await left).toBe(0);
  },
  30_000,
);

describe('the number of processes', () => {
  const config = readConfig({});
  test.each([
    [1, 1, 1],
    [2, 1, 1],
    [4, 2, 2],
    [8, 4, 4],
    [64, 4, 8],
  ])('on %i cores is %i API and %i workers by default', (cores, apis, workers) => {
    expect(shapeOf(config, {}, cores)).toEqual({ apis, workers });
  });
  test('comes from the settings, and the arguments override them', () => {
    const set = readConfig({ API_PROCESSES: '3', WORKER_PROCESSES: '5' });
    expect(shapeOf(set, {}, 2)).toEqual({ apis: 3, workers: 5 });
    expect(shapeOf(set, { api: '2', workers: '0' }, 2)).toEqual({ apis: 2, workers: 0 });
    expect(() => shapeOf(set, { api: 'many' }, 2)).toThrow('--api must be');
  });
});

describe('the number of parse threads', () => {
  const config = readConfig({});
  test.each([
    [1, 1, 1],
    [2, 1, 2],
    [4, 1, 3],
    [4, 2, 2],
    [8, 4, 2],
    [8, 8, 1],
    [64, 8, 8],
    [64, 1, 8],
  ])('on %i cores with %i workers is %i per worker by default', (cores, workers, threads) => {
    expect(parseThreadsOf(config, workers, cores)).toBe(threads);
  });
  test('comes from the setting', () => {
    expect(parseThreadsOf(readConfig({ PARSE_THREADS: '5' }), 4, 2)).toBe(5);
  });
});
