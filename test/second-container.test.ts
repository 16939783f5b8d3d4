// A second service on the same data folder in separate PID, IPC and mount namespaces, as in a second container on one volume.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { until } from './service.ts';

// Each test starts the service several times, which is slow on a busy machine.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

const ROOT = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');
const APART = ['--pid', '--ipc', '--mount', '--fork', '--mount-proc', '--kill-child'];
const canLeave = spawnSync('unshare', [...APART, 'true']).status === 0;
const folder = mkdtempSync(path.join(tmpdir(), 'sextant-containers-'));
const data = path.join(folder, 'data');
const pidFile = path.join(data, 'postgres', 'cluster', 'postmaster.pid');

interface Run {
  readonly child: ChildProcess;
  readonly output: () => string;
  readonly ended: Promise<number | null>;
}
const runs: Run[] = [];

function run(words: string[], apart: boolean): Run {
  const command = [process.execPath, path.join(ROOT, 'dist', 'main.js'), ...words];
  const [program, ...rest] = apart ? ['unshare', ...APART, ...command] : command;
  return launch(program!, rest);
}
function launch(program: string, words: string[], extra: Record<string, string> = {}): Run {
  const child = spawn(program, words, {
    cwd: folder,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH ?? '', PORT: '0', DRAIN_SECONDS: '0', DATA_DIR: data, ...extra },
  });
  let text = '';
  const add = (chunk: Buffer): void => {
    text += chunk;
  };
  child.stdout!.on('data', add);
  child.stderr!.on('data', add);
  const one = { child, output: () => text, ended: new Promise<number | null>((resolve) => child.once('exit', resolve)) };
  runs.push(one);
  return one;
}
async function ready(one: Run): Promise<{ base: string; key: string | undefined }> {
  await until(async () => {
    if (one.child.exitCode !== null) throw new Error(`it ended: ${one.output()}`);
    return one.output().includes('Sextant is ready');
  }, 90);
  return { base: /API\s+(http\S+)/.exec(one.output())![1]!, key: /Test key\s+(\S+)/.exec(one.output())?.[1] };
}
const oneLine = (one: Run): string => {
  expect(one.output().trim().split('\n')).toHaveLength(1);
  return one.output().trim();
};
const create = (base: string, key: string | undefined) =>
  fetch(`${base}/serp/new?apikey=${key}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"keyword":"red shoes","region":"US","asynchronous":false}',
  });

beforeAll(async () => {
  const { build } = (await import(path.join(ROOT, 'scripts', 'setup.mjs'))) as { build: () => Promise<void> };
  await build();
  chmodSync(folder, 0o755);
});
afterAll(async () => {
  for (const one of runs) if (one.child.exitCode === null && one.child.signalCode === null) process.kill(-one.child.pid!, 'SIGTERM');
  await Promise.all(runs.map(({ ended }) => ended));
  rmSync(folder, { recursive: true, force: true });
});

describe.runIf(canLeave)('a second container on the data folder of a running service', () => {
  let first: Run;
  let base: string;
  let key: string | undefined;
  beforeAll(async () => {
    first = run(['start'], false);
    ({ base, key } = await ready(first));
  }, 180_000);

  test('does not start and prints one line, and the first keeps working', async () => {
    const before = readFileSync(pidFile, 'utf8');
    const second = run(['start'], true);
    expect(await second.ended).not.toBe(0);
    expect(oneLine(second)).toMatch(/^Another Sextant is running on .*: stop it, or set DATA_DIR to another folder\.$/);
    expect(readFileSync(pidFile, 'utf8')).toBe(before);
    const response = await create(base, key);
    expect([response.status, ((await response.json()) as { ready: boolean }).ready]).toEqual([200, true]);
  });

  test('cannot run commands on it, while the first container can', async () => {
    const [outside, inside] = [run(['account', 'list', '--json'], true), run(['account', 'list', '--json'], false)];
    expect([await outside.ended, await inside.ended]).toEqual([1, 0]);
    expect(oneLine(outside)).toMatch(/outside of this container: run this command in its container/);
    expect(JSON.parse(inside.output())).toBeTruthy();
    expect((await fetch(`${base}/user?apikey=${key}`)).status).toBe(200);
  });

  test('does not start when the service was killed and its PostgreSQL still runs, which the next start in the first one adopts', async () => {
    const server = Number(readFileSync(pidFile, 'utf8').split('\n')[0]);
    process.kill(-first.child.pid!, 'SIGKILL');
    await first.ended;
    const second = run(['start'], true);
    expect(await second.ended).not.toBe(0);
    expect(oneLine(second)).toMatch(/^A PostgreSQL outside of this container or PID namespace is running on /);
    expect(existsSync(`/proc/${server}`)).toBe(true);
    first = run(['start'], false);
    ({ base } = await ready(first));
    expect(Number(readFileSync(pidFile, 'utf8').split('\n')[0])).toBe(server);
    expect((await create(base, key)).status).toBe(200);
  });

  test('starts on it when the first has stopped', async () => {
    process.kill(-first.child.pid!, 'SIGTERM');
    expect(await first.ended).toBe(0);
    const second = run(['start'], true);
    const { base: at } = await ready(second);
    expect((await create(at, key)).status).toBe(200);
    process.kill(-second.child.pid!, 'SIGKILL');
    await second.ended;
  });

  test('and the first again, when the second was killed with everything in it', async () => {
    const again = run(['start'], false);
    const { base: at } = await ready(again);
    expect(again.output()).not.toContain('waiting');
    expect((await create(at, key)).status).toBe(200);
  });
});

describe.runIf(canLeave && process.getuid?.() === 0)(
  'a root container without the user sextant and without a program that creates users',
  () => {
    const BESIDE = path.join(folder, 'beside');
    const HIDE = `
    mount --bind "$BESIDE" /etc/passwd
    for program in useradd addgroup adduser; do
      file=$(command -v $program) && mount --bind "$(command -v false)" "$file"
    done
    exec "$@"`;
    const start = (more: Record<string, string>) => {
      const command = ['sh', '-c', HIDE, 'sh', process.execPath, path.join(ROOT, 'dist', 'main.js'), 'start'];
      return launch('unshare', [...APART, ...command], { BESIDE, ...more });
    };

    test('runs the database as nobody, and warns with the command that creates the user', async () => {
      const lines = readFileSync('/etc/passwd', 'utf8').split('\n');
      writeFileSync(BESIDE, lines.filter((line) => !line.startsWith('sextant:')).join('\n'));
      const one = start({ DATA_DIR: path.join(folder, 'rootless') });
      const { base, key } = await ready(one);
      expect(one.output()).toMatch(
        /User sextant does not exist and cannot be created here, so PostgreSQL runs as nobody\. Create it: useradd --system/,
      );
      expect((await fetch(`${base}/user?apikey=${key}`)).status).toBe(200);
      const nobody = Number(spawnSync('id', ['-u', 'nobody'], { encoding: 'utf8' }).stdout);
      expect(statSync(path.join(folder, 'rootless', 'postgres', 'cluster')).uid).toBe(nobody);
    });
  },
);
