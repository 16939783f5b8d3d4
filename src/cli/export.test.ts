// Tests for `sextant export`: the query it sends, and the file it leaves.
import { execFileSync } from 'node:child_process';
import { closeSync, constants, existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { UsageProblem } from './arguments.ts';
import { exportCommand } from './export.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'export-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const fileAt = (name: string) => path.join(folder, name);

const bytes = (text: string, failure?: Error) =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(new TextEncoder().encode(text));
      if (failure) controller.error(failure);
      else controller.close();
    },
  });

/** Runs the command and returns the query that it sent. */
async function run(args: readonly string[], body = bytes('a,b\n')): Promise<Record<string, string>> {
  const queries: Record<string, string>[] = [];
  await exportCommand(args, {
    connect: async () => async (query) => {
      queries.push({ ...query });
      return body;
    },
    log: () => undefined,
  });
  expect(queries).toHaveLength(1);
  return queries[0]!;
}

describe('sextant export', () => {
  it('writes the organic results of searches, in the format of the file name', async () => {
    expect(await run([fileAt('a.csv')])).toEqual({ content: 'results', format: 'csv', types: 'organic' });
    expect(readFileSync(fileAt('a.csv'), 'utf8')).toBe('a,b\n');
    expect(await run([fileAt('a.data'), '--format', 'parquet', '--kind', 'serp', '--engine', 'bing'])).toEqual({
      content: 'results',
      format: 'parquet',
      types: 'organic',
      kind: 'serp',
      engine: 'bing',
    });
  });

  it.each(['keyword', 'ai'])('writes all rows of the kind %s, which has no organic results', async (kind) => {
    expect(await run([fileAt('b.csv'), '--kind', kind])).toEqual({ content: 'results', format: 'csv', kind });
  });

  it('writes the requested types', async () => {
    expect(await run([fileAt('c.csv'), '--types', 'all'])).not.toHaveProperty('types');
    expect(await run([fileAt('c.csv'), '--kind', 'keyword', '--types', 'keyword'])).toMatchObject({ types: 'keyword' });
  });

  it('leaves no file when the download is cut off', async () => {
    await expect(run([fileAt('d.csv')], bytes('a,b\n1', new Error('cut off')))).rejects.toThrow('cut off');
    expect([existsSync(fileAt('d.csv')), existsSync(fileAt('d.csv.part'))]).toEqual([false, false]);
  });

  it('removes a file only after it was opened, because a slow open would create it again', async () => {
    const part = fileAt('slow.csv.part');
    // A pipe opens for writing only when a reader does.
    execFileSync('mkfifo', [part]);
    let opened = false;
    const failed = expect(run([fileAt('slow.csv')], bytes('a,b\n1', new Error('cut off')))).rejects.toThrow('cut off');
    const openedBefore = failed.then(() => opened);
    await setTimeout(50);
    opened = true;
    const reader = openSync(part, constants.O_RDONLY | constants.O_NONBLOCK);
    expect(await openedBefore).toBe(true);
    closeSync(reader);
    expect(existsSync(part)).toBe(false);
  });

  it('refuses an unknown format and a second file', async () => {
    await expect(run([fileAt('e.xlsx')])).rejects.toThrow(UsageProblem);
    await expect(run([fileAt('e.csv'), fileAt('f.csv')])).rejects.toThrow(UsageProblem);
    await expect(run([path.join(folder, 'missing', 'e.csv')])).rejects.toThrow(/^Cannot write /);
  });
});
