// CPU limits of containers, as Linux writes them.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { availableCores, quotaCores } from './cores.ts';

let folder: string;
const groupOf = (files: Readonly<Record<string, string>>): string => {
  folder = mkdtempSync(path.join(tmpdir(), 'sextant-cgroup-'));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), text);
  }
  return folder;
};
afterEach(() => folder && rmSync(folder, { recursive: true, force: true }));

test.each([
  ['150000 100000\n', 2],
  ['50000 100000\n', 1],
  ['400000 100000\n', 4],
  ['max 100000\n', Number.POSITIVE_INFINITY],
  ['', Number.POSITIVE_INFINITY],
])('the limit %j of a version 2 group is %d cores', (text, cores) => {
  expect(quotaCores(groupOf({ 'cpu.max': text }))).toBe(cores);
});

test.each([
  ['300000', 3],
  ['-1', Number.POSITIVE_INFINITY],
])('the quota %s of a version 1 group is %d cores', (quota, cores) => {
  expect(quotaCores(groupOf({ 'cpu/cpu.cfs_quota_us': `${quota}\n`, 'cpu/cpu.cfs_period_us': '100000\n' }))).toBe(cores);
});

test('without a control group there is no limit besides the machine', () => {
  expect(quotaCores(path.join(tmpdir(), 'sextant-no-such-group'))).toBe(Number.POSITIVE_INFINITY);
  expect(availableCores()).toBeGreaterThanOrEqual(1);
  expect(availableCores()).toBeLessThanOrEqual(availableParallelism());
});
