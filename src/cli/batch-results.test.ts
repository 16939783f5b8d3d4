import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { noItems } from '../contract/items.ts';
import type { QuoteType } from '../contract/vocabulary.ts';
import { type BatchParts, batchCommand } from './batch.ts';
import { csvLines } from './batch-csv.ts';
import { BATCH_KINDS } from './batch-kinds.ts';
import { writeResultsCsv } from './batch-results.ts';

let folder = '';
const file = (name: string): string => path.join(folder, name);
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'sextant csv '));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Returns the rows of a CSV file, without empty cells. */
function rowsIn(name: string): Record<string, string>[] {
  const [head, ...lines] = csvLines(readFileSync(file(name), 'utf8'));
  return lines.map(({ cells }) =>
    Object.fromEntries(cells.map((cell, index) => [head!.cells[index]!, cell]).filter(([, cell]) => cell !== '')),
  );
}
async function convert(kind: QuoteType, lines: readonly object[]): Promise<Record<string, string>[]> {
  writeFileSync(file('results.jsonl'), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  await writeResultsCsv(file('results.jsonl'), file('results.csv'), BATCH_KINDS[kind]);
  return rowsIn('results.csv');
}

const item = { position: 1, rank: 1, page: 1 };
const serp = { id: 'a', keyword: 'tea', searchEngine: 'bing', isMobile: false, ready: true, faulty: false, verdict: 'valid' };

describe('results as CSV', () => {
  test('of searches have a row per result, with the line and the reference of the input', async () => {
    const organic = [
      { ...item, title: '=cmd', url: 'https://tea.example/', domain: 'tea.example', snippet: 'Green, "fresh"\nand warm' },
      { ...item, position: 2, title: 'Two', url: 'https://two.example/', domain: 'two.example' },
    ];
    const rows = await convert('serp', [
      { line: 3, keyword: 'tea', reference: 'r3', outcome: 'valid', id: 'a', result: { ...serp, data: { ...noItems(), organic } } },
      { line: 2, keyword: 'bad', outcome: 'refused', error: 'Bad input parameter: region is unknown.' },
    ]);
    expect(rows).toMatchObject([
      { line: '3', reference: 'r3', outcome: 'valid', id: 'a', keyword: 'tea', resultType: 'organic', position: '1', title: "'=cmd" },
      { line: '3', position: '2', title: 'Two', url: 'https://two.example/' },
      { line: '2', outcome: 'refused', keyword: 'bad', error: 'Bad input parameter: region is unknown.' },
    ]);
    expect(rows[0]!.description).toBe('Green, "fresh"\nand warm');
  });
  test('of search volumes have a row per keyword', async () => {
    const result = {
      id: 'k',
      keywords: ['tea'],
      source: 'google',
      ready: true,
      faulty: false,
      data: { results: [{ keyword: 'tea', searchVolume: 9 }] },
    };
    expect(await convert('keyword', [{ line: 1, keyword: 'tea', outcome: 'valid', id: 'k', result }])).toMatchObject([
      { line: '1', engine: 'google', keyword: 'tea', searchVolume: '9' },
    ]);
  });
  test('of lookups have a row per record or technology', async () => {
    const record = {
      domain: 'shop.com',
      registered: true,
      expiredAt: '2027-01-01T00:00:00+0000',
      nameServers: ['a.example', 'b.example'],
      registrar: { name: 'Registrar' },
      server: { ip: '192.0.2.1', country: 'DE', hostingPovider: 'Host' },
      contacts: null,
    };
    expect(await convert('whois', [{ line: 1, domain: 'shop.com', outcome: 'valid', result: record }])).toEqual([
      {
        line: '1',
        outcome: 'valid',
        domain: 'shop.com',
        registered: 'true',
        expiredAt: '2027-01-01T00:00:00+0000',
        registrar: 'Registrar',
        nameServers: 'a.example b.example',
        ip: '192.0.2.1',
        country: 'DE',
        hosting: 'Host',
      },
    ]);
    const found = {
      domain: 'shop.com',
      updatedAt: 'now',
      technologies: [
        { name: 'Shop', version: '2' },
        { name: 'Cart', version: null },
      ],
    };
    expect(
      await convert('technologies', [
        { line: 1, domain: 'shop.com', outcome: 'valid', result: found },
        { line: 2, domain: 'away.com', outcome: 'faulty', error: 'The site could not be reached.' },
      ]),
    ).toEqual([
      { line: '1', outcome: 'valid', domain: 'shop.com', updatedAt: 'now', name: 'Shop', version: '2' },
      { line: '1', outcome: 'valid', domain: 'shop.com', updatedAt: 'now', name: 'Cart' },
      { line: '2', outcome: 'faulty', domain: 'away.com', error: 'The site could not be reached.' },
    ]);
  });
  test('replace an earlier file only when they are complete', async () => {
    writeFileSync(file('results.csv'), 'earlier');
    writeFileSync(file('broken.jsonl'), '{"line":1,');
    await expect(writeResultsCsv(file('broken.jsonl'), file('results.csv'), BATCH_KINDS.serp)).rejects.toThrow();
    expect(readFileSync(file('results.csv'), 'utf8')).toBe('earlier');
  });
});

describe('sextant batch --csv', () => {
  const parts: BatchParts = {
    connect: async () => {
      throw new Error('not reached');
    },
    readInput: async () => Buffer.alloc(0),
    progress: { update: () => undefined, end: () => undefined },
    print: () => undefined,
    log: () => undefined,
    signal: new AbortController().signal,
  };
  test.each([
    [['words.csv', '--out', 'results.csv'], '--out is a file of JSON lines. Try: --out results.jsonl --csv results.csv'],
    [['words.csv', '--out', 'results.jsonl', '--csv', './words.csv'], '--csv would replace ./words.csv.'],
    [['words.csv', '--out', 'results.jsonl', '--csv', 'results.jsonl'], '--csv would replace results.jsonl.'],
  ])('%j is rejected before a file is opened', async (argv, message) => {
    await expect(batchCommand(argv, parts)).rejects.toThrow(message);
    expect(existsSync(file('results.jsonl'))).toBe(false);
  });
});
