import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openJournal } from './batch-journal.ts';

let folder = '';
let out = '';
let lock = '';
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'sextant-journal-'));
  out = path.join(folder, 'out.jsonl');
  lock = `${out}.lock`;
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('the lock of a batch', () => {
  test('belongs to the process that has created it, even before it has written its number', async () => {
    writeFileSync(lock, '');
    const opening = openJournal(out);
    const rejected = expect(opening).rejects.toThrow('Another sextant batch');
    await sleep(10);
    writeFileSync(lock, String(process.pid));
    await rejected;
  });

  test('is taken over when it stays empty', async () => {
    writeFileSync(lock, '');
    (await openJournal(out)).close();
  });

  test('may be released while another process reads it', async () => {
    // A link without a target: creating the file fails because it exists, and reading it fails because it is missing.
    symlinkSync(path.join(folder, 'missing'), lock);
    const opening = openJournal(out);
    const opened = expect(opening).resolves.toMatchObject({ sent: [] });
    await sleep(10);
    rmSync(lock);
    await opened;
    (await opening).close();
  });

  test('comes before the journal of a batch that has just ended is looked for', async () => {
    writeFileSync(lock, '');
    const opening = openJournal(out);
    writeFileSync(`${out}.journal`, '{"batch":"first","kind":"serp"}\n');
    writeFileSync(out, '{"line":1,"keyword":"tea"}\n');
    rmSync(lock);
    const journal = await opening;
    expect([...journal.done]).toEqual([1]);
    expect(journal.sending([]).key).toMatch(/^first-/);
    journal.close();
  });
});
