// Tests for the files of a backup: a running database removes files and folders while they are copied.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { copyFile, walk } from './backup-files.ts';

const base = mkdtempSync(path.join(tmpdir(), 'sextant-backup-files-'));
const [from, to] = [path.join(base, 'from'), path.join(base, 'to')];
for (const folder of [from, to]) mkdirSync(folder);
afterAll(() => rmSync(base, { recursive: true, force: true }));

test('a file that is removed at the same time is copied whole or not at all', async () => {
  const bytes = 100_000;
  for (let round = 0; round < 300; round++) {
    writeFileSync(path.join(from, 'file'), Buffer.alloc(bytes, round));
    const copied = copyFile(from, to, 'file');
    // The removal comes at different steps of the copy.
    for (let steps = 0; steps < round % 6; steps++) await new Promise((resolve) => setImmediate(resolve));
    await rm(path.join(from, 'file'));
    expect((await copied)?.bytes ?? bytes).toBe(bytes);
  }
});

test('a folder that is removed while the folders are listed has no files', async () => {
  mkdirSync(path.join(from, 'database'));
  writeFileSync(path.join(from, 'database', 'table'), '');
  const found: string[] = [];
  for await (const { name } of walk(from, () => true)) {
    found.push(name);
    if (name === 'database') rmSync(path.join(from, name), { recursive: true });
  }
  expect(found).toEqual(['database']);
});

test('a folder that was never there is an error', async () => {
  const names = walk(path.join(base, 'nowhere'), () => true);
  await expect(names.next()).rejects.toMatchObject({ code: 'ENOENT' });
});
