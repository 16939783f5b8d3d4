import { statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { describe, expect, test } from 'vitest';
import { checkDisk } from './disk.ts';

const freeMegabytes = (): number => {
  const { bavail, bsize } = statfsSync(tmpdir());
  return Math.floor((bavail * bsize) / 1024 / 1024);
};

describe('a disk', () => {
  test('with less free space than the minimum is full', async () => {
    const watch = await checkDisk(tmpdir(), freeMegabytes() * 10 + 1_000_000);
    expect(watch.full()).toBe(true);
    watch.stop();
  });
  test('with enough free space is not full', async () => {
    const watch = await checkDisk(tmpdir(), 1);
    expect(watch.full()).toBe(false);
    watch.stop();
  });
  test('that is not checked, or cannot be read, is never full', async () => {
    for (const watch of [await checkDisk(tmpdir(), 0), await checkDisk('/no/such/folder', 1_000_000)]) {
      expect(watch.full()).toBe(false);
      watch.stop();
    }
  });
});
