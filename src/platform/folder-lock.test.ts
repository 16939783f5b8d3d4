import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { until } from '../../test/service.ts';
import { FolderBusy, type FolderLock, LOCK_FILE, lockFolder, OWNER_FILE, type Owner } from './folder-lock.ts';
import { lockFile } from './kernel-lock.ts';
import { processIdentity } from './process-identity.ts';

const root = mkdtempSync(path.join(tmpdir(), 'sextant-lock-'));
const locks: FolderLock[] = [];
const children: ChildProcess[] = [];
let folder = '';
const quick = { purpose: 'service', heartbeatMs: 50, deadAfterMs: 1000 } as const;

const acquireLock = async (settings = {}): Promise<FolderLock> => {
  const lock = await lockFolder(folder, { ...quick, ...settings });
  locks.push(lock);
  return lock;
};
/** The record of a process that ended without releasing. */
const writeStaleRecord = (owner: Partial<Owner>): void =>
  writeFileSync(
    path.join(folder, OWNER_FILE),
    JSON.stringify({ id: 'other', purpose: 'service', startedAt: 'then', heartbeat: 3, ...processIdentity(), ...owner }),
  );
const owner = (): Owner => JSON.parse(readFileSync(path.join(folder, OWNER_FILE), 'utf8'));

beforeEach(() => {
  folder = mkdtempSync(path.join(root, 'one-'));
});
afterEach(() => {
  for (const lock of locks.splice(0)) lock.release();
  for (const child of children.splice(0)) child.kill('SIGKILL');
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const hasKernelLocks = spawnSync('flock', ['--version']).status === 0;

describe.runIf(hasKernelLocks && process.platform === 'linux')('a folder with kernel locks', () => {
  test('has one owner at a time, and only the lock file remains after its release', async () => {
    const first = await acquireLock();
    expect(first.byKernel).toBe(true);
    await expect(acquireLock()).rejects.toThrow(FolderBusy);
    await expect(acquireLock()).rejects.toThrow(`process ${process.pid}`);
    first.release();
    (await acquireLock()).release();
    expect(readdirSync(folder)).toEqual([LOCK_FILE]);
  });

  test('is taken over at once from an owner that was killed, whatever its record says', async () => {
    writeStaleRecord({ pid: process.ppid });
    const child = spawn('flock', ['-n', '-o', path.join(folder, LOCK_FILE), 'sleep', '600'], { detached: true, stdio: 'ignore' });
    children.push(child);
    // Wait until the child holds the lock; a lock taken here would prevent it.
    await until(async () => readFileSync('/proc/locks', 'utf8').includes(`FLOCK  ADVISORY  WRITE ${child.pid} `));
    await expect(acquireLock()).rejects.toThrow(FolderBusy);
    const lost = new Promise((resolve) => child.once('exit', resolve));
    process.kill(-child.pid!, 'SIGKILL');
    await lost;
    // The kernel may need a moment until it has closed the files of the killed process.
    await until(async () => !readFileSync('/proc/locks', 'utf8').includes(` ${child.pid} `));
    const lines: string[] = [];
    await acquireLock({ deadAfterMs: 60_000, log: (line: string) => lines.push(line) });
    expect(lines).toEqual([]);
  });
});

/** Without the program `flock` there is no kernel lock, as on a file system without locks. */
const withoutLocks = async <T>(work: () => Promise<T>): Promise<T> => {
  const { PATH } = process.env;
  process.env.PATH = '/nowhere';
  try {
    return await work();
  } finally {
    process.env.PATH = PATH;
  }
};

describe.runIf(process.platform === 'linux')('a folder without kernel locks', () => {
  const started = (settings = {}) => withoutLocks(() => acquireLock(settings));

  test('has one owner, whose heartbeat changes', async () => {
    const first = await started();
    expect(first.byKernel).toBe(false);
    const before = owner().heartbeat;
    await until(async () => owner().heartbeat > before);
    writeStaleRecord({ ...owner(), namespace: 'pid:[1]' });
    await expect(started()).rejects.toThrow(FolderBusy);
  });

  test('is taken over at once when the owner of this namespace has ended', async () => {
    const ended = spawnSync('true');
    writeStaleRecord({ pid: ended.pid });
    const lines: string[] = [];
    await started({ deadAfterMs: 600_000, log: (line: string) => lines.push(line) });
    expect(lines).toEqual([]);
  });

  test('is taken over from an owner on another machine after its heartbeat stopped', async () => {
    writeStaleRecord({ namespace: 'pid:[1]', host: 'other-container' });
    const lines: string[] = [];
    await started({ log: (line: string) => lines.push(line) });
    expect(lines).toEqual([expect.stringContaining('other-container')]);
    expect(owner().pid).toBe(process.pid);
  });

  test('has one winner among several starts that see the same stopped heartbeat', async () => {
    writeStaleRecord({ namespace: 'pid:[1]' });
    const ends = await withoutLocks(() => Promise.allSettled([acquireLock(), acquireLock(), acquireLock()]));
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('notifies an owner that was replaced', async () => {
    const first = await started();
    let lost = 0;
    first.onLost(() => lost++);
    writeStaleRecord({ id: 'newcomer' });
    await until(async () => lost === 1);
    first.release();
    expect(owner().id).toBe('newcomer');
  });
});

test('a file whose lock cannot be requested is an error', () =>
  withoutLocks(async () => expect(lockFile(path.join(folder, 'x')).state).toBe('unsupported')));
