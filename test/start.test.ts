// Real starts: the built service in its own processes, killed, restarted, misconfigured.
import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isReachable } from '../src/platform/postgres-files.ts';
import { until } from './service.ts';

const ROOT = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');
const folder = mkdtempSync(path.join(tmpdir(), 'sextant start '));
const isRoot = process.getuid?.() === 0;
/** Whether root can run the test as an ordinary user, who must be able to read this checkout. */
const canLend = isRoot && isReachable(path.join(ROOT, 'dist'));

interface Run {
  readonly child: ChildProcess;
  readonly output: () => string;
  readonly ended: Promise<number | null>;
}
const runs: Run[] = [];

function run(environment: Record<string, string>, identity: { uid?: number; gid?: number } = {}): Run {
  const child = spawn(process.execPath, [path.join(ROOT, 'dist', 'main.js'), 'start'], {
    cwd: folder,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH ?? '', PORT: '0', DRAIN_SECONDS: '0', ...environment },
    ...identity,
  });
  let text = '';
  child.stdout!.on('data', (chunk) => {
    text += chunk;
  });
  child.stderr!.on('data', (chunk) => {
    text += chunk;
  });
  const one = { child, output: () => text, ended: new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code))) };
  runs.push(one);
  return one;
}
/** Base URL and test key that a start printed. */
async function ready(one: Run): Promise<{ base: string; key: string | undefined }> {
  await until(async () => {
    if (one.child.exitCode !== null) throw new Error(`it ended: ${one.output()}`);
    return one.output().includes('Sextant is ready');
  }, 60);
  return { base: /API\s+(http\S+)/.exec(one.output())![1]!, key: /Test key\s+(\S+)/.exec(one.output())?.[1] };
}
const killGroup = (one: Run, signal: NodeJS.Signals) => process.kill(-one.child.pid!, signal);
const dataDir = (name: string) => path.join(folder, name);

beforeAll(async () => {
  const setup = path.join(ROOT, 'scripts', 'setup.mjs');
  const { build } = (await import(setup)) as { build: () => Promise<void> };
  await build();
  chmodSync(folder, 0o755);
});
afterAll(async () => {
  for (const one of runs) if (one.child.exitCode === null && one.child.signalCode === null) killGroup(one, 'SIGTERM');
  await Promise.all(runs.map(({ ended }) => ended));
  rmSync(folder, { recursive: true, force: true });
});

describe('a start', () => {
  test('works, survives kill -9 of everything, and stops cleanly', async () => {
    const first = run({ DATA_DIR: dataDir('one') });
    const { base, key } = await ready(first);
    expect(first.output()).toMatch(/Admin token\s+\S{20,}/);
    const made = await fetch(`${base}/serp/new?apikey=${key}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"keyword":"red shoes","region":"US","asynchronous":false}',
    });
    const serp = (await made.json()) as { id: string; ready: boolean; data: unknown };
    expect([made.status, serp.ready]).toEqual([200, true]);
    const slow = (await (
      await fetch(`${base}/serp/new?apikey=${key}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"keyword":"test:slow:2 tea","region":"US"}',
      })
    ).json()) as { id: string };

    killGroup(first, 'SIGKILL');
    await first.ended;
    const second = run({ DATA_DIR: dataDir('one') });
    const again = await ready(second);
    expect(again.key).toBeUndefined();
    const read = async (id: string) =>
      (await (await fetch(`${again.base}/serp/${id}?apikey=${key}`)).json()) as { ready: boolean; data: unknown };
    expect((await read(serp.id)).data).toEqual(serp.data);
    // The job of the dead worker is reclaimed after its lease.
    await until(async () => (await read(slow.id)).ready, 40);

    killGroup(second, 'SIGTERM');
    expect(await second.ended).toBe(0);
  });

  test('in production prints no key and no token, and creates no account', async () => {
    const one = run({ DATA_DIR: dataDir('production'), MODE: 'production', HOST: '0.0.0.0' });
    const { base, key } = await ready(one);
    const { adminToken } = JSON.parse(readFileSync(path.join(dataDir('production'), 'secrets.json'), 'utf8')) as { adminToken: string };
    expect([key, one.output().includes('sxt_'), one.output().includes(adminToken)]).toEqual([undefined, false, false]);
    expect(one.output()).toMatch(/Mode\s+production\n/);
    expect(one.output()).toContain('sextant account create');
    const { items } = (await (await fetch(`${base}/admin/accounts`, { headers: { authorization: `Bearer ${adminToken}` } })).json()) as {
      items: unknown[];
    };
    expect(items).toEqual([]);
    expect((await fetch(`${base}/metrics`)).status).toBe(403);
    killGroup(one, 'SIGTERM');
    await one.ended;
  });

  test('on a folder in use fails and does not disturb the other service', async () => {
    const first = run({ DATA_DIR: dataDir('two') });
    const { base, key } = await ready(first);
    const second = run({ DATA_DIR: dataDir('two') });
    expect(await second.ended).not.toBe(0);
    expect(second.output().trim().split('\n')).toHaveLength(1);
    expect(second.output()).toMatch(/Another Sextant is running/);
    expect((await fetch(`${base}/user?apikey=${key}`)).status).toBe(200);
    const worker = await fetch(`${base}/metrics`).then((response) => response.text());
    expect(worker).toContain('role="worker"');
    killGroup(first, 'SIGTERM');
    expect(await first.ended).toBe(0);
  });

  test.runIf(canLend)(
    'works for an ordinary user',
    async () => {
      mkdirSync(dataDir('user'));
      chownSync(dataDir('user'), 65_534, 65_534);
      const one = run({ DATA_DIR: dataDir('user') }, { uid: 65_534, gid: 65_534 });
      const { base, key } = await ready(one);
      expect((await fetch(`${base}/user?apikey=${key}`)).status).toBe(200);
      killGroup(one, 'SIGTERM');
      expect(await one.ended).toBe(0);
    },
    90_000,
  );
});

describe('a start that cannot succeed ends with one clear line', () => {
  const refused = async (environment: Record<string, string>, line: RegExp, identity = {}) => {
    const one = run(environment, identity);
    const code = await one.ended;
    expect(one.output().trim().split('\n')).toHaveLength(1);
    expect(one.output()).toMatch(line);
    expect(code).not.toBe(0);
  };
  let taken: Server;
  beforeAll(async () => {
    taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => taken.close());

  test('when the port is in use', async () => {
    await refused({ DATA_DIR: dataDir('three'), PORT: String((taken.address() as { port: number }).port) }, /Port \d+ is taken/);
  });
  test('when the data folder is not writable', async () => {
    mkdirSync(dataDir('locked'), { mode: 0o555 });
    chmodSync(dataDir('locked'), 0o555);
    // A folder below a file cannot exist, even for root.
    await refused({ DATA_DIR: path.join(ROOT, 'package.json', 'x') }, /is not writable/);
    if (canLend) await refused({ DATA_DIR: dataDir('locked') }, /is not writable/, { uid: 65_534, gid: 65_534 });
  });
  test('when DATABASE_URL cannot be reached', async () => {
    await refused({ DATA_DIR: dataDir('four'), DATABASE_URL: 'postgres://nobody:x@127.0.0.1:1/none' }, /DATABASE_URL cannot be used/);
  });
  test('when settings are invalid, with all of them in that line', async () => {
    await refused({ PORT: 'high', RETENTION_DAYS: '1.5', LOG_LEVEL: 'loud' }, /PORT must be .*LOG_LEVEL must be .*RETENTION_DAYS must be/);
  });
});
